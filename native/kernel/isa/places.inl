// The places of a lane: every legal one at once, whether there is any, and what laying a piece changes.
// Compiled only with isa.cpp, once per instruction set; W is the words of a board.
#pragma once

#include "kernel/isa/vectors.inl"

namespace cornerwise::CORNERWISE_ISA {
namespace {

template <int W>
struct Scratch {
    Field<W> source;
    // The tails behind the words of a slot stay zero for ever.
    alignas(64) char slots[max_slots * slot_bytes] = {};
    alignas(64) char wanted[8 * slot_bytes] = {};  // cells a playout would like to cover
};

// A thread's own memory. Finding it takes a call into the loader, which the compiler would repeat at every use
// if it knew what the pointer is.
template <int W>
Scratch<W>& scratch() {
    static thread_local Scratch<W> memory;
    Scratch<W>* found = &memory;
    asm("" : "+r"(found));
    return *found;
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
struct Places {
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

    CORNERWISE_INLINE static void write_copies(const Tables& t, char* to, const B& bits) {
        const B above = bits.next_words();
#pragma GCC unroll 8
        for (int r = 0; r < 8; ++r) {
            if (r == t.remainders) return;
            B copy = bits;
            if (r)
                for (int i = 0; i < B::count; ++i) copy.part[i] = bits.part[i] >> r | above.part[i] << (64 - r);
            copy.store(to + r * slot_bytes);
        }
    }

    // Writes the shifted copies of free, standing and target cells; null when no target is free.
    CORNERWISE_INLINE static const char* prepare(const Tables& t, const State& s, int lane, const B& wanted) {
        const B free = free_cells(t, s, lane);
        const B touch = wanted & free;
        if (!touch.any()) return nullptr;
        Scratch<W>& memory = scratch<W>();
        char* slots = memory.slots;
        write_copies(t, slots + first_slot(t, Source::free) * slot_bytes, free);
        if (t.is_solid) {
            memory.source.set(B::load(filled(t, s, sheet_of(t, lane))));
            const B standing = free & (B::load(t.ground) | memory.source.up(t.layer));
            write_copies(t, slots + first_slot(t, Source::standing) * slot_bytes, standing);
        }
        char* to = slots + first_join(t, Source::free) * slot_bytes;
        const Join* join = t.joins;
        for (int i = 0; i < t.all_joins; ++i, ++join, to += slot_bytes)
            (B::load(slots + join->first) & B::load(slots + join->second)).store(to);
        write_targets(t, slots, touch);
        return slots;
    }

    // The shifted copies of the cells of which a placement must touch one.
    CORNERWISE_INLINE static void write_targets(const Tables& t, char* slots, const B& touch) {
        write_copies(t, slots + first_slot(t, Source::targets) * slot_bytes, touch);
        char* to = slots + first_join(t, Source::targets) * slot_bytes;
        const Join* join = t.joins + t.all_joins;
        for (int i = 0; i < t.some_joins; ++i, ++join, to += slot_bytes)
            (B::load(slots + join->first) | B::load(slots + join->second)).store(to);
    }

    // On flat boards the same terms say what must be clear and what may touch; the copies of the targets lie
    // `beyond` those of the free cells.
    template <int Clear, int Touch>
    CORNERWISE_INLINE static B anchors(const Terms& terms, const char* slots, const char* beyond) {
        const std::uint16_t* touching = Touch ? terms.touch : terms.clear;
        B clear = B::load(slots + terms.clear[0]);
        B touch = B::load(beyond + touching[0]);
        for (int k = 1; k < Clear; ++k) clear = clear & B::load(slots + terms.clear[k]);
        for (int k = 1; k < (Touch ? Touch : Clear); ++k) touch = touch | B::load(beyond + touching[k]);
        return clear & touch;
    }

    // Lists the orientations of these shapes, so that one flat loop runs over all of them.
    CORNERWISE_INLINE static void list_shapes(const Tables& t, std::uint32_t shapes, MoveList& list) {
        list.shapes = shapes;
        std::uint16_t* to = list.order;
        const bool is_long = t.has_long_order;
        for (std::uint32_t rest = shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            const std::uint16_t* from = t.shape_order[shape];
            Bits<4>::load(from).store(to);
            if (is_long) Bits<4>::load(from + 16).store(to + 16);
            to += t.shape_orientations[shape];
        }
        list.listed = static_cast<int>(to - list.order);
    }

    static char* anchors_at(MoveList& list, std::size_t offset) {
        return reinterpret_cast<char*>(list.anchors) + offset * (sizeof(Word) * W / sizeof(Terms));
    }

    // Adds up the counts by shape.
    CORNERWISE_INLINE static void total_shapes(const Tables& t, MoveList& list) {
        std::uint32_t before = 0;
        int n = 0;
        for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            n += t.shape_orientations[shape];
            const std::uint32_t upto = list.upto[n - 1];
            list.shape_total[shape] = upto - before;
            before = upto;
        }
        list.total = before;
    }

    // Keeps the anchors of the orientation with this entry in `order`; their number by lanes.
    template <int Clear, int Touch>
    CORNERWISE_INLINE static auto find(const Tables& t, const char* slots, const char* beyond, MoveList& list,
                                       std::size_t offset) {
        const auto* terms = reinterpret_cast<const Terms*>(reinterpret_cast<const char*>(t.terms) + offset);
        const B found = anchors<Clear, Touch>(*terms, slots, beyond);
        found.store(anchors_at(list, offset));
        return found.lane_counts();
    }

    template <int Clear, int Touch>
    CORNERWISE_INLINE static void scan(const Tables& t, const char* slots, MoveList& list) {
        const char* const beyond = Touch ? slots : slots + first_slot(t, Source::targets) * slot_bytes;
        Word total = 0;
        // Four orientations at a time; the list goes on with repetitions of its last one.
        for (int i = 0, n = list.listed; i < n; i += 4) {
            const std::uint16_t* const four = list.order + i;
            const auto counts = B::add_lanes(find<Clear, Touch>(t, slots, beyond, list, four[0]),
                                             find<Clear, Touch>(t, slots, beyond, list, four[1]),
                                             find<Clear, Touch>(t, slots, beyond, list, four[2]),
                                             find<Clear, Touch>(t, slots, beyond, list, four[3]));
            // The product holds the sums of one, two, three and all four counts, 16 bits each.
            const Word upto = (counts + total) * 0x0001000100010001u;
            __builtin_memcpy(list.upto + i, &upto, 8);
            total = upto >> 48;
        }
    }

    static void scan_all(const Tables& t, const State& s, int lane, const B& wanted, std::uint32_t shapes,
                         MoveList& list) {
        const char* slots = prepare(t, s, lane, wanted);
        if (!slots) {
            list.shapes = list.total = 0;
            return;
        }
        list_shapes(t, shapes, list);
        if (t.is_parallel && t.most_clear <= 3) scan<3, 0>(t, slots, list);
        else if (t.most_clear <= 3 && t.most_touch <= 3) scan<3, 3>(t, slots, list);
        else scan<max_terms, max_terms>(t, slots, list);
        total_shapes(t, list);
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
        const typename B::Vector none{};
        std::uint32_t total = 0;
        for (int i = 0; i < list.listed; ++i) {
            char* at = anchors_at(list, list.order[i]);
            const B both = B::load(at) & B::load(anchors_at(touching, list.order[i]));
            both.store(at);
            total += static_cast<std::uint32_t>(B::add_lanes(both.lane_counts(), none, none, none));
            list.upto[i] = static_cast<std::uint16_t>(total);
        }
        total_shapes(t, list);
    }

    static bool can_place(const Tables& t, const State& s, int lane, std::uint32_t shapes) {
        if (opens_by_touch(t, s, lane)) {
            MoveList list;
            generate_lane(t, s, lane, shapes, list);
            return list.total > 0;
        }
        const char* slots = prepare(t, s, lane, B::load(targets(t, s, lane)));
        if (!slots) return false;
        for (std::uint32_t rest = shapes; rest; rest &= rest - 1) {
            const int shape = __builtin_ctz(rest);
            for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o)
                if (anchors<max_terms, max_terms>(t.terms[o], slots, slots).any()) return true;
        }
        return false;
    }

    static std::uint32_t shape_sum(const MoveList& list, std::uint32_t shapes) {
        std::uint32_t sum = 0;
        for (std::uint32_t rest = shapes & list.shapes; rest; rest &= rest - 1)
            sum += list.shape_total[__builtin_ctz(rest)];
        return sum;
    }

    static std::int32_t pick_placement(const Tables& t, const MoveList& list, std::uint32_t shapes, std::uint32_t k) {
        if (list.shapes & ~shapes) {
            // From counting among some shapes to counting among all.
            std::uint32_t within = 0;
            for (std::uint32_t rest = list.shapes;; rest &= rest - 1) {
                const int shape = __builtin_ctz(rest);
                const std::uint32_t n = list.shape_total[shape];
                if (!(shapes >> shape & 1)) k += n;
                else if (k < within + n) break;
                within += n;
            }
        }
        int at = 0;
        for (int i = 0; i < list.listed; ++i) at += list.upto[i] <= k;
        if (at) k -= list.upto[at - 1];
        const int o = list.order[at] / sizeof(Terms);
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

    // The legal anchors of an orientation, from prepared slots.
    CORNERWISE_INLINE static B anchors_of(const Tables& t, const char* slots, int o) {
        if (t.is_parallel && t.most_clear <= 3)
            return anchors<3, 0>(t.terms[o], slots, slots + first_slot(t, Source::targets) * slot_bytes);
        return anchors<max_terms, max_terms>(t.terms[o], slots, slots);
    }

    // Some placements of one shape, to draw one of them; counted only then.
    struct Choice {
        Word words[max_shape_orientations * W];
        std::uint16_t orientation[max_shape_orientations];
        int size = 0;

        CORNERWISE_INLINE void add(int o, const B& anchors) {
            anchors.store(words + size * W);
            orientation[size++] = static_cast<std::uint16_t>(o);
        }
        CORNERWISE_INLINE std::int32_t draw(const Tables& t, Random& random) const {
            std::uint32_t total = 0;
            for (int i = 0; i < size * W; ++i) total += popcount(words[i]);
            std::uint32_t k = random.below(total);
            const Word* word = words;
            for (std::uint32_t n; k >= (n = popcount(*word)); ++word) k -= n;
            const int at = static_cast<int>(word - words), o = orientation[at / W];
            return t.first[o] + t.rank[o * max_bits + 64 * (at % W) + select_bit(*word, static_cast<int>(k))];
        }
    };

    // The legal placements of a shape, from prepared slots; where `wanted` holds copies of some cells, in `best` those
    // that cover the most of them (more than four count as four), if any covers one.
    static void choices(const Tables& t, const char* slots, const char* wanted, int shape, Choice& legal,
                        Choice& best) {
        int most = 1;
        for (int o = t.shape_first[shape]; o < t.shape_first[shape + 1]; ++o) {
            const B found = anchors_of(t, slots, o);
            if (!found.any()) continue;
            legal.add(o, found);
            if (!wanted) continue;
            // Counts for all anchors at once, as binary digits.
            B ones{}, twos{}, fours{};
            for (int k = t.nearby_first[o][0]; k < t.nearby_first[o][1]; ++k) {
                const B covered = B::load(wanted + t.nearby[k] % 8 * slot_bytes + t.nearby[k] / 8);
                const B two = ones & covered, four = twos & two;
                ones = minus(ones | covered, two);
                twos = minus(twos | two, four);
                fours = fours | four;
            }
            const B count[] = {ones, twos, ones & twos, fours};
            int level = 4;
            B most_covering = found & fours;
            while (!most_covering.any() && level > most) most_covering = found & count[--level - 1];
            if (!most_covering.any()) continue;
            if (level > most) best.size = 0;
            most = level;
            best.add(o, most_covering);
        }
    }

    // Whether a lane may place this, by its free cells and the free ones among its targets; flat boards, not a first
    // piece that has to touch another.
    CORNERWISE_INLINE static bool fits(const Tables& t, const B& free, const B& touch, int placement) {
        const B cells = stamped(t.cells_stamp, t.orientation_of[placement], t.anchor_of[placement]);
        return !minus(cells, free).any() && (cells & touch).any();
    }

    CORNERWISE_INLINE static B stamped(const char* stamps, int o, int anchor) {
        const char* from = stamps + o * stamp_bytes + stamp_origin - anchor / 8;
        const int r = anchor % 8;
        B high = B::load(from);
        const B low = B::load(from - 8);
        for (int i = 0; i < B::count; ++i) high.part[i] = high.part[i] << r | low.part[i] >> 1 >> (63 - r);
        return high;
    }

    // C6: the pair of start cells on which a first piece lies is its team's alone, and the team's only one.
    static void part_starts(const Tables& t, State& s, int lane, const B& cells) {
        for (int p = 0; p < t.pairs; ++p) {
            const B pair = B::load(t.pair[p]);
            if (!(pair & cells).any()) continue;
            for (int other = 0; other < t.lanes; ++other) {
                if (s.opened >> other & 1) continue;
                const bool is_mate = t.teams[t.owners[other]] == t.teams[t.owners[lane]];
                const B left = B::load(targets(t, s, other));
                (is_mate ? left & pair : minus(left, pair)).store(targets(t, s, other));
            }
        }
    }

    static void lay(const Tables& t, State& s, int lane, int supply, int placement) {
        const int o = t.orientation_of[placement], anchor = t.anchor_of[placement];
        const int sheet = sheet_of(t, lane), shape = t.orientation_shape[o];
        Word *f = filled(t, s, sheet), *b = blocked(t, s, lane), *a = targets(t, s, lane);
        const B inside = B::load(t.inside);
        const B attract = stamped(t.attract_stamp, o, anchor) & inside;
        (B::load(f) | stamped(t.cells_stamp, o, anchor)).store(f);
        (B::load(b) | (stamped(t.repel_stamp, o, anchor) & inside)).store(b);
        if (t.pairs && !(s.opened >> lane & 1)) part_starts(t, s, lane, stamped(t.cells_stamp, o, anchor));
        // The start squares stop counting with the first piece of a lane.
        (s.opened >> lane & 1 ? B::load(a) | attract : attract).store(a);
        s.opened |= static_cast<std::uint16_t>(1u << lane);
        s.placed[supply * t.shapes + shape] = static_cast<std::uint16_t>(placement + 1);
        s.supply[supply] &= ~(1u << shape);
        if (t.turns == Turns::dice) s.inks[shape] |= static_cast<std::uint8_t>((lane % t.colors) << (2 * sheet));
        if (!s.supply[supply] && shape == t.smallest) s.smallest_last |= static_cast<std::uint8_t>(1u << supply);
        ++s.ply;
    }
};

}  // namespace
}  // namespace cornerwise::CORNERWISE_ISA
