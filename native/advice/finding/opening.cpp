// First pieces.
#include "advice/finding/opening.h"

namespace cornerwise::advice {

std::vector<Finding> opening(const Survey& survey, const Measure& m) {
    const Scene& scene = survey.scene();
    const Tables& t = scene.tables();
    if (t.sheets > 1 || !scene.has_own_color() || scene.has_begun(scene.color())) return {};
    const int corners = m.opened.count();
    if (corners < 2 || (!t.is_solid && m.center < 1)) return {};
    Finding finding;
    finding.kind = Kind::opening;
    finding.against = Against::any;
    finding.cells = scene.numbers(m.opened);
    finding.value = corners;
    // In space, the cubes that are seen from above.
    finding.usual = t.is_solid ? (m.cells - m.cells.moved(-t.layer)).count() : m.center;
    finding.color = scene.color();
    finding.weight = 1;
    return {finding};
}

}  // namespace cornerwise::advice
