// Guided playouts and priors: features of moves on whole-board masks.
// Included only by isa.cpp, once per instruction set, inside its namespace; W is the words of a board.
#pragma once

template <int W>
struct Guide {
    using B = Bits<W>;
    using R = Rules<W>;

    // The board as the mover sees it.
    struct Scene {
        B free, own, rivals, next, beside, wide, around_last, corners_last, partner, over_rivals, over_own;
        int phase;
    };

    static int side_of(const Tables& t, int color) { return t.owners[color] < 0 ? -1 : t.teams[t.owners[color]]; }

    static B spread(const Tables& t, const B& bits) {
        Field<W>& field = scratch<W>().source;
        field.set(bits);
        return field.down(1) | field.up(1) | field.down(t.stride) | field.up(t.stride);
    }

    static Scene look(const Tables& t, const State& s, int last) {
        Scene scene{};
        const int lane = R::lane_of_turn(t, s), sheet = R::sheet_of(t, lane);
        const B full = B::load(filled(t, s, sheet));
        scene.free = R::free_cells(t, s, lane);
        scene.own = B::load(targets(t, s, lane)) & scene.free;
        if (t.turns == Turns::rotation) {
            const int side = side_of(t, s.color);
            bool found_next = false;
            for (int i = 1; i < t.colors; ++i) {
                const int color = (s.color + i) % t.colors;
                if (s.out >> color & 1) continue;
                const B corners = B::load(targets(t, s, color)) & R::free_cells(t, s, color);
                const int other = side_of(t, color);
                if (other == side) {
                    scene.partner = scene.partner | corners;
                } else if (other >= 0) {
                    scene.rivals = scene.rivals | corners;
                    if (!found_next) scene.next = corners;
                    found_next = true;
                }
            }
        }
        const B inside = B::load(t.inside);
        scene.beside = minus(spread(t, scene.rivals), scene.rivals) & inside;
        const B close = full | spread(t, full);
        scene.wide = minus(inside, close | spread(t, close));
        if (last >= 0) {
            scene.corners_last = B::load(t.attract + last * W);
            scene.around_last = scene.corners_last | B::load(t.repel + last * W);
        }
        if (t.is_solid) {
            Field<W>& field = scratch<W>().source;
            field.set(full);
            const B tops = minus(full, field.down(t.layer));
            const B own = B::load(blocked(t, s, lane));
            field.set(tops & own);
            scene.over_own = field.up(t.layer);
            field.set(minus(tops, own));
            scene.over_rivals = field.up(t.layer);
        }
        scene.phase = phase_of(t, s);
        return scene;
    }

    // How far the mover's supply is used up.
    static int phase_of(const Tables& t, const State& s) {
        const int supply = R::supply_of(t, R::lane_of_turn(t, s));
        return phase_count - 1 - popcount(s.supply[supply]) * phase_count / (t.shapes + 1);
    }

    static int overlap(const B& a, const B& b) {
        Word words[W];
        (a & b).store(words);
        int sum = 0;
        for (int i = 0; i < W; ++i) sum += popcount(words[i]);
        return sum;
    }

    static void sketch(const Tables& t, const Scene& scene, MoveCode move, std::uint8_t* level) {
        const B cells = B::load(t.cells_of + move.placement * W);
        const B attract = B::load(t.attract + move.placement * W);
        const B repel = B::load(t.repel + move.placement * W);
        const B fresh = minus(attract & scene.free, scene.own);
        auto set = [&](Feature feature, int count) {
            level[feature] = static_cast<std::uint8_t>(count < feature_levels ? count : feature_levels - 1);
        };
        set(covers_rivals, overlap(cells, scene.rivals));
        set(covers_next, overlap(cells, scene.next));
        set(beside_rivals, overlap(cells, scene.beside));
        set(opens, overlap(fresh, fresh));
        set(opens_wide, overlap(fresh, scene.wide));
        set(opens_contested, overlap(fresh, scene.beside));
        set(spends, overlap(cells | repel, scene.own));
        set(answers, overlap(cells, scene.around_last));
        set(answers_corners, overlap(cells, scene.corners_last));
        set(touches_rivals, t.is_solid ? 0 : overlap(repel, scene.rivals));
        set(covers_partner, overlap(cells, scene.partner));
        set(central, t.central[move.placement]);
        set(tops_rivals, t.is_solid ? overlap(cells, scene.over_rivals) : 0);
        set(tops_own, t.is_solid ? overlap(cells, scene.over_own) : 0);
        set(height, t.is_solid ? t.top_level[move.placement] : 0);
        set(strikes_used, move.strike);
    }

    // Features of every legal move, in ascending order of ids; returns the phase.
    static int sketch_all(const Tables& t, const State& s, const MoveList& list, int last, Sketch* out) {
        const Scene scene = look(t, s, last);
        auto append = [&](std::uint32_t shapes, int face, bool strike) {
            for (std::uint32_t rest = shapes & list.shapes; rest; rest &= rest - 1) {
                const int shape = __builtin_ctz(rest);
                for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o)
                    for (int i = 0; i < W; ++i)
                        for (Word word = list.anchors[o * W + i]; word; word &= word - 1) {
                            const int bit = 64 * i + __builtin_ctzll(word);
                            const MoveCode move{t.first[o] + t.rank[o * max_bits + bit], static_cast<std::int8_t>(face), strike};
                            out->move = join_move(t, move);
                            out->shape = static_cast<std::uint8_t>(shape);
                            sketch(t, scene, move, out->level);
                            ++out;
                        }
            }
        };
        if (t.turns != Turns::dice) {
            append(list.shapes, 0, false);
            return scene.phase;
        }
        for (int strike = 0; strike <= (s.strikes[s.actor] < t.strikes); ++strike)
            for (int face = 1; face <= max_faces; ++face)
                if (s.dice[face]) append(strike ? t.all_shapes : t.row_shapes[face], face, strike);
        return scene.phase;
    }

    // Cells where a piece would hinder rivals: the corners that their latest pieces opened or, where those are all closed,
    // any corner of theirs.
    static B contested(const Tables& t, const State& s, const Recent& recent) {
        B latest{}, all{};
        if (t.turns == Turns::dice) return latest;
        const int side = side_of(t, s.color);
        const B free = R::free_cells(t, s, s.color);
        for (int i = 0; i < Recent::size && recent.placement[i] >= 0; ++i)
            if (const int color = recent.color[i]; side_of(t, color) != side)
                latest = latest | (B::load(t.attract + recent.placement[i] * W) & R::free_cells(t, s, color));
        latest = latest & free;
        if (latest.any()) return latest;
        for (int color = 0; color < t.colors; ++color)
            if (side_of(t, color) != side && !(s.out >> color & 1))
                all = all | (B::load(targets(t, s, color)) & R::free_cells(t, s, color));
        return all & free;
    }

    // Draws a shape by its weight, and for it a place, rather where it hinders rivals most.
    static MoveCode choose(const Tables& t, const State& s, const MoveList& list, const Policy& policy, const Recent& recent,
                           Random& random) {
        std::uint32_t shapes = list.shapes;
        bool strike = false;
        if (t.turns == Turns::dice) {
            // A strike is kept for when nothing else goes.
            std::uint32_t rows = 0;
            for (int face = 1; face <= max_faces; ++face)
                if (s.dice[face]) rows |= t.row_shapes[face];
            if (R::shape_sum(list, rows)) shapes &= rows;
            else strike = true;
        }
        const int phase = phase_of(t, s);
        float upto[max_shapes];
        std::uint8_t of[max_shapes];
        int n = 0;
        float total = 0;
        for (std::uint32_t rest = shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            if (!list.shape_total[shape]) continue;
            total += static_cast<float>(list.shape_total[shape]) * policy.playout_shape[phase][shape];
            of[n] = static_cast<std::uint8_t>(shape);
            upto[n++] = total;
        }
        const auto draw = [&] {
            const float at = static_cast<float>(random.unit()) * total;
            int i = 0;
            while (i + 1 < n && upto[i] <= at) ++i;
            return static_cast<int>(of[i]);
        };
        int shape = draw();
        int placement = -1;
        if (const B cells = contested(t, s, recent); cells.any()) {
            char* slots = scratch<W>().slots;
            R::write_copies(t, slots, Source::targets, cells);
            for (int k = 0; k < policy.playout_tries && placement < 0; ++k)
                placement = R::pick_covering(t, list, slots, k ? draw() : shape, random);
        }
        if (placement < 0) placement = R::pick_placement(t, list, 1u << shape, random.below(list.shape_total[shape]));
        MoveCode move{placement, 0, strike};
        if (t.turns == Turns::dice) {
            move.die = 1;
            while (!s.dice[move.die] || !(strike || t.row_shapes[move.die] >> shape & 1)) ++move.die;
        }
        return move;
    }

    static int listed_or_none(const Tables& t, const MoveList& list, int placement) {
        if (placement < 0 || !(list.shapes >> t.shape_of[placement] & 1)) return -1;
        const int bit = t.anchor_of[placement];
        return list.anchors[t.orientation_of[placement] * W + bit / 64] >> (bit % 64) & 1 ? placement : -1;
    }

    // Plays to the end; `recent` are the pieces placed before.
    static void play_out(const Tables& t, State& s, const Policy& policy, Recent recent, Random& random, const Replies& replies,
                         Trace& trace) {
        MoveList list;
        R::generate(t, s, list);
        while (s.actor != nobody) {
            if (s.actor == chance) {
                std::uint8_t dice[max_faces + 1] = {};
                for (int i = R::active_seats(t, s); i > 0; --i) ++dice[1 + random.below(max_faces)];
                for (int face = 0; face <= max_faces; ++face) s.dice[face] = dice[face];
                R::settle_dice(t, s, R::lister(t, s, list));
            } else {
                MoveCode move{-1, 0, false};
                if (replies.to_one && recent.placement[0] >= 0) {
                    const Replies::Slots at = replies.slots(s.color, recent);
                    move.placement = listed_or_none(t, list, Replies::reply_to_two(at));
                    if (move.placement < 0) move.placement = listed_or_none(t, list, Replies::reply_to_one(at));
                }
                if (move.placement < 0) move = choose(t, s, list, policy, recent, random);
                if (t.turns != Turns::dice) {
                    recent.add(s.color, move.placement);
                    trace.add(s.color, move.placement);
                }
                R::place_and_settle(t, s, move, R::lister(t, s, list));
            }
        }
    }
};
