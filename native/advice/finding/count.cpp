// What can be counted of a move, color by color.
#include "advice/finding/count.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cornerwise::advice {
namespace {

constexpr double taken = 0.05;    // share of a rival's reach below which taking from it is not worth mentioning
constexpr double shared = 0.2;    // the same for a partner, whose reach one's own moves always cross
constexpr double closing = 0.15;  // share of a rival's corners below which closing some is not worth mentioning
constexpr double plain_gap = 3,
                 plain = 0.3;             // what is opened, closed or taken more or less than typical, and its share
constexpr double plain_gap_on_sheet = 2;  // there each turn opens little
constexpr double told_apart = 0.2;        // share of a count in which two moves must differ
constexpr double few_fewer = 0.25;        // of the pieces that still fit

}  // namespace

Trait trait(Kind kind) {
    switch (kind) {
        case Kind::corners_opened: return {Topic::growth, 1.0, false, false, 2};
        case Kind::space: return {Topic::growth, 1.0, false, false, 8};
        case Kind::safe: return {Topic::growth, 1.1, false, false, 3};
        case Kind::awkward_piece: return {Topic::piece, 0.9, true, true, 1};
        case Kind::piece_dies: return {Topic::piece, 1.0, true, false, 1};
        case Kind::piece_saved: return {Topic::piece, 1.0, false, true, 1};
        case Kind::pieces_kept: return {Topic::piece, 1.05, false, false, 1};
        case Kind::corners_closed: return {Topic::harm, 1.05, false, true, 2};
        case Kind::space_taken: return {Topic::harm, 0.9, false, true, 6};
        case Kind::corners_starved: return {Topic::harm, 0.95, false, true, 1};
        case Kind::shut_out: return {Topic::harm, 1.3, false, true, 3};
        case Kind::rival_piece_dies: return {Topic::harm, 1.0, false, true, 1};
        case Kind::center: return {Topic::growth, 0.9, true, true, 2};
        case Kind::contested: return {Topic::harm, 0.9, false, true, 6};
        case Kind::new_reach: return {Topic::growth, 0.95, false, false, 8};
        case Kind::answer: return {Topic::answer, 1.1, false, true, 6};
        case Kind::rivals_space: return {Topic::harm, 0.85, false, true, 6};
        case Kind::all_fit: return {Topic::piece, 0.9, false, true, 1};
        case Kind::piece_revived: return {Topic::piece, 0.95, false, true, 1};
        case Kind::partner_space: return {Topic::partner, 0.9, true, false, 6};
        case Kind::cubes_shown: return {Topic::cubes, 1.2, false, false, 2};
        case Kind::cubes_covered: return {Topic::cubes, 1.1, false, true, 1};
        case Kind::lasting: return {Topic::cubes, 1.2, false, true, 1};
        case Kind::strike_spent: return {Topic::dice, 1.3, true, false, 1};
        case Kind::strike_saved: return {Topic::dice, 1.3, false, true, 1};
        case Kind::die: return {Topic::dice, 0.8, true, true, 4};
        case Kind::hard_piece: return {Topic::piece, 0.8, true, true, 1};
        case Kind::snug: return {Topic::fit, 0.85, false, true, 2};
        case Kind::wasted: return {Topic::fit, 1.2, true, false, 2};
        case Kind::strike_gain: return {Topic::dice, 1.1, false, true, 1};
        case Kind::height: return {Topic::growth, 0.7, false, true, 1};
        case Kind::opening_center:
        case Kind::opening: return {Topic::growth, 0.6, false, true, 1};
        case Kind::fills: return {Topic::fit, 0.8, false, true, 1};
        case Kind::dice_open: return {Topic::dice, 1.0, false, false, 1};
        default: return {Topic::result, 1.0, false, false, 1};
    }
}

bool is_counted(Kind kind) {
    switch (kind) {
        case Kind::awkward_piece:
        case Kind::piece_dies:
        case Kind::piece_saved:
        case Kind::hard_piece:
        case Kind::die:
        case Kind::all_fit:
        case Kind::piece_revived:
        case Kind::follow_up:
        case Kind::strike_spent:
        case Kind::strike_gain:
        case Kind::fills:
        case Kind::opening:
        case Kind::opening_center:
        case Kind::strike_saved: return false;
        default: return trait(kind).topic != Topic::result;
    }
}

std::vector<Count> counts(const Scene& scene, std::span<const int> contenders) {
    std::vector<Count> found;
    const Tables& t = scene.tables();
    const int own = scene.color();
    const auto has_begun = [&](int rival) { return scene.has_begun(rival); };
    if (t.sheets > 1)
        for (const Kind kind : {Kind::snug, Kind::wasted, Kind::dice_open}) found.push_back({kind, own});
    if (t.is_solid && scene.has_own_color()) found.push_back({Kind::lasting, own});
    if (t.is_solid && scene.has_own_color() && scene.is_open()) found.push_back({Kind::height, own});
    // What is seen early is covered later.
    if (t.is_solid && scene.is_late()) found.push_back({Kind::cubes_shown, own});
    if (scene.has_own_color()) {
        // Corners serve the next shape only where it is of the same color.
        if (scene.next_color() == own) found.push_back({Kind::corners_opened, own});
        found.push_back({Kind::space, scene.next_color()});
        found.push_back({Kind::pieces_kept, own});
        if (!scene.rivals().empty()) found.push_back({Kind::safe, own});
        if (!t.is_solid && t.sheets == 1) {
            found.push_back({Kind::center, own});
            found.push_back({Kind::new_reach, own});
        }
        if (!t.is_solid && std::ranges::any_of(contenders, has_begun)) found.push_back({Kind::answer, own});
    }
    for (const int rival : contenders) {
        if (!scene.has_begun(rival)) continue;
        for (const Kind kind :
             {Kind::corners_closed, Kind::space_taken, Kind::corners_starved, Kind::shut_out, Kind::rival_piece_dies})
            found.push_back({kind, rival});
        if (!t.is_solid && scene.has_own_color()) found.push_back({Kind::contested, rival});
        if (t.is_solid) found.push_back({Kind::cubes_covered, rival});
    }
    if (std::ranges::count_if(scene.rivals(), has_begun) > 1) found.push_back({Kind::rivals_space, -1});
    for (const int partner : scene.partners())
        if (scene.has_begun(partner)) found.push_back({Kind::partner_space, partner});
    return found;
}

const Cells* cells_of(const Count& count, const Measure& m) {
    switch (count.kind) {
        case Kind::corners_opened: return &m.opened;
        case Kind::space: return &m.space;
        case Kind::safe: return &m.safe;
        case Kind::new_reach: return &m.fresh;
        case Kind::lasting: return &m.lasting;
        case Kind::wasted: return &m.wasted;
        case Kind::center: return &m.foremost;
        case Kind::contested: return &m.toward[count.color].contested;
        case Kind::rivals_space: return &m.taken;
        case Kind::corners_closed: return &m.toward[count.color].closed;
        case Kind::space_taken:
        case Kind::partner_space: return &m.toward[count.color].taken;
        case Kind::corners_starved: return &m.toward[count.color].starved;
        case Kind::shut_out: return &m.toward[count.color].shut_out;
        default: return nullptr;
    }
}

double number_of(const Scene& scene, const Count& count, const Measure& m) {
    // A move that comes no nearer to the middle is farther from it than any other.
    if (count.kind == Kind::center) return m.center < 0 ? nowhere : m.center;
    if (const Cells* cells = cells_of(count, m)) return cells->count();
    switch (count.kind) {
        case Kind::pieces_kept: return m.kept;
        case Kind::answer: return m.worst.left;
        case Kind::cubes_shown: return m.gained;
        case Kind::snug: return m.snug;
        case Kind::height: return scene.tables().top_level[m.code.placement] + 1;
        case Kind::dice_open: return m.faces;
        case Kind::rival_piece_dies: return std::popcount(m.toward[count.color].killed);
        case Kind::cubes_covered: return m.toward[count.color].cost;
        default: return 0;
    }
}

double least_of(const Scene& scene, const Count& count) {
    if (count.kind == Kind::space_taken) return std::max(4.0, taken * scene.other(count.color).next.count());
    if (count.kind == Kind::corners_closed) return std::max(2.0, closing * scene.other(count.color).live().count());
    if (count.kind == Kind::rivals_space) return 6;
    if (count.kind == Kind::partner_space) return shared * scene.other(count.color).next.count();
    if (count.kind == Kind::shut_out || count.kind == Kind::safe) return trait(count.kind).least;
    if (count.kind == Kind::corners_starved) return 3;
    if (count.kind == Kind::contested) return 4;
    return 0;
}

double gap_of(const Scene& scene, Kind kind, double usual, double share) {
    const double least = scene.tables().sheets > 1 ? plain_gap_on_sheet : plain_gap;
    switch (kind) {
        case Kind::corners_opened:
        case Kind::corners_closed:
        case Kind::space_taken:
        case Kind::contested:
        case Kind::safe:
        case Kind::rivals_space:
        case Kind::partner_space: return std::max(least, plain * std::abs(usual));
        case Kind::pieces_kept: return std::max(1.0, few_fewer * std::abs(usual));
        case Kind::new_reach: return std::max<double>(trait(kind).least, plain * std::abs(usual));
        case Kind::snug:
        case Kind::wasted:
        case Kind::cubes_shown: return std::max<double>(trait(kind).least, share * std::abs(usual));
        case Kind::answer: return std::max<double>(trait(kind).least, much * usual);
        default: return std::max(1.0, share * std::abs(usual));
    }
}

bool differs(const Scene& scene, const Count& count, const Measure& m, const Measure& o) {
    const Trait known = trait(count.kind);
    const double value = number_of(scene, count, m), usual = number_of(scene, count, o);
    const double most = std::max(std::abs(value), std::abs(usual)), gap = std::abs(value - usual);
    if (gap < known.least || gap < told_apart * most || most < least_of(scene, count)) return false;
    const bool is_good = (value > usual) != known.is_fewer_better;
    const bool is_solid = scene.tables().is_solid;
    switch (count.kind) {
        // The middle is a goal only for a move that comes nearer to it, and a distance only where there is one.
        case Kind::center: return m.center >= 0 && o.center >= 0 && value && usual;
        // A closed corner counts where the rival's reach shrinks with it.
        case Kind::corners_closed: {
            const int here = m.toward[count.color].taken.count(), there = o.toward[count.color].taken.count();
            return is_good ? here > there : here < there;
        }
        // A few safe squares more or less say little, and in space even half of the places.
        case Kind::safe: return gap >= serious * most;
        case Kind::corners_opened:
            return !is_solid || (gap >= plain_gap && std::min(std::abs(value), std::abs(usual)) <= most / 2);
        case Kind::pieces_kept: return gap >= few_fewer * most;
        case Kind::answer: return gap >= much * most && (is_good ? o : m).worst.color >= 0;
        default: return true;
    }
}

double in_all(const Scene& scene, Kind kind, const Measure& m) {
    double sum = 0;
    for (const int rival : scene.rivals())
        if (scene.has_begun(rival)) sum += number_of(scene, {kind, rival}, m);
    return sum;
}

int only_victim(const Scene& scene, const Measure& m) {
    int victim = -1;
    for (const int rival : scene.rivals()) {
        if (!scene.has_begun(rival) || !m.toward[rival].taken.any()) continue;
        if (victim >= 0) return -1;
        victim = rival;
    }
    return victim;
}

Finding finding_of(const Scene& scene, const Count& count, const Measure& m) {
    Finding finding;
    finding.kind = count.kind;
    finding.color = count.color;
    if (count.kind == Kind::rival_piece_dies && m.toward[count.color].killed)
        finding.shape = largest(scene.tables(), m.toward[count.color].killed);
    const Cells* cells = cells_of(count, m);
    finding.cells = scene.numbers(cells ? *cells : m.cells);
    finding.value = number_of(scene, count, m);
    return finding;
}

Finding fact_of(const Scene& scene, const Measure& m, Kind kind, bool is_good, double value, double usual,
                double weight) {
    Finding finding;
    finding.kind = kind;
    finding.is_good = is_good;
    finding.cells = scene.numbers(m.cells);
    finding.value = value;
    finding.usual = usual;
    finding.weight = weight;
    return finding;
}

int largest(const Tables& t, std::uint32_t shapes) {
    int found = std::countr_zero(shapes);
    for (std::uint32_t rest = shapes; rest; rest &= rest - 1)
        if (const int shape = std::countr_zero(rest); t.shape_size[shape] >= t.shape_size[found]) found = shape;
    return found;
}

}  // namespace cornerwise::advice
