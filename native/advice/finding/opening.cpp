// First pieces.
#include "advice/finding/opening.h"

#include <algorithm>

namespace cornerwise::advice {
namespace {

constexpr double most_moves = 0.6;  // share of the moves measured that are called most of them all

}  // namespace

bool is_opening(const Scene& scene) {
    return scene.tables().sheets == 1 && scene.has_own_color() && !scene.has_begun(scene.color());
}

Shared shared(const Survey& survey) {
    const std::vector<Measure>&shown = survey.shown(), &legal = survey.legal();
    const auto largest = std::ranges::max(legal, {}, &Measure::size).size;
    const auto is_largest = [&](const Measure& each) { return each.size == largest; };
    const auto is_open = [&](const Measure& m) {
        const int corners = m.opened.count();
        const auto opens_fewer = [&](const Measure& each) { return each.opened.count() < corners; };
        return static_cast<double>(std::ranges::count_if(legal, opens_fewer)) >=
               most_moves * static_cast<double>(legal.size());
    };
    Shared found;
    found.are_largest = std::ranges::all_of(shown, is_largest) && !std::ranges::all_of(legal, is_largest);
    found.are_open = !survey.scene().tables().is_solid && std::ranges::all_of(shown, is_open);
    return found;
}

std::vector<Finding> opening(const Survey& survey, const Measure& m) {
    const Scene& scene = survey.scene();
    if (!is_opening(scene)) return {};
    const bool is_solid = scene.tables().is_solid;
    const int corners = m.opened.count();
    if (corners < 2 || (!is_solid && m.center < 0)) return {};
    const bool is_in_center = !is_solid && m.center == 0;
    Finding finding;
    finding.kind = is_in_center ? Kind::opening_center : Kind::opening;
    finding.against = Against::any;
    finding.cells = scene.numbers(is_in_center ? m.foremost : m.opened);
    finding.value = corners;
    // In space, the cubes that are seen from above.
    finding.usual = is_solid ? (m.cells - m.cells.moved(-scene.tables().layer)).count() : m.center;
    finding.color = scene.color();
    finding.weight = 1;
    return {finding};
}

}  // namespace cornerwise::advice
