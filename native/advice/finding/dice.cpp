// Dice and strikes, and how much a move fills.
#include "advice/finding/dice.h"

#include <algorithm>

#include "advice/finding/count.h"

namespace cornerwise::advice {
namespace {

constexpr double clear_cut = 0.6;  // share of other moves that must spend a strike before we speak of one that is saved
constexpr double half = 0.5;       // of all moves
constexpr int last_squares = 2;    // of the largest shape that still fits when a sheet is nearly full

}  // namespace

std::vector<Finding> dice(const Survey& survey, const Measure& m, std::span<const Measure* const> others) {
    const Scene& scene = survey.scene();
    const Tables& t = scene.tables();
    if (t.turns != Turns::dice) return {};
    const State& s = scene.position().state();
    std::vector<Finding> found;
    // The die that is the hardest to use.
    double mine = 0, least = 0;
    for (int face = 1; face <= max_faces; ++face) {
        if (!s.dice[face]) continue;
        double places = 0;
        for (std::uint32_t row = t.row_shapes[face]; row; row &= row - 1)
            places += scene.own().places[std::countr_zero(row)];
        if (face == m.code.die) mine = places;
        else least = least ? std::min(least, places) : places;
    }
    if (!m.code.strike && mine > 0 && 2 * mine <= least) {
        Finding& finding = found.emplace_back(fact_of(scene, m, Kind::die, true, mine, least, 1 - mine / least));
        finding.against = Against::any;
        finding.die = m.code.die;
    }
    const int left = t.strikes - s.strikes[scene.seat()] - m.code.strike;
    if (m.code.strike) {
        // What a strike is spent for.
        int most = 0;
        for (const std::int32_t move : scene.position().legal_ids())
            if (const MoveCode code = split_move(t, move); !code.strike)
                most = std::max<int>(most, t.shape_size[t.shape_of[code.placement]]);
        if (m.size > most) {
            found.push_back(fact_of(scene, m, Kind::strike_gain, true, most, m.size, 1));
            found.back().against = Against::any;
        }
        // That it is spent is said with it, where nothing goes without.
        if (!most) {
            found.back().some = left;
            found.back().of = t.strikes;
            return found;
        }
    }
    // Strikes spent and saved.
    double spending = 0;
    for (const Measure* other : others) spending += other->code.strike / static_cast<double>(others.size());
    const auto strikes = [](const Measure& each) { return each.code.strike; };
    if (m.code.strike && spending < 1)
        found.push_back(fact_of(scene, m, Kind::strike_spent, false, 1, spending, 1 - spending));
    else if (!m.code.strike && (spending >= clear_cut || std::ranges::any_of(survey.shown(), strikes)))
        found.push_back(fact_of(scene, m, Kind::strike_saved, true, 0, spending, spending));
    else return found;
    found.back().some = left;
    found.back().of = t.strikes;
    return found;
}

std::vector<Finding> filled(const Survey& survey, const Measure& m) {
    const Scene& scene = survey.scene();
    const Tables& t = scene.tables();
    if ((t.sheets == 1 && !survey.is_decided()) || m.code.strike) return {};
    int same = 0, all = 0;
    for (const std::int32_t move : scene.position().legal_ids()) {
        const MoveCode code = split_move(t, move);
        if (code.strike) continue;
        const int size = t.shape_size[t.shape_of[code.placement]];
        if (size > m.size) return {};
        same += size == m.size;
        ++all;
    }
    const bool is_usual = std::ranges::all_of(
        survey.shown(), [&](const Measure& each) { return each.size == m.size && !each.code.strike; });
    if (same == all || (is_usual && same > half * all)) return {};
    Finding finding;
    finding.kind = Kind::fills;
    finding.cells = scene.numbers(m.cells);
    finding.value = finding.usual = m.size;
    finding.against = Against::any;
    finding.weight = 1;
    return {finding};
}

bool is_nearly_full(const Survey& survey) {
    const Tables& t = survey.scene().tables();
    if (t.sheets == 1) return false;
    return std::ranges::all_of(survey.scene().position().legal_ids(), [&](std::int32_t move) {
        return t.shape_size[t.shape_of[split_move(t, move).placement]] <= last_squares;
    });
}

std::vector<Finding> filled_last(const Survey& survey, const Measure& m) {
    if (survey.shown().size() < 2 || !is_nearly_full(survey)) return {};
    const Measure& next = survey.shown()[survey.shown().front().move == m.move];
    if (m.size <= next.size) return {};
    Finding finding = fact_of(survey.scene(), m, Kind::fills, true, m.size, next.size, 1);
    finding.against = Against::next;
    return {finding};
}

}  // namespace cornerwise::advice
