// The counts of a move, its pieces and its strikes beside those of another.
#include "advice/finding/pair.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "advice/finding/count.h"
#include "advice/finding/selection.h"

namespace cornerwise::advice {
namespace {

// The rival's piece that leaves the least, and where it lies.
void tell_answer(const Scene& scene, Finding& finding, const Answer& answer) {
    finding.color = answer.color;
    finding.shape = scene.tables().shape_of[answer.placement];
    const std::span<const std::int16_t> cells = scene.position().atlas().cells(answer.placement);
    finding.cells.assign(cells.begin(), cells.end());
    std::ranges::sort(finding.cells);
}

}  // namespace

std::vector<Finding> beside(const Survey& survey, std::int32_t move, std::int32_t other, Against against,
                            bool is_praised) {
    const Scene& scene = survey.scene();
    const Measure &m = survey.of(move), &o = survey.of(other);
    const Tables& t = scene.tables();
    std::vector<Finding> found;
    for (const Count& count : counts(scene, survey.contenders())) {
        const Trait known = trait(count.kind);
        const double value = number_of(scene, count, m), usual = number_of(scene, count, o);
        const double most = std::max(std::abs(value), std::abs(usual)), gap = std::abs(value - usual);
        if (!differs(scene, count, m, o)) continue;
        Finding finding = finding_of(scene, count, m);
        finding.usual = usual;
        finding.is_good = (value > usual) != known.is_fewer_better;
        if (finding.kind == Kind::partner_space && finding.is_good) continue;
        // To stay away from a rival's squares is no fault, to shut it out of nothing is usual, and what is taken from
        // all rivals is told of each.
        if (finding.kind == Kind::height) continue;
        const bool is_extra = finding.kind == Kind::snug || finding.kind == Kind::contested ||
                              finding.kind == Kind::shut_out || finding.kind == Kind::rivals_space;
        if (is_extra && !finding.is_good) continue;
        // That a bar leads nowhere from a corner of the board is seen at once.
        const bool is_plain = (finding.kind == Kind::corners_opened && value <= 1) || finding.kind == Kind::center;
        if (is_plain && !finding.is_good && !t.is_solid && !scene.has_begun(scene.color())) continue;
        // What is done to one rival is neither a merit nor a fault beside a move that does as much to them all.
        if (known.topic == Topic::harm && finding.color >= 0 && !t.is_solid) {
            const double here = in_all(scene, count.kind, m), there = in_all(scene, count.kind, o);
            const double more = finding.is_good ? here - there : there - here;
            if (more < known.least || more < 0.2 * std::max(here, there)) continue;
        }
        if (finding.kind == Kind::answer) {
            tell_answer(scene, finding, (finding.is_good ? o : m).worst);
            if (!survey.is_contender(finding.color)) continue;
        }
        finding.weight = weight_of(count.kind, gap, most);
        found.push_back(std::move(finding));
    }
    const auto tell = [&](Kind kind, bool is_good, int color, int shape) {
        const bool has = is_good != (kind == Kind::piece_dies || kind == Kind::strike_spent);
        Finding finding = fact_of(scene, m, kind, is_good, has, !has, 1);
        finding.color = color;
        finding.shape = shape;
        found.push_back(std::move(finding));
    };
    if (scene.has_own_color() && !scene.is_open()) {
        const std::uint32_t either = ~(1u << m.shape) & ~(1u << o.shape);
        if (const std::uint32_t lost = m.died & ~o.died & either)
            tell(Kind::piece_dies, false, scene.color(), largest(t, lost));
        if (const std::uint32_t kept = o.died & ~m.died & either)
            tell(Kind::piece_saved, true, scene.color(), largest(t, kept));
    }
    if (m.code.strike != o.code.strike) {
        tell(m.code.strike ? Kind::strike_spent : Kind::strike_saved, !m.code.strike, -1, -1);
        found.back().some = t.strikes - scene.position().state().strikes[scene.seat()] - m.code.strike;
        found.back().of = t.strikes;
    }
    for (Finding& finding : found) finding.against = against;
    return located(scene, is_praised ? joined(select(found, true, 3), select(found, false, 1))
                                     : joined(select(found, false, 2), select(found, true, 1)));
}

std::vector<Finding> ahead(const Survey& survey, const Measure& m, double least) {
    const Scene& scene = survey.scene();
    std::vector<Finding> found;
    for (const Count& count : counts(scene, survey.contenders())) {
        const double sign = trait(count.kind).is_fewer_better ? -1 : 1, value = number_of(scene, count, m);
        const Measure* best = nullptr;
        for (const Measure& each : survey.shown())
            if (each.move != m.move &&
                (!best || sign * number_of(scene, count, each) > sign * number_of(scene, count, *best)))
                best = &each;
        if (!best || count.kind == Kind::partner_space) continue;
        const double usual = number_of(scene, count, *best), most = std::max(std::abs(value), std::abs(usual));
        const double gap = sign * (value - usual);
        if (gap <= 0 || !differs(scene, count, m, *best)) continue;
        if (count.kind != Kind::center && gap < least * most) continue;
        Finding finding = finding_of(scene, count, m);
        finding.usual = usual;
        finding.against = survey.shown().size() == 2 ? Against::next : Against::listed;
        finding.weight = weight_of(count.kind, gap, most);
        if (count.kind == Kind::answer) {
            finding.color = -1;
            if (survey.shown().size() == 2) tell_answer(scene, finding, best->worst);
            if (survey.shown().size() == 2 && !survey.is_contender(finding.color)) continue;
        }
        found.push_back(std::move(finding));
    }
    return found;
}

std::vector<Finding> slightly(const Survey& survey, const Measure& m) {
    if (survey.shown().size() < 2) return {};
    std::vector<Finding> found = beside(survey, m.move, survey.shown()[1].move, Against::next, true);
    std::erase_if(found, [](const Finding& each) { return !is_counted(each.kind); });
    return found;
}

bool is_matched(const Survey& survey, const Finding& plus, std::int32_t move, std::int32_t other) {
    const Scene& scene = survey.scene();
    const Measure &m = survey.of(move), &o = survey.of(other);
    switch (plus.kind) {
        case Kind::awkward_piece: return o.shape == plus.shape;
        case Kind::piece_saved: return o.shape == plus.shape || !(o.died >> plus.shape & 1);
        case Kind::hard_piece: return o.shape == plus.shape;
        case Kind::die: return o.code.die == m.code.die;
        case Kind::strike_gain: return false;
        case Kind::fills: return o.size >= m.size;
        case Kind::strike_saved: return !o.code.strike;
        case Kind::all_fit: return o.kept == o.left;
        case Kind::piece_revived: return (m.revived & ~o.revived) == 0;
        case Kind::sure_win:
        case Kind::sure_loss: return false;
        default: break;
    }
    const Count count{plus.kind, plus.color};
    const Trait known = trait(plus.kind);
    const double sign = known.is_fewer_better ? -1 : 1;
    // As much harm may be done to other rivals.
    if (known.topic == Topic::harm && plus.color >= 0 && !scene.tables().is_solid &&
        in_all(scene, plus.kind, o) >= in_all(scene, plus.kind, m))
        return true;
    return sign * number_of(scene, count, o) >= sign * number_of(scene, count, m);
}

bool is_surpassed(const Survey& survey, const Finding& plus, const Measure& m, const Measure& other) {
    const Scene& scene = survey.scene();
    if (!is_counted(plus.kind)) return false;
    const Count count{plus.kind, plus.color};
    const double sign = trait(plus.kind).is_fewer_better ? -1 : 1;
    return sign * number_of(scene, count, other) > sign * number_of(scene, count, m);
}

}  // namespace cornerwise::advice
