// Guided playouts and priors: features of moves on whole-board masks.
// Compiled only with isa.cpp, once per instruction set; W is the words of a board.
#pragma once

#include "kernel/isa/rules.inl"

namespace cornerwise::CORNERWISE_ISA {
namespace {

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
        scene.phase = phase_of(t, s, R::supply_of(t, lane));
        return scene;
    }

    // How far a supply is used up.
    static int phase_of(const Tables& t, const State& s, int supply) {
        return phase_count - 1 - popcount(s.supply[supply]) * phase_count / (t.shapes + 1);
    }

    CORNERWISE_INLINE static int overlap(const B& a, const B& b) { return (a & b).size(); }

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
                            const MoveCode move{t.first[o] + t.rank[o * max_bits + bit], static_cast<std::int8_t>(face),
                                                strike};
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

    // Cells where a piece would hinder rivals: the corners that their latest pieces opened or, where those are all
    // closed, any corner of theirs.
    static B contested(const Tables& t, const State& s, int mover, const B& free, const Recent& recent) {
        B latest{}, all{};
        if (t.turns == Turns::dice) return latest;
        const int side = side_of(t, mover);
        for (int i = 0; i < Recent::size && recent.placement[i] >= 0; ++i)
            if (const int color = recent.color[i], last = recent.placement[i]; side_of(t, color) != side)
                latest = latest | (R::stamped(t.attract_stamp, t.orientation_of[last], t.anchor_of[last]) &
                                   R::free_cells(t, s, color));
        latest = latest & free;
        if (latest.any()) return latest;
        for (int color = 0; color < t.colors; ++color)
            if (side_of(t, color) != side && !(s.out >> color & 1))
                all = all | (B::load(targets(t, s, color)) & R::free_cells(t, s, color));
        return all & free;
    }

    // A shape of the pool, by its weight; `total` is the sum of the weights.
    CORNERWISE_INLINE static int draw_shape(std::uint32_t pool, const std::uint32_t* weights, std::uint32_t total,
                                            Random& random) {
        std::uint32_t at = random.below(total);
        int shape = __builtin_ctz(pool);
        while (at >= weights[shape]) {
            at -= weights[shape];
            pool &= pool - 1;
            shape = __builtin_ctz(pool);
        }
        return shape;
    }
    CORNERWISE_INLINE static std::uint32_t weigh(std::uint32_t pool, const std::uint32_t* weights) {
        std::uint32_t total = 0;
        for (; pool; pool &= pool - 1) total += weights[__builtin_ctz(pool)];
        return total;
    }

    // The places of a shape on the board, from prepared slots; `wanted` are copies of cells rather covered.
    struct OnBoard {
        using Choice = typename R::Choice;
        const Tables& t;
        const char *slots, *wanted;

        bool has_wanted() const { return wanted; }
        void find(int shape, Choice& legal, Choice& best) const { R::choices(t, slots, wanted, shape, legal, best); }
        int draw(const Choice& choice, Random& random) const { return choice.draw(t, random); }
    };

    // The places of a shape in a list of all that can still come up, and the cells rather covered.
    struct InList {
        struct Choice {
            std::uint16_t numbers[Outlook::most];
            int size = 0;

            CORNERWISE_INLINE void add(int number) { numbers[size++] = static_cast<std::uint16_t>(number); }
        };
        const Outlook& outlook;
        const Prospect& prospect;
        const Range* ranges;  // by shape
        B wanted;
        bool is_any_wanted;

        bool has_wanted() const { return is_any_wanted; }
        // As `Places::choices` finds them.
        CORNERWISE_INLINE void find(int shape, Choice& legal, Choice& best) const {
            const Range& r = ranges[shape];
            int most = 1;
            for (int i = r.first_word; i <= r.last_word; ++i)
                for (Word word = prospect.possible[i] & prospect.open[i] & r.mask(i); word; word &= word - 1) {
                    const int number = 64 * i + __builtin_ctzll(word);
                    legal.add(number);
                    if (!is_any_wanted) continue;
                    int covered = overlap(B::load(outlook.cells + number * W), wanted);
                    covered = covered < 4 ? covered : 4;
                    best.size = covered > most ? 0 : best.size;
                    most = covered > most ? covered : most;
                    best.numbers[best.size] = static_cast<std::uint16_t>(number);
                    best.size += covered == most;
                }
        }
        CORNERWISE_INLINE int draw(const Choice& choice, Random& random) const {
            return choice.numbers[random.below(static_cast<std::uint32_t>(choice.size))];
        }
    };

    // Draws shapes by their weights until one fits, and for it a place, rather where it hinders rivals most; −1 if none
    // fits. Shapes that are not drawn are not looked at, which is most of what makes playouts quick, and shapes that
    // did not fit the last time come last. Finding nothing takes nothing from the random numbers.
    template <class Where>
    CORNERWISE_INLINE static int draw(const Where& places, std::uint32_t shapes, const std::uint32_t* weights,
                                      int tries, std::uint32_t& missed, Random& random) {
        const Random before = random;
        typename Where::Choice legal, other, best;
        const std::uint32_t pools[] = {shapes & ~missed, shapes & missed};
        for (std::uint32_t pool : pools) {
            std::uint32_t total = weigh(pool, weights);
            while (pool) {
                const int shape = draw_shape(pool, weights, total, random);
                pool ^= 1u << shape;
                total -= weights[shape];
                typename Where::Choice& found = legal.size ? other : legal;
                found.size = 0;
                places.find(shape, found, best);
                if (!found.size) {
                    missed |= 1u << shape;
                    continue;
                }
                missed &= ~(1u << shape);
                if (best.size) return places.draw(best, random);
                // A shape that hinders nobody stays in hand while others are tried.
                if (!places.has_wanted() || --tries <= 0) pool = 0;
            }
            if (legal.size) return places.draw(legal, random);
        }
        random = before;
        return -1;
    }

    // What a color plays next, as `choose` finds it, from the list of what can still come up: where that stands in it,
    // or −1.
    static int choose_listed(const Tables& t, const State& s, int color, std::uint32_t shapes, const Policy& policy,
                             const Recent& recent, const Replies& replies, const Outlook& outlook,
                             const Prospect& prospect, std::uint32_t& missed, Random& random) {
        if (!outlook.can_place(prospect, color)) return -1;
        if (replies.to_one && recent.placement[0] >= 0) {
            const std::uint16_t* const number_of = outlook.number_of + color * t.placements;
            const auto legal = [&](int reply) {
                return reply >= 0 && number_of[reply] != Outlook::none && Outlook::is_legal(prospect, number_of[reply]);
            };
            const Replies::Slots at = replies.slots(color, recent);
            if (const int reply = Replies::reply_to_two(at); legal(reply)) return number_of[reply];
            if (const int reply = Replies::reply_to_one(at); legal(reply)) return number_of[reply];
        }
        const B wanted = contested(t, s, color, R::free_cells(t, s, color), recent);
        const InList places{outlook, prospect, outlook.shapes[color], wanted, wanted.any()};
        return draw(places, shapes, policy.playout_shape[phase_of(t, s, color)], policy.playout_tries, missed, random);
    }

    // What a lane plays next with these shapes: a reply that was good before, or what is drawn; whether there is
    // anything.
    static bool choose(const Tables& t, const State& s, int lane, std::uint32_t shapes, const Policy& policy,
                       const Recent& recent, const Replies& replies, std::uint32_t* missed, Random& random,
                       MoveCode& move) {
        if (!shapes) return false;
        move = {-1, 0, false};
        const int supply = R::supply_of(t, lane);
        const std::uint32_t* const weights = policy.playout_shape[phase_of(t, s, supply)];
        if (R::opens_by_touch(t, s, lane)) {
            MoveList list;
            R::generate_lane(t, s, lane, shapes, list);
            std::uint32_t pool = 0;
            for (std::uint32_t rest = list.total ? shapes : 0; rest; rest &= rest - 1)
                if (list.shape_total[__builtin_ctz(rest)]) pool |= rest & -rest;
            if (!pool) return false;
            const int shape = draw_shape(pool, weights, weigh(pool, weights), random);
            move.placement = R::pick_placement(t, list, 1u << shape, random.below(list.shape_total[shape]));
            return true;
        }
        const B corners = B::load(targets(t, s, lane)), free = R::free_cells(t, s, lane), touch = corners & free;
        if (!touch.any()) return false;
        const char* slots = t.is_solid ? R::prepare(t, s, lane, corners) : nullptr;
        if (replies.to_one && recent.placement[0] >= 0) {
            const auto legal = [&](int reply) {
                if (reply < 0 || !(shapes >> t.shape_of[reply] & 1)) return false;
                if (!slots) return R::fits(t, free, touch, reply);
                Word words[W];
                R::anchors_of(t, slots, t.orientation_of[reply]).store(words);
                return (words[t.anchor_of[reply] / 64] >> t.anchor_of[reply] % 64 & 1) != 0;
            };
            const Replies::Slots at = replies.slots(lane, recent);
            if (const int reply = Replies::reply_to_two(at); legal(reply)) {
                move.placement = reply;
                return true;
            }
            if (const int reply = Replies::reply_to_one(at); legal(reply)) {
                move.placement = reply;
                return true;
            }
        }
        if (!slots) slots = R::prepare(t, s, lane, corners);
        const char* wanted = nullptr;
        if (const B cells = contested(t, s, lane, free, recent); cells.any()) {
            char* const copies = scratch<W>().wanted;
            R::write_copies(t, copies, cells);
            wanted = copies;
        }
        std::uint32_t rows = shapes;
        if (t.turns == Turns::dice) {
            rows = 0;
            for (int face = 1; face <= max_faces; ++face)
                if (s.dice[face]) rows |= t.row_shapes[face];
        }
        const OnBoard places{t, slots, wanted};
        move.placement = draw(places, shapes & rows, weights, policy.playout_tries, missed[supply], random);
        if (t.turns != Turns::dice) return move.placement >= 0;
        // A strike is kept for when nothing else goes.
        if (move.placement < 0) {
            move.placement = draw(places, shapes & ~rows, weights, policy.playout_tries, missed[supply], random);
            move.strike = true;
        }
        if (move.placement < 0) return false;
        move.die = 1;
        while (!s.dice[move.die] || !(move.strike || t.row_shapes[move.die] >> t.shape_of[move.placement] & 1))
            ++move.die;
        return true;
    }

    // Plays to the end; `recent` are the pieces placed before.
    static void play_out_guided(const Tables& t, State& s, const Policy& policy, Recent recent, Random& random,
                                const Replies& replies, Trace& trace) {
        MoveCode move;
        std::uint32_t missed[max_seats] = {};
        // The rules ask whether a lane can place; the answer is what it will place.
        const auto chooser = [&](int lane, std::uint32_t shapes) {
            return choose(t, s, lane, shapes, policy, recent, replies, missed, random, move);
        };
        if (s.actor >= 0) chooser(R::lane_of_turn(t, s), R::shapes_of_turn(t, s));
        while (s.actor != nobody) {
            if (s.actor == chance) {
                std::uint8_t dice[max_faces + 1] = {};
                for (int i = R::active_seats(t, s); i > 0; --i) ++dice[1 + random.below(max_faces)];
                for (int face = 0; face <= max_faces; ++face) s.dice[face] = dice[face];
                R::settle_dice(t, s, chooser);
            } else {
                trace.add(s.color, join_move(t, move));
                if (t.turns != Turns::dice) recent.add(s.color, move.placement);
                if (replies.to_one) replies.prefetch((s.color + 1) % t.colors, recent);
                R::place_and_settle(t, s, move, chooser);
            }
        }
    }

    // The same over the list of what can still come up from the root of the search; the trace holds the moves made
    // since.
    static void play_out_listed(const Tables& t, State& s, const Policy& policy, Recent recent, Random& random,
                                const Replies& replies, const Outlook& outlook, Trace& trace) {
        Prospect prospect;
        for (int i = 0; i < outlook.words; ++i) prospect.possible[i] = outlook.start.possible[i];
        for (int i = 0; i < outlook.words; ++i) prospect.open[i] = outlook.start.open[i];
        for (int i = 0; i < trace.length; ++i)
            outlook.play(prospect, trace.color[i], outlook.number_of[trace.color[i] * t.placements + trace.move[i]],
                         prospect);
        int number = -1;
        std::uint32_t missed[max_seats] = {};
        const auto chooser = [&](int color, std::uint32_t shapes) {
            number =
                choose_listed(t, s, color, shapes, policy, recent, replies, outlook, prospect, missed[color], random);
            return number >= 0;
        };
        chooser(s.color, s.supply[s.color]);
        while (s.actor != nobody) {
            const int placement = outlook.placements[number];
            trace.add(s.color, placement);
            recent.add(s.color, placement);
            if (replies.to_one) replies.prefetch((s.color + 1) % t.colors, recent);
            outlook.play(prospect, s.color, number, prospect);
            R::place_and_settle(t, s, {placement, 0, false}, chooser);
        }
    }
};

}  // namespace
}  // namespace cornerwise::CORNERWISE_ISA
