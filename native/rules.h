// The rules of every ruleset: which placements are legal, what placing changes, whose turn is next.
// Included only by isa.cpp, once per instruction set, inside its namespace; W is the words of a board.
#pragma once

template <int W>
struct Scratch {
    Field<W> source, joined;
    // The tails behind the words of a slot stay zero for ever.
    alignas(64) char slots[max_slots * slot_bytes] = {};
};

template <int W>
Scratch<W>& scratch() {
    static thread_local Scratch<W> memory;
    return memory;
}

inline int popcount(Word word) { return __builtin_popcountll(word); }

// The position of the k-th set bit of a word.
inline int select_bit(Word word, int k) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(Word{1} << k, word));
#else
    while (k--) word &= word - 1;
    return __builtin_ctzll(word);
#endif
}

template <int W>
struct Rules {
    using B = Bits<W>;

    static int supply_of(const Tables& t, int lane) { return t.turns == Turns::dice ? lane / t.colors : lane; }
    static int sheet_of(const Tables& t, int lane) { return lane / t.colors; }

    static B free_cells(const Tables& t, const State& s, int lane) {
        return minus(minus(B::load(t.inside), B::load(filled(t, s, sheet_of(t, lane)))), B::load(blocked(t, s, lane)));
    }

    // Every cell that shares a face with a filled one.
    static B skin(const Tables& t, const State& s, int sheet) {
        Field<W>& field = scratch<W>().source;
        field.set(B::load(filled(t, s, sheet)));
        B all = field.down(1) | field.up(1) | field.down(t.stride) | field.up(t.stride);
        if (t.is_solid) all = all | field.down(t.layer) | field.up(t.layer);
        return all;
    }

    // Writes the shifted copies of free, standing and target cells; false when no target is free.
    static bool prepare(const Tables& t, const State& s, int lane, const B& wanted) {
        Scratch<W>& memory = scratch<W>();
        const B free = free_cells(t, s, lane);
        const B touch = wanted & free;
        if (!touch.any()) return false;
        int slot = 0;
        auto shift_all = [&](Source source, const B& bits, bool join_all) {
            if (slot == t.slot_count || t.slots[slot].source != source) return;
            memory.source.set(bits);
            while (slot < t.slot_count && t.slots[slot].source == source) {
                const int step = t.slots[slot].step;
                const Field<W>* from = &memory.source;
                if (step) {
                    const B other = memory.source.down(step);
                    memory.joined.set(join_all ? bits & other : bits | other);
                    from = &memory.joined;
                }
                for (; slot < t.slot_count && t.slots[slot].source == source && t.slots[slot].step == step; ++slot)
                    from->down(t.slots[slot].remainder).store(memory.slots + slot * slot_bytes);
            }
        };
        shift_all(Source::free, free, true);
        if (t.is_solid) {
            memory.source.set(B::load(filled(t, s, sheet_of(t, lane))));
            const B standing = free & (B::load(t.ground) | memory.source.up(t.layer));
            shift_all(Source::standing, standing, true);
        }
        shift_all(Source::targets, touch, false);
        return true;
    }

    template <int Terms>
    static B anchors(const Tables& t, const char* slots, int o) {
        B clear = B::load(slots + t.clear[o][0]);
        B touch = B::load(slots + t.touch[o][0]);
        for (int k = 1; k < Terms; ++k) {
            clear = clear & B::load(slots + t.clear[o][k]);
            touch = touch | B::load(slots + t.touch[o][k]);
        }
        return clear & touch;
    }

    static std::uint32_t count(const Word* words) {
        std::uint32_t sum = 0;
        for (int i = 0; i < W; ++i) sum += popcount(words[i]);
        return sum;
    }

    template <int Terms>
    static std::uint32_t scan_shape(const Tables& t, const char* slots, int shape, MoveList& list) {
        std::uint32_t total = 0;
        for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o) {
            Word* to = list.anchors + o * W;
            anchors<Terms>(t, slots, o).store(to);
            const std::uint32_t n = count(to);
            list.counts[o] = static_cast<std::uint16_t>(n);
            total += n;
        }
        return total;
    }

    static std::uint32_t scan(const Tables& t, const char* slots, int shape, MoveList& list) {
        switch (t.shape_terms[shape]) {
            case 1: return scan_shape<1>(t, slots, shape, list);
            case 2: return scan_shape<2>(t, slots, shape, list);
            case 3: return scan_shape<3>(t, slots, shape, list);
            default: return scan_shape<4>(t, slots, shape, list);
        }
    }

    static void scan_all(const Tables& t, const State& s, int lane, const B& wanted, std::uint32_t shapes,
                         MoveList& list) {
        list.shapes = shapes;
        list.total = 0;
        if (!prepare(t, s, lane, wanted)) {
            list.shapes = 0;
            return;
        }
        const char* slots = scratch<W>().slots;
        for (std::uint32_t rest = shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            list.shape_total[shape] = scan(t, slots, shape, list);
            list.total += list.shape_total[shape];
        }
    }

    // S4: a color's first piece also touches a piece already placed, unless it is the very first.
    static bool opens_by_touch(const Tables& t, const State& s, int lane) {
        return t.opening_touches && !(s.opened >> lane & 1) && B::load(filled(t, s, sheet_of(t, lane))).any();
    }

    static void generate_lane(const Tables& t, const State& s, int lane, std::uint32_t shapes, MoveList& list) {
        scan_all(t, s, lane, B::load(targets(t, s, lane)), shapes, list);
        if (!list.total || !opens_by_touch(t, s, lane)) return;
        MoveList touching;
        scan_all(t, s, lane, skin(t, s, sheet_of(t, lane)), shapes, touching);
        if (!touching.shapes) {
            list.shapes = list.total = 0;
            return;
        }
        list.total = 0;
        for (std::uint32_t rest = shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            list.shape_total[shape] = 0;
            for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o) {
                (B::load(list.anchors + o * W) & B::load(touching.anchors + o * W)).store(list.anchors + o * W);
                list.counts[o] = static_cast<std::uint16_t>(count(list.anchors + o * W));
                list.shape_total[shape] += list.counts[o];
            }
            list.total += list.shape_total[shape];
        }
    }

    static bool can_place(const Tables& t, const State& s, int lane, std::uint32_t shapes) {
        if (opens_by_touch(t, s, lane)) {
            MoveList list;
            generate_lane(t, s, lane, shapes, list);
            return list.total > 0;
        }
        if (!prepare(t, s, lane, B::load(targets(t, s, lane)))) return false;
        const char* slots = scratch<W>().slots;
        for (std::uint32_t rest = shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o)
                if (anchors<max_terms>(t, slots, o).any()) return true;
        }
        return false;
    }

    // I2, I3: the shapes a seat may draw: the rows of the dice still free, or with a strike left every row.
    static std::uint32_t drawable(const Tables& t, const State& s, int seat) {
        std::uint32_t rows = 0;
        bool any = false;
        for (int face = 1; face <= max_faces; ++face)
            if (s.dice[face]) {
                any = true;
                rows |= t.row_shapes[face];
            }
        if (any && s.strikes[seat] < t.strikes) rows = t.all_shapes;
        return s.supply[seat] & rows;
    }

    static int lane_of_turn(const Tables& t, const State& s) {
        return t.turns == Turns::dice ? s.actor * t.colors + s.color : s.color;
    }
    static std::uint32_t shapes_of_turn(const Tables& t, const State& s) {
        return t.turns == Turns::dice ? drawable(t, s, s.actor) : s.supply[s.color];
    }

    static void count_moves(const Tables& t, const State& s, MoveList& list) {
        list.moves = list.total;
        if (t.turns != Turns::dice) return;
        list.moves = 0;
        int faces = 0;
        for (int face = 1; face <= max_faces; ++face)
            if (s.dice[face]) {
                ++faces;
                list.moves += shape_sum(list, t.row_shapes[face]);
            }
        if (s.strikes[s.actor] < t.strikes) list.moves += faces * list.total;
    }

    static std::uint32_t shape_sum(const MoveList& list, std::uint32_t shapes) {
        std::uint32_t sum = 0;
        for (std::uint32_t rest = shapes & list.shapes; rest; rest &= rest - 1) sum += list.shape_total[__builtin_ctz(rest)];
        return sum;
    }

    static void generate(const Tables& t, const State& s, MoveList& list) {
        list.shapes = list.total = list.moves = 0;
        if (s.actor < 0) return;
        generate_lane(t, s, lane_of_turn(t, s), shapes_of_turn(t, s), list);
        count_moves(t, s, list);
    }

    static std::int32_t pick_placement(const Tables& t, const MoveList& list, std::uint32_t shapes, std::uint32_t k) {
        std::uint32_t rest = shapes & list.shapes;
        while (k >= list.shape_total[__builtin_ctz(rest)]) {
            k -= list.shape_total[__builtin_ctz(rest)];
            rest &= rest - 1;
        }
        int o = t.shape_first[__builtin_ctz(rest)];
        while (k >= list.counts[o]) k -= list.counts[o++];
        const Word* words = list.anchors + o * W;
        int i = 0;
        for (;; ++i) {
            const std::uint32_t n = popcount(words[i]);
            if (k < n) break;
            k -= n;
        }
        const int bit = 64 * i + select_bit(words[i], static_cast<int>(k));
        return t.first[o] + t.rank[o * max_bits + bit];
    }

    static MoveCode pick(const Tables& t, const State& s, const MoveList& list, std::uint32_t k) {
        if (t.turns != Turns::dice) return {pick_placement(t, list, list.shapes, k), 0, false};
        for (int strike = 0; strike <= 1; ++strike)
            for (int face = 1; face <= max_faces; ++face) {
                if (!s.dice[face]) continue;
                const std::uint32_t shapes = strike ? t.all_shapes : t.row_shapes[face];
                const std::uint32_t n = strike ? list.total : shape_sum(list, shapes);
                if (k < n)
                    return {pick_placement(t, list, shapes, k), static_cast<std::int8_t>(face), strike != 0};
                k -= n;
            }
        __builtin_unreachable();
    }

    static void lay(const Tables& t, State& s, int lane, int supply, int placement) {
        const int sheet = sheet_of(t, lane), shape = t.shape_of[placement];
        Word *f = filled(t, s, sheet), *b = blocked(t, s, lane), *a = targets(t, s, lane);
        const B attract = B::load(t.attract + placement * W);
        (B::load(f) | B::load(t.cells_of + placement * W)).store(f);
        (B::load(b) | B::load(t.repel + placement * W)).store(b);
        // The start squares stop counting with the first piece of a lane.
        (s.opened >> lane & 1 ? B::load(a) | attract : attract).store(a);
        s.opened |= static_cast<std::uint16_t>(1u << lane);
        s.placed[supply * t.shapes + shape] = static_cast<std::uint16_t>(placement + 1);
        s.supply[supply] &= ~(1u << shape);
        if (t.turns == Turns::dice) s.inks[shape] |= static_cast<std::uint8_t>((lane % t.colors) << (2 * sheet));
        if (!s.supply[supply] && shape == t.smallest) s.smallest_last |= static_cast<std::uint8_t>(1u << supply);
        ++s.ply;
    }

    // K5, S5: the next color that can place; one that cannot is out. `test(lane, shapes)` says whether it can.
    template <class Test>
    static void settle_rotation(const Tables& t, State& s, int color, Test test) {
        for (int i = 0; i < t.colors; ++i, color = color + 1 == t.colors ? 0 : color + 1) {
            if (s.out >> color & 1) continue;
            if (test(color, s.supply[color])) {
                s.color = static_cast<std::int8_t>(color);
                // C7: the shared color is played by each seat of the rota in turn.
                s.actor = t.owners[color] >= 0 ? t.owners[color] : t.rota[s.rota];
                return;
            }
            s.out |= static_cast<std::uint8_t>(1u << color);
        }
        s.actor = nobody;
        s.color = -1;
    }

    // I2, I6: the next seat of the round that can draw; then the next round's roll, or the end.
    template <class Test>
    static void settle_dice(const Tables& t, State& s, Test test) {
        for (; s.step < t.seats; ++s.step) {
            const int seat = (s.starter + s.step) % t.seats;
            if (s.out >> seat & 1) continue;
            // I5: markers wander to the left, one place a round.
            const int color = ((seat - s.round) % t.colors + t.colors) % t.colors;
            if (test(seat * t.colors + color, drawable(t, s, seat))) {
                s.actor = static_cast<std::int8_t>(seat);
                s.color = static_cast<std::int8_t>(color);
                return;
            }
            s.out |= static_cast<std::uint8_t>(1u << seat);
        }
        for (auto& count : s.dice) count = 0;
        s.color = -1;
        s.step = 0;
        if (s.out == (1u << t.seats) - 1) {
            s.actor = nobody;
            return;
        }
        s.actor = chance;
        ++s.round;
        do s.starter = static_cast<std::uint8_t>((s.starter + 1) % t.seats);
        while (s.out >> s.starter & 1);
    }

    template <class Test>
    static void place_and_settle(const Tables& t, State& s, MoveCode move, Test test) {
        const int lane = lane_of_turn(t, s);
        lay(t, s, lane, supply_of(t, lane), move.placement);
        if (t.turns == Turns::dice) {
            --s.dice[move.die];
            s.strikes[s.actor] += move.strike;
            ++s.step;
            settle_dice(t, s, test);
        } else {
            if (t.owners[s.color] < 0) s.rota = static_cast<std::uint8_t>((s.rota + 1) % t.rota_size);
            settle_rotation(t, s, (s.color + 1) % t.colors, test);
        }
    }

    static auto tester(const Tables& t, State& s) {
        return [&t, &s](int lane, std::uint32_t shapes) { return shapes && can_place(t, s, lane, shapes); };
    }
    // Like tester, but leaves the whole list behind: playouts and perft need it next.
    static auto lister(const Tables& t, State& s, MoveList& list) {
        list.shapes = list.total = list.moves = 0;
        return [&t, &s, &list](int lane, std::uint32_t shapes) {
            if (!shapes) return false;
            generate_lane(t, s, lane, shapes, list);
            return list.total > 0;
        };
    }

    static void place(const Tables& t, State& s, MoveCode move) { place_and_settle(t, s, move, tester(t, s)); }

    static void roll(const Tables& t, State& s, const std::uint8_t* dice) {
        for (int face = 0; face <= max_faces; ++face) s.dice[face] = dice[face];
        settle_dice(t, s, tester(t, s));
    }

    static void place_listing(const Tables& t, State& s, MoveCode move, MoveList& list) {
        place_and_settle(t, s, move, lister(t, s, list));
        if (s.actor >= 0) count_moves(t, s, list);
    }
    static void roll_listing(const Tables& t, State& s, const std::uint8_t* dice, MoveList& list) {
        for (int face = 0; face <= max_faces; ++face) s.dice[face] = dice[face];
        settle_dice(t, s, lister(t, s, list));
        if (s.actor >= 0) count_moves(t, s, list);
    }

    static void start(const Tables& t, State& s) {
        __builtin_memset(&s, 0, sizeof s);
        for (int lane = 0; lane < t.lanes; ++lane) B::load(t.starts[lane % t.colors]).store(targets(t, s, lane));
        for (int supply = 0; supply < t.supplies; ++supply) s.supply[supply] = t.all_shapes;
        if (t.turns == Turns::dice) {
            s.actor = chance;
            s.color = -1;
        } else {
            settle_rotation(t, s, 0, tester(t, s));
        }
    }

    static int active_seats(const Tables& t, const State& s) { return t.seats - popcount(s.out); }

    // Calls visit(dice) for every multiset of this many dice.
    template <class Visit>
    static void each_roll(int dice, Visit visit) {
        std::uint8_t counts[max_faces + 1] = {};
        auto fill = [&](auto&& self, int face, int left) -> void {
            if (face == max_faces) {
                counts[face] = static_cast<std::uint8_t>(left);
                visit(counts);
                return;
            }
            for (int n = 0; n <= left; ++n) {
                counts[face] = static_cast<std::uint8_t>(n);
                self(self, face + 1, left - n);
            }
        };
        fill(fill, 1, dice);
    }

    static std::uint64_t perft(const Tables& t, const State& s, int depth) {
        if (depth == 0) return 1;
        if (s.actor == nobody) return 0;
        if (s.actor == chance) {
            std::uint64_t leaves = 0;
            each_roll(active_seats(t, s), [&](const std::uint8_t* dice) {
                State next = s;
                roll(t, next, dice);
                leaves += perft(t, next, depth - 1);
            });
            return leaves;
        }
        MoveList list;
        generate(t, s, list);
        return descend(t, s, list, depth);
    }

    static std::uint64_t descend(const Tables& t, const State& s, const MoveList& list, int depth) {
        if (depth == 1) return list.moves;
        std::uint64_t leaves = 0;
        MoveList next_list;
        for (std::uint32_t k = 0; k < list.moves; ++k) {
            State next = s;
            place_and_settle(t, next, pick(t, s, list, k), lister(t, next, next_list));
            if (next.actor < 0) {
                leaves += perft(t, next, depth - 1);
            } else {
                count_moves(t, next, next_list);
                leaves += descend(t, next, next_list, depth - 1);
            }
        }
        return leaves;
    }

    static int play_out(const Tables& t, State& s, Random& random) {
        MoveList list;
        const int before = s.ply;
        generate(t, s, list);
        while (s.actor != nobody) {
            if (s.actor == chance) {
                std::uint8_t dice[max_faces + 1] = {};
                for (int i = active_seats(t, s); i > 0; --i) ++dice[1 + random.below(max_faces)];
                for (int face = 0; face <= max_faces; ++face) s.dice[face] = dice[face];
                settle_dice(t, s, lister(t, s, list));
            } else {
                const MoveCode move = pick(t, s, list, random.below(list.moves));
                place_and_settle(t, s, move, lister(t, s, list));
            }
            if (s.actor >= 0) count_moves(t, s, list);
        }
        return s.ply - before;
    }
};
