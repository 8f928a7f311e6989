// The counts of a move beside those of many others.
#include "advice/finding/crowd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "advice/finding/count.h"

namespace cornerwise::advice {
namespace {

constexpr double clear_cut = 0.6;       // share of them that must be worse (or better) before we speak of a difference
constexpr double notable = 0.15;        // share of the typical count below which a difference is not worth mentioning
constexpr double most_moves = 2 / 3.0;  // share of moves that are called most of them
constexpr double nearly_every = 0.93;   // the same, called nine in ten; some may be off where not all are measured
constexpr double three_quarters = 0.8;  // the same, called three in four
constexpr std::size_t crowd = 10;       // other moves that there must be to speak so of them
constexpr double slight = 0.15;         // of what they do, by which a move must differ from them
constexpr double half = 0.5;            // of the moves listed

double median(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    const std::size_t n = numbers.size();
    return n % 2 ? numbers[n / 2] : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}

}  // namespace

double bound(std::vector<double> numbers, bool is_upper) {
    std::ranges::sort(numbers);
    return numbers[is_upper ? numbers.size() / 2 : (numbers.size() - 1) / 2];
}

std::vector<Finding> beside_many(const Survey& survey, const Measure& m, std::span<const Measure* const> others) {
    const Scene& scene = survey.scene();
    std::vector<Finding> found;
    const double n = static_cast<double>(others.size());
    for (const Count& count : counts(scene, survey.contenders())) {
        const Trait known = trait(count.kind);
        const double value = number_of(scene, count, m), sign = known.is_fewer_better ? -1 : 1;
        std::vector<double> numbers;
        int worse = 0, better = 0, exceeding = 0;
        for (const Measure* other : others) {
            numbers.push_back(number_of(scene, count, *other));
            worse += sign * numbers.back() < sign * value;
            better += sign * numbers.back() > sign * value;
        }
        for (const Measure& peer : survey.shown()) exceeding += sign * number_of(scene, count, peer) > sign * value;
        // The number that most of them, more than half, do not exceed, or reach.
        const double usual = bound(numbers, value > median(numbers));
        if (std::abs(value - usual) < gap_of(scene, count.kind, usual, notable)) continue;
        Finding finding = finding_of(scene, count, m);
        finding.usual = usual;
        if (count.kind == Kind::answer) finding.color = -1;  // whoever answers
        if (count.kind == Kind::center && (value == nowhere || usual == nowhere || !value)) continue;
        if (count.kind == Kind::corners_closed &&
            m.toward[count.color].taken.count() < least_of(scene, {Kind::space_taken, count.color}))
            continue;
        if (sign * value > sign * usual && worse >= clear_cut * n &&
            2 * exceeding <= static_cast<int>(survey.shown().size()) - 1) {
            if (count.kind != Kind::partner_space && value < least_of(scene, count)) continue;
            finding.weight = worse / n;
        } else if (sign * value < sign * usual && better >= clear_cut * n && !known.is_plus_only) {
            if (count.kind == Kind::partner_space && value < least_of(scene, count)) continue;
            // What it has a little less of is no reason to doubt it.
            const bool is_spatial = trait(count.kind).topic == Topic::growth;
            if (is_spatial && std::abs(value - usual) < serious * std::abs(usual)) continue;
            finding.is_good = false;
            finding.weight = better / n;
        } else {
            continue;
        }
        if (count.kind == Kind::partner_space && finding.is_good) continue;
        found.push_back(std::move(finding));
    }
    return found;
}

std::vector<Finding> broad(const Survey& survey, const Measure& m, Against against) {
    const Scene& scene = survey.scene();
    const double share = against == Against::nearly_all ? nearly_every : three_quarters;
    std::vector<Finding> found;
    if (survey.legal().size() <= crowd) return found;
    for (const Count& count : counts(scene, survey.contenders())) {
        if (count.kind == Kind::partner_space) continue;
        const double sign = trait(count.kind).is_fewer_better ? -1 : 1, value = number_of(scene, count, m);
        std::vector<double> numbers;
        for (const Measure& each : survey.legal())
            if (each.move != m.move) numbers.push_back(sign * number_of(scene, count, each));
        std::ranges::sort(numbers);
        const double n = static_cast<double>(numbers.size());
        const double usual = sign * numbers[static_cast<std::size_t>(std::ceil(share * n)) - 1];
        const double gap = sign * (value - usual);
        const double least = trait(count.kind).least < 6 ? 1 : 3;
        if (gap < least || gap < slight * std::abs(usual) || value < least_of(scene, count)) continue;
        if (count.kind == Kind::center && (value == nowhere || usual == nowhere)) continue;
        Finding finding = finding_of(scene, count, m);
        if (count.kind == Kind::answer) finding.color = -1;
        finding.usual = usual;
        finding.against = against;
        finding.weight = 0.5 + 0.5 * gap / std::max(std::abs(value), std::abs(usual));
        found.push_back(std::move(finding));
    }
    return found;
}

bool holds(const Survey& survey, Finding& finding, const Measure& m, std::span<const Measure* const> others) {
    const Scene& scene = survey.scene();
    const Count count{finding.kind, finding.color};
    const double value = finding.value;
    const bool is_more = value > finding.usual;
    const auto bounded = [&](std::vector<double> numbers, double share) {
        std::ranges::sort(numbers);
        const std::size_t n = numbers.size(), held = std::max<std::size_t>(1, std::lround(std::ceil(share * n)));
        return numbers[is_more ? held - 1 : n - held];
    };
    const auto counted = [&](const Measure& each) { return number_of(scene, count, each); };
    std::vector<double> anywhere, likely, listed;
    for (const Measure* each : others) likely.push_back(counted(*each));
    if (finding.against == Against::unlisted) {
        anywhere = std::exchange(likely, {});
    } else {
        for (const Measure& each : survey.legal())
            if (each.move != m.move) anywhere.push_back(counted(each));
        for (const Measure& each : survey.shown())
            if (each.move != m.move) listed.push_back(counted(each));
    }
    for (const auto& [numbers, share] : {std::pair{anywhere, most_moves}, {likely, half}, {listed, half}}) {
        if (numbers.empty()) continue;
        const double limit = bounded(numbers, share);
        finding.usual = is_more ? std::max(finding.usual, limit) : std::min(finding.usual, limit);
    }
    const double usual = finding.usual, gap = std::abs(value - usual);
    if ((is_more ? value <= usual : value >= usual) || gap < gap_of(scene, finding.kind, usual, notable)) return false;
    if (finding.kind == Kind::center && usual == nowhere) return false;
    if (finding.kind == Kind::corners_opened && scene.tables().is_solid &&
        2 * std::min(value, usual) > std::max(value, usual))
        return false;
    // What it has a little less of is no reason to doubt it.
    return finding.is_good || trait(finding.kind).topic != Topic::growth || gap >= serious * std::abs(usual);
}

}  // namespace cornerwise::advice
