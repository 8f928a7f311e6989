// Which findings of a move are told: those that set it apart, or else the next best that is true.
#include "advice/comparison.h"

#include <algorithm>
#include <utility>

#include "advice/finding/count.h"
#include "advice/finding/crowd.h"
#include "advice/finding/dice.h"
#include "advice/finding/pair.h"
#include "advice/finding/piece.h"
#include "advice/finding/selection.h"

namespace cornerwise::advice {
namespace {

constexpr int few = 3;                 // other moves that there must be to speak of most of them
constexpr double alike = 0.7;          // share of what a move gains from which another gains about as much
constexpr double clearly_ahead = 0.3;  // share of a count by which a move must lead the others listed
constexpr int enough = 2;              // reasons with which the next own move is not told
constexpr int most_pluses = 3;

// Whether it tells something even of a move that does no more of it than other likely ones.
bool is_telling(Kind kind) {
    const Topic topic = trait(kind).topic;
    return topic == Topic::harm || topic == Topic::answer || topic == Topic::cubes || kind == Kind::safe ||
           kind == Kind::new_reach || kind == Kind::center;
}

// Whether a plus is one to the eye.
bool tells(const Survey& survey, const Finding& finding, const Measure& m) {
    switch (finding.kind) {
        // That the squares of the piece itself are taken is seen at once.
        case Kind::space_taken: {
            const Cells& taken = m.toward[finding.color].taken;
            return 2 * (taken - m.cells).count() >= taken.count();
        }
        // What it covers of the own side it gives away.
        case Kind::cubes_covered: return m.hidden < finding.value;
        case Kind::snug: return !is_nearly_full(survey);
        case Kind::lasting:
            return !std::ranges::all_of(survey.shown(),
                                        [](const Measure& each) { return each.lasting.count() == each.size; });
        default: return true;
    }
}

}  // namespace

std::vector<std::int32_t> Comparison::typical() const {
    std::vector<std::int32_t> moves;
    for (const Measure& m : survey_.typical()) moves.push_back(m.move);
    return moves;
}

std::vector<Finding> Comparison::alone(std::int32_t move, std::span<const std::int32_t> worse,
                                       std::span<const std::int32_t> expected) const {
    const Measure& m = survey_.of(move);
    const std::vector<Measure>& shown = survey_.shown();
    std::vector<const Measure*> others;
    for (const Measure& each : survey_.typical())
        if (each.move != move) others.push_back(&each);
    for (const Measure& each : shown)
        if (each.move != move &&
            std::ranges::find(survey_.typical(), each.move, &Measure::move) == survey_.typical().end())
            others.push_back(&each);
    const auto telling = [&](std::vector<Finding> found) { return told(std::move(found), m, others, worse); };
    const bool are_many = static_cast<int>(others.size()) >= few;
    std::vector<Finding> found;
    if (are_many) {
        found = joined(beside_many(survey_, m, others), pieces(survey_, m, others));
        found = telling(joined(std::move(found), dice(survey_, m, others)));
    }
    found = joined(std::move(found), telling(filled_last(survey_, m)));
    const std::vector<Finding> leads = telling(ahead(survey_, m, clearly_ahead));
    std::vector<Finding> pluses = select(found, true, most_pluses);
    // What sets it apart from the moves beside it can be seen there.
    for (Finding& plus : pluses)
        for (const Finding& lead : leads)
            if (plus.kind == lead.kind && plus.color == lead.color) plus = lead;
    if (pluses.empty()) pluses = select(leads, true, 1);
    if (static_cast<int>(pluses.size()) < enough) pluses = joined(std::move(pluses), plan(survey_, m, expected));
    if (pluses.empty() && are_many) pluses = select(telling(fitting(survey_, m)), true, 1);
    if (pluses.empty()) pluses = select(telling(ahead(survey_, m, 0)), true, 1);
    if (pluses.empty()) pluses = select(telling(broad(survey_, m, Against::nearly_all)), true, 1);
    if (pluses.empty()) pluses = select(telling(early(survey_, m)), true, 1);
    if (pluses.empty()) pluses = select(telling(broad(survey_, m, Against::largely)), true, 1);
    if (pluses.empty()) pluses = select(telling(filled(survey_, m)), true, 1);
    if (pluses.empty()) pluses = select(telling(slightly(survey_, m)), true, 1);
    if (pluses.empty()) pluses = unlisted(m, worse);
    if (pluses.empty()) pluses = opening(survey_, m);
    // Whom it all is taken from is named; others than one move are compared by no more than they do in all.
    for (Finding& plus : pluses)
        if (const int victim = only_victim(scene(), m);
            plus.kind == Kind::rivals_space && plus.against != Against::next && victim >= 0) {
            plus.kind = Kind::space_taken;
            plus.color = victim;
        }
    return located(scene(), joined(std::move(pluses), select(found, false, 1)));
}

std::vector<Finding> Comparison::unlisted(const Measure& m, std::span<const std::int32_t> worse) const {
    std::vector<const Measure*> others;
    for (const Measure& each : survey_.legal())
        if (!survey_.is_shown(each.move)) others.push_back(&each);
    if (static_cast<int>(others.size()) < few) return {};
    std::vector<Finding> found = beside_many(survey_, m, others);
    std::erase_if(found, [](const Finding& each) { return !each.is_good; });
    for (Finding& each : found) each.against = Against::unlisted;
    for (const bool is_harm : {true, false}) {
        std::vector<Finding> some = found;
        std::erase_if(some, [&](const Finding& each) { return is_telling(each.kind) != is_harm; });
        some = select(told(std::move(some), m, others, worse), true, 1);
        if (!some.empty()) return some;
    }
    return {};
}

bool Comparison::is_common(const Finding& plus, const Measure& m) const {
    // On a sheet every square counts to the end.
    const bool is_compared = plus.against == Against::typical || plus.against == Against::next ||
                             (plus.kind == Kind::fills && scene().tables().sheets == 1);
    const auto others = static_cast<std::ptrdiff_t>(survey_.shown().size()) - 1;
    if (!is_compared || others < 2) return false;
    const auto as_much = std::ranges::count_if(survey_.shown(), [&](const Measure& other) {
        return other.move != m.move && is_matched(survey_, plus, m.move, other.move);
    });
    return 2 * as_much >= others;
}

std::vector<Finding> Comparison::told(std::vector<Finding> found, const Measure& m,
                                      std::span<const Measure* const> others,
                                      std::span<const std::int32_t> worse) const {
    const std::vector<Measure>& shown = survey_.shown();
    std::erase_if(found, [&](Finding& each) {
        if (each.kind == Kind::contested && each.against != Against::unlisted) {
            // The squares nearby are gained by many moves.
            const auto much_alike = std::ranges::count_if(shown, [&](const Measure& peer) {
                return peer.toward[each.color].contested.count() >= alike * each.value;
            });
            if (2 * (much_alike - 1) > static_cast<int>(shown.size()) - 1) return true;
        }
        if (each.is_good && !tells(survey_, each, m)) return true;
        if (each.is_good && is_common(each, m)) return true;
        const bool is_most = each.against == Against::typical || each.against == Against::unlisted;
        if (is_most && is_counted(each.kind) && !holds(survey_, each, m, others)) return true;
        return each.is_good &&
               (std::ranges::any_of(worse,
                                    [&](std::int32_t other) { return is_matched(survey_, each, m.move, other); }) ||
                std::ranges::any_of(shown,
                                    [&](const Measure& other) { return is_surpassed(survey_, each, m, other); }));
    });
    return found;
}

}  // namespace cornerwise::advice
