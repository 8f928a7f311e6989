// Own pieces that fit, are hard to place, die or live on.
#include "advice/finding/piece.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "advice/finding/count.h"
#include "advice/finding/crowd.h"

namespace cornerwise::advice {
namespace {

constexpr double clear_cut = 0.6;  // share of the others after which a piece must fit nowhere, or somewhere, to tell it
constexpr int few = 3;             // other pieces that there must be to speak of most of them
constexpr double scarce = 8;       // places of a piece that is hard to place
constexpr double others_fail =
    0.5;                           // share of them after which some piece must fit nowhere, so that not most do as well
constexpr double far_fewer = 0.6;  // of the places of other pieces of its size, for one that is hard to place
constexpr int needy = 12;          // places of a piece that needs more
constexpr double half = 0.5;       // of all moves

// How many places most other moves leave to a piece.
double usual_places(const Survey& survey, const Measure& m, int shape) {
    const Scene& scene = survey.scene();
    std::vector<double> places;
    for (const Measure& other : survey.typical()) {
        if (other.move == m.move || other.shape == shape) continue;
        MoveList list;
        kernel().generate_lane(scene.tables(), scene.position().play(other.move).state(), scene.color(), 1u << shape,
                               list);
        places.push_back(list.total ? list.shape_total[shape] : 0);
    }
    return places.empty() ? 0 : bound(places, true);
}

}  // namespace

std::vector<Finding> pieces(const Survey& survey, const Measure& m, std::span<const Measure* const> others) {
    const Scene& scene = survey.scene();
    if (!scene.has_own_color()) return {};
    std::vector<Finding> found;
    const auto tell = [&](Kind kind, bool is_good, double value, double usual, double weight, int shape) {
        Finding& finding = found.emplace_back(fact_of(scene, m, kind, is_good, value, usual, weight));
        finding.color = scene.color();
        finding.shape = shape;
        return &finding;
    };
    // A piece that is hard to place, placed while it fits.
    std::vector<double> places;
    bool is_hardest = true, differs = false;
    for (std::uint32_t rest = scene.own().alive() & ~(1u << m.shape); rest; rest &= rest - 1) {
        places.push_back(scene.own().places[std::countr_zero(rest)]);
        is_hardest = is_hardest && places.back() > scene.own().places[m.shape];
    }
    for (const Measure* other : others) differs = differs || other->shape != m.shape;
    if (static_cast<int>(places.size()) >= few && is_hardest && differs) {
        const double mine = scene.own().places[m.shape], usual = bound(places, false);
        if (mine <= scarce && 2 * mine <= usual)
            tell(Kind::awkward_piece, true, mine, usual, 1 - 0.5 * mine / usual, m.shape);
    }
    // Own pieces that lose their last place, or keep it where most moves would lose it.
    const double n = static_cast<double>(others.size());
    for (std::uint32_t rest = scene.is_open() ? 0 : scene.own().alive() & ~(1u << m.shape); rest;) {
        const int shape = largest(scene.tables(), rest);
        rest &= ~(1u << shape);
        int losing = 0;
        for (const Measure* other : others) losing += other->died >> shape & 1;
        const bool dies = m.died >> shape & 1;
        if (dies ? losing >= (1 - clear_cut) * n : losing < clear_cut * n) continue;
        // Of all other moves, not only of those that somebody would think of.
        const int of = static_cast<int>(survey.aftermaths().size()) - 1;
        losing = -dies;
        for (const Aftermath& other : survey.aftermaths()) losing += other.died >> shape & 1;
        const double share = static_cast<double>(losing) / of;
        if (dies ? share >= half : share < half) continue;
        Finding* told = dies ? tell(Kind::piece_dies, false, 1, 0, 1 - share, shape)
                             : tell(Kind::piece_saved, true, 0, 1, share, shape);
        told->some = dies ? of - losing : losing;
        told->of = of;
    }
    return found;
}

std::vector<Finding> fitting(const Survey& survey, const Measure& m) {
    const Scene& scene = survey.scene();
    std::vector<Finding> found;
    if (!scene.has_own_color()) return found;
    const Tables& t = scene.tables();
    const int own = scene.color();
    // A first piece that no start admits does not count.
    if (m.revived && !scene.is_open()) {
        Finding& finding = found.emplace_back();
        finding.kind = Kind::piece_revived;
        finding.cells = scene.numbers(m.cells);
        finding.value = std::popcount(m.revived);
        finding.color = own;
        finding.shape = largest(t, m.revived);
        finding.weight = 1;
    }
    if (t.sheets > 1 || m.left < 2 || m.kept < m.left) return found;
    const auto fail =
        std::ranges::count_if(survey.aftermaths(), [](const Aftermath& other) { return other.kept < other.left; });
    const double n = static_cast<double>(survey.aftermaths().size()) - 1;
    if (static_cast<double>(fail) >= others_fail * n) {
        Finding& finding = found.emplace_back();
        finding.kind = Kind::all_fit;
        finding.color = own;
        finding.cells = scene.numbers(m.cells);
        finding.value = m.left;
        finding.weight = static_cast<double>(fail) / n;
        finding.some = static_cast<int>(fail);
        finding.of = static_cast<int>(n);
    }
    return found;
}

std::vector<Finding> early(const Survey& survey, const Measure& m) {
    const Scene& scene = survey.scene();
    const Tables& t = scene.tables();
    if (t.sheets > 1 || !scene.has_own_color()) return {};
    const auto is_it = [&](const Measure& each) { return each.shape == m.shape; };
    if (survey.shown().size() > 1 && std::ranges::all_of(survey.shown(), is_it)) return {};
    const double mine = scene.own().places[m.shape];
    std::vector<double> places;
    for (std::uint32_t rest = scene.own().alive() & ~(1u << m.shape); rest; rest &= rest - 1) {
        const int shape = std::countr_zero(rest);
        if (t.shape_size[shape] > m.size) return {};
        if (t.shape_size[shape] == m.size) places.push_back(scene.own().places[shape]);
    }
    if (places.size() < few) return {};
    const double usual = bound(places, false);
    const auto fewer = std::ranges::count_if(places, [&](double other) { return other < mine; });
    if (4 * fewer > static_cast<std::ptrdiff_t>(places.size()) || mine > far_fewer * usual) return {};
    Finding finding;
    finding.kind = Kind::hard_piece;
    finding.color = scene.color();
    finding.shape = m.shape;
    finding.cells = scene.numbers(m.cells);
    finding.value = mine;
    finding.usual = usual;
    finding.weight = 1 - 0.5 * mine / usual;
    return {finding};
}

std::vector<Finding> plan(const Survey& survey, const Measure& m, std::span<const std::int32_t> expected) {
    const Scene& scene = survey.scene();
    const Tables& t = scene.tables();
    if (t.sheets > 1 || !scene.has_own_color() || !scene.has_begun(scene.color())) return {};
    Position here = scene.position().play(m.move);
    MoveList list;
    kernel().generate_lane(t, here.state(), scene.color(), scene.own().unused & ~(1u << m.shape), list);
    for (const std::int32_t next : expected) {
        if (here.state().actor == scene.seat() && here.state().color == scene.color()) {
            const int placement = split_move(t, next).placement;
            if (scene.position().is_legal(next) || !has_placement(t, list, placement)) return {};
            // What has places enough needs no other.
            const int shape = t.shape_of[placement], before = scene.own().places[shape];
            const int after = static_cast<int>(list.shape_total[shape]);
            if (before > needy || after < 2 * before || 2 * usual_places(survey, m, shape) > after) return {};
            Finding finding;
            finding.kind = Kind::follow_up;
            finding.color = scene.color();
            finding.shape = shape;
            finding.value = before;
            for (const std::int16_t cell : scene.position().atlas().cells(placement)) finding.cells.push_back(cell);
            std::ranges::sort(finding.cells);
            return {finding};
        }
        here = here.play(next);
    }
    return {};
}

}  // namespace cornerwise::advice
