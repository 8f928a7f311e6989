// Lanes measured all anchors of an orientation at once.
#include "advice/measure/lane.h"

#include <bit>
#include <span>
#include <vector>

namespace cornerwise::advice {
namespace {

Cells load(const Tables& t, const Word* words) {
    Cells cells;
    for (int i = 0; i < t.words; ++i) cells.words[i] = words[i];
    return cells;
}

int supply_of(const Tables& t, int lane) { return t.turns == Turns::dice ? lane / t.colors : lane; }

Cells free_cells(const Tables& t, const State& s, int lane) {
    return load(t, t.inside) - load(t, filled(t, s, lane / t.colors)) - load(t, blocked(t, s, lane));
}

// The cells of an orientation as distances in bits from its anchor.
std::span<const std::int16_t> offsets(const Tables& t, int orientation) {
    const std::uint16_t* first = t.nearby_first[orientation];
    return {t.nearby + first[0], t.nearby + first[1]};
}

void cover(const Tables& t, int orientation, const Cells& anchors, Cells& to) {
    for (const int offset : offsets(t, orientation)) to |= anchors.moved(offset);
}

Cells anchors_of(const Tables& t, const MoveList& list, int orientation) {
    return load(t, list.anchors + orientation * t.words);
}

// Every cell that a placement of the list covers.
Cells covered(const Tables& t, const MoveList& list) {
    Cells cells;
    for (int o = 0; list.total && o < t.orientations; ++o) {
        if (!(list.shapes >> t.orientation_shape[o] & 1)) continue;
        if (const Cells anchors = anchors_of(t, list, o); anchors.any()) cover(t, o, anchors, cells);
    }
    return cells;
}

// Where a piece can be built on to from these cells: at their corners or, in space, at their faces.
Cells around(const Tables& t, const Cells& cells) {
    if (t.is_solid)
        return cells.moved(1) | cells.moved(-1) | cells.moved(t.stride) | cells.moved(-t.stride) |
               cells.moved(t.layer) | cells.moved(-t.layer);
    return cells.moved(t.stride + 1) | cells.moved(t.stride - 1) | cells.moved(-t.stride - 1) |
           cells.moved(1 - t.stride);
}

// The places of some shapes on free cells, whether or not they touch anything.
class Fits {
public:
    Fits(const Tables& t, const Cells& free, std::uint32_t shapes) : t_(t) {
        for (int o = 0; o < t.orientations; ++o) {
            if (!(shapes >> t.orientation_shape[o] & 1)) continue;
            const std::span<const std::int16_t> cells = offsets(t, o);
            Cells anchors = free.moved(-cells.front());
            for (const int offset : cells) anchors &= free.moved(-offset);
            if (anchors.any()) kept_.push_back({o, anchors});
        }
    }
    // Cells of the places that meet these.
    Cells meeting(const Cells& cells) const {
        Cells found;
        for (const auto& [o, anchors] : kept_) {
            Cells meets;
            for (const int offset : offsets(t_, o)) meets |= cells.moved(-offset);
            if (meets &= anchors; meets.any()) cover(t_, o, meets, found);
        }
        return found;
    }

private:
    struct Fit {
        int orientation;
        Cells anchors;
    };
    const Tables& t_;
    std::vector<Fit> kept_;
};

}  // namespace

Lane::Lane(const Tables& t, const State& s, int lane) : unused(s.supply[supply_of(t, lane)]) {
    targets = load(t, cornerwise::targets(t, s, lane)) & free_cells(t, s, lane);
    MoveList list;
    kernel().generate_lane(t, s, lane, unused, list);
    next = covered(t, list);
    for (std::uint32_t rest = list.shapes; rest; rest &= rest - 1)
        places[std::countr_zero(rest)] = static_cast<int>(list.shape_total[std::countr_zero(rest)]);
}

std::uint32_t Lane::alive() const {
    std::uint32_t shapes = 0;
    for (int shape = 0; shape < max_shapes; ++shape) shapes |= std::uint32_t{places[shape] > 0} << shape;
    return shapes;
}

void Lane::join(const Lane& other) {
    targets |= other.targets;
    next |= other.next;
    unused |= other.unused;
    for (int shape = 0; shape < max_shapes; ++shape) places[shape] += other.places[shape];
}

Cells ever_cells(const Tables& t, const State& s, int lane) {
    const Cells free = free_cells(t, s, lane);
    const Fits fits(t, free, s.supply[supply_of(t, lane)]);
    Cells targets = load(t, cornerwise::targets(t, s, lane)) & free, reached;
    while (true) {
        const Cells grown = fits.meeting(targets);
        if (!(grown - reached).any()) return reached;
        reached |= grown;
        targets |= around(t, reached) & free;
    }
}

Cells reach_by_two(const Tables& t, const State& s, int lane) {
    const int supply = supply_of(t, lane);
    MoveList list, second;
    kernel().generate_lane(t, s, lane, s.supply[supply], list);
    Cells reach = covered(t, list);
    if (!list.total) return reach;
    const Cells free = free_cells(t, s, lane);
    const Fits fits(t, free, s.supply[supply]);
    // No second piece covers more than this, so only first pieces are tried that a useful second one could touch.
    const Cells bound = fits.meeting(around(t, reach) & free);
    Cells missing = bound - reach, useful = fits.meeting(missing);
    for (int o = 0; o < t.orientations && missing.any(); ++o) {
        const int shape = t.orientation_shape[o];
        if (!(list.shapes >> shape & 1)) continue;
        for (int i = 0; i < t.words; ++i)
            for (Word rest = list.anchors[o * t.words + i]; rest && missing.any(); rest &= rest - 1) {
                const int placement = t.first[o] + t.rank[o * max_bits + 64 * i + std::countr_zero(rest)];
                Word touches = 0;
                for (int w = 0; w < t.words; ++w)
                    touches |= t.attract[placement * t.words + w] & useful.words[w] & free.words[w];
                if (!touches) continue;
                State after = s;
                kernel().lay(t, after, lane, supply, placement);
                kernel().generate_lane(t, after, lane, after.supply[supply], second);
                const Cells more = covered(t, second) & missing;
                if (!more.any()) continue;
                reach |= more;
                missing -= more;
                useful = fits.meeting(missing);
            }
    }
    return reach;
}

}  // namespace cornerwise::advice
