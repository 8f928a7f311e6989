// The rules of every ruleset around the places: which moves there are, whose turn is next, how games go on.
// Compiled only with isa.cpp, once per instruction set; W is the words of a board.
#pragma once

#include "kernel/isa/places.inl"
#include "kernel/scoring.h"

namespace cornerwise::CORNERWISE_ISA {
namespace {

template <int W>
struct Rules : Places<W> {
    using P = Places<W>;
    using B = Bits<W>;

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
                list.moves += P::shape_sum(list, t.row_shapes[face]);
            }
        if (s.strikes[s.actor] < t.strikes) list.moves += faces * list.total;
    }

    static void generate(const Tables& t, const State& s, MoveList& list) {
        list.shapes = list.total = list.moves = 0;
        if (s.actor < 0) return;
        P::generate_lane(t, s, lane_of_turn(t, s), shapes_of_turn(t, s), list);
        count_moves(t, s, list);
    }

    static MoveCode pick(const Tables& t, const State& s, const MoveList& list, std::uint32_t k) {
        if (t.turns != Turns::dice) return {P::pick_placement(t, list, list.shapes, k), 0, false};
        for (int strike = 0; strike <= 1; ++strike)
            for (int face = 1; face <= max_faces; ++face) {
                if (!s.dice[face]) continue;
                const std::uint32_t shapes = strike ? t.all_shapes : t.row_shapes[face];
                const std::uint32_t n = strike ? list.total : P::shape_sum(list, shapes);
                if (k < n) return {P::pick_placement(t, list, shapes, k), static_cast<std::int8_t>(face), strike != 0};
                k -= n;
            }
        __builtin_unreachable();
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
        end(s);
    }

    // I2, I6: the next seat of the round that can draw; then the next round's roll, or the end.
    template <class Test>
    static void settle_dice(const Tables& t, State& s, Test test) {
        for (; s.step < t.seats; ++s.step) {
            const int seat = (s.starter + s.step) % t.seats;
            if (s.out >> seat & 1) continue;
            const int color = marker(t, s, seat);
            if (test(seat * t.colors + color, drawable(t, s, seat))) {
                s.actor = static_cast<std::int8_t>(seat);
                s.color = static_cast<std::int8_t>(color);
                return;
            }
            s.out |= static_cast<std::uint8_t>(1u << seat);
            drop_die(s);
        }
        end(s);
        if (s.out == (1u << t.seats) - 1) return;
        ++s.round;
        pass_starter(t, s);
        ask_roll(t, s);
    }

    // I5: markers wander to the left, one place a round.
    static int marker(const Tables& t, const State& s, int seat) {
        return ((seat - s.round) % t.colors + t.colors) % t.colors;
    }

    // I6: the highest free die leaves with a seat that goes out, so that there is one for each seat still to draw.
    static void drop_die(State& s) {
        int face = max_faces;
        while (face > 1 && !s.dice[face]) --face;
        --s.dice[face];
    }

    // I7: the dice are rolled if some active seat could draw something, whatever they show; else the game is over.
    static void ask_roll(const Tables& t, State& s) {
        for (int seat = 0; seat < t.seats; ++seat) {
            if (s.out >> seat & 1 || !s.supply[seat]) continue;
            if (!P::can_place(t, s, seat * t.colors + marker(t, s, seat), s.supply[seat])) continue;
            s.actor = chance;
            return;
        }
        s.out = static_cast<std::uint8_t>((1u << t.seats) - 1);
        end(s);
    }

    // I2: the next active seat clockwise will roll.
    static void pass_starter(const Tables& t, State& s) {
        do s.starter = static_cast<std::uint8_t>((s.starter + 1) % t.seats);
        while (s.out >> s.starter & 1);
    }

    template <class Test>
    static void place_and_settle(const Tables& t, State& s, MoveCode move, Test test) {
        const int lane = lane_of_turn(t, s);
        P::lay(t, s, lane, P::supply_of(t, lane), move.placement);
        if (t.turns == Turns::dice) {
            --s.dice[move.die];
            s.strikes[s.actor] += move.strike;
            ++s.step;
            settle_dice(t, s, test);
        } else {
            if (t.owners[s.color] < 0) pass_shared(t, s);
            settle_rotation(t, s, (s.color + 1) % t.colors, test);
        }
    }

    // C7: the shared color goes to the next seat of the rota that stays (R3).
    static void pass_shared(const Tables& t, State& s) {
        do s.rota = static_cast<std::uint8_t>((s.rota + 1) % t.rota_size);
        while (s.retired[t.rota[s.rota]]);
    }

    static void end(State& s) {
        for (auto& count : s.dice) count = 0;
        s.actor = nobody;
        s.color = -1;
        s.step = 0;
    }

    static void retire(const Tables& t, State& s, int seat) {
        s.retired[seat] = 1;
        for (int other = 0; other < t.seats; ++other) s.retired[seat] += other != seat && s.retired[other];
        // R2: its colors are out, in the dice game its sheet.
        if (t.turns == Turns::dice) {
            const bool is_waiting = s.actor >= 0 && (seat - s.starter + t.seats) % t.seats >= s.step;
            if (is_waiting && !(s.out >> seat & 1)) drop_die(s);
            s.out |= static_cast<std::uint8_t>(1u << seat);
        }
        for (int color = 0; color < t.colors; ++color)
            if (t.owners[color] == seat) s.out |= static_cast<std::uint8_t>(1u << color);
        if (is_deserted(t, s)) return end(s);
        if (t.rota_size && s.retired[t.rota[s.rota]]) pass_shared(t, s);
        if (t.turns != Turns::dice) settle_rotation(t, s, s.color, tester(t, s));
        else if (s.actor != chance) settle_dice(t, s, tester(t, s));
        else if (s.out == (1u << t.seats) - 1) end(s);
        else {
            if (s.out >> s.starter & 1) pass_starter(t, s);
            ask_roll(t, s);
        }
    }

    static void settle(const Tables& t, State& s, int color) { settle_rotation(t, s, color, tester(t, s)); }

    static auto tester(const Tables& t, State& s) {
        return [&t, &s](int lane, std::uint32_t shapes) { return shapes && P::can_place(t, s, lane, shapes); };
    }
    // Like tester, but leaves the whole list behind: random games, nodes and perft need it next.
    static auto lister(const Tables& t, State& s, MoveList& list) {
        list.shapes = list.total = list.moves = 0;
        return [&t, &s, &list](int lane, std::uint32_t shapes) {
            if (!shapes) return false;
            P::generate_lane(t, s, lane, shapes, list);
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
        s.color = -1;
        if (t.turns == Turns::dice) ask_roll(t, s);
        else settle_rotation(t, s, 0, tester(t, s));
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

    static int play_out_randomly(const Tables& t, State& s, Random& random) {
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

}  // namespace
}  // namespace cornerwise::CORNERWISE_ISA
