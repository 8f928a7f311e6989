// Which moves are told, in which order, and how sure the first of them is.
#include "advice/advice.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "advice/bonus.h"
#include "advice/repetition.h"
#include "kernel/scoring.h"

namespace cornerwise::advice {
namespace {

// How much searches from other seeds differ however long they are, as a part of the deviation of a single game.
constexpr double unsettled_share = 0.03, unsettled_in_space = 0.06;
constexpr double noticed = 0.05;     // of the most visits, without which a move is no rival to the first
constexpr double deep = 0.2;         // of the most visits, without which a move does not lead
constexpr std::size_t rivals = 3;    // that must be searched before a move can be called clearly best
constexpr double clearly = 0.95;     // how sure a move must be to be called clearly best
constexpr int clear_gap = 10;        // of two chances in percent, without which no move is clearly best
constexpr std::uint32_t tiny = 200;  // visits, with fewer of which only a proof makes it clear
constexpr double unrivaled = 0.9;    // how sure it can be else: unsearched means unknown
constexpr int least_gap = 2;         // of two chances in percent that is worth telling
constexpr int level_gap = 2;         // up to which two chances are called equally good
constexpr double level_error = 0.1;  // of a chance about which so little is known that it equals nothing
constexpr double level_score = 1;    // up to which two final scores are called equally good
constexpr double expectation = 0.1;  // by how much, times how likely it was thought, a move may make up for its error
constexpr double settled = 0.01;     // so near to 0 or 1 a chance is decided, and no other difference matters
constexpr double hopeless =
    0.015;  // a win chance that is shown as next to none; what it lacks is one that is all but certain
constexpr double winning = 0.975;     // a chance with which a move should win
constexpr double margin_spread = 20;  // of a final margin, in points, from one game to the next
constexpr int expected_moves = 6;     // that are told
constexpr int likely_moves = 40;      // the most likely ones, among which typical moves are looked for

constexpr std::string_view verdicts[] = {"only",       "only_place",   "clear",   "likely",   "ahead",
                                         "two",        "equal",        "sure",    "two_sure", "equal_sure",
                                         "equal_win",  "every_sure",   "all_win", "unknown",  "equal_largest",
                                         "equal_open", "equal_opening"};

class Ranking {
public:
    explicit Ranking(const Position& position)
        : position_(position), t_(position.tables()), seat_(position.state().actor) {}

    double win(const Advised& each) const { return each.line.mean.win[seat_]; }
    // A win chance as it is shown.
    int shown(const Advised& each) const { return static_cast<int>(std::lround(100 * win(each))); }

    // By how much the mover's side is expected to end before the best of the others, in tenths; behind, where negative.
    double points(const Advised& each) const { return std::round(10 * margin(each.line).value_or(0)) / 10; }

    // Whether a move spends a strike on what a die allows without one.
    bool wastes_strike(std::int32_t move) const {
        const MoveCode code = split_move(t_, move);
        if (!code.strike) return false;
        const int shape = t_.shape_of[code.placement];
        for (int face = 1; face <= max_faces; ++face)
            if (position_.state().dice[face] && t_.row_shapes[face] >> shape & 1) return true;
        return false;
    }

    // As they are told: the one of which most is certain first, the others by what is shown of them, and what shows the
    // same chance by the score that is shown. Where nobody has a chance left, points decide. What was hardly searched
    // comes last.
    void order(std::vector<Advised>& moves) const {
        std::uint32_t most = 0;
        for (const Advised& each : moves) most = std::max(most, each.line.visits);
        const auto unnoticed = std::stable_partition(moves.begin(), moves.end(),
                                                     [&](const Advised& each) { return is_noticed(each, most); });
        const bool is_lost =
            std::all_of(moves.begin(), unnoticed, [&](const Advised& each) { return win(each) < hopeless; });
        const auto by_shown = [&](const Advised& a, const Advised& b) {
            if (!is_lost && shown(a) != shown(b)) return shown(a) > shown(b);
            return points(a) > points(b);
        };
        // What is uncertain is believed more readily of moves that were thought likely from the beginning.
        const auto bound = [&](const Advised& each) {
            return win(each) - each.error + std::min(each.error, expectation * static_cast<double>(each.line.prior));
        };
        // What was searched much less was searched less deeply, and what is shown of it is what shallow searches
        // believe.
        const auto is_deep = [&](const Advised& each) {
            return each.line.is_decided || each.line.visits >= deep * most;
        };
        const auto surest = [&](const Advised& a, const Advised& b) {
            return is_deep(a) == is_deep(b) ? bound(a) < bound(b) : is_deep(b);
        };
        const int chance = shown(*std::max_element(moves.begin(), unnoticed, surest));
        std::stable_sort(moves.begin(), unnoticed, by_shown);
        std::stable_sort(unnoticed, moves.end(), by_shown);
        const auto first = std::find_if(moves.begin(), unnoticed, [&](const Advised& each) {
            return is_lost || (shown(each) == chance && is_deep(each));
        });
        std::rotate(moves.begin(), first, first + 1);
    }

    static bool is_noticed(const Advised& each, std::uint32_t most) {
        return each.line.is_decided || each.line.visits >= noticed * most;
    }

    // `are_all` says whether something is known of every legal move.
    double certainty(const std::vector<Advised>& moves, bool are_all) const {
        const Advised& first = moves.front();
        std::uint32_t most = 0;
        for (const Advised& each : moves) most = std::max(most, each.line.visits);
        double least = 1;
        std::size_t searched = 0;
        for (const Advised& each : moves) {
            if (&each == &first) continue;
            const double sure = superiority(first, each);
            if (!is_noticed(each, most)) continue;
            least = std::min(least, sure);
            ++searched;
        }
        // A search that has proved a victory looks no further.
        const bool is_cut_short = first.line.is_decided && !are_all;
        const bool are_known = searched >= (is_cut_short ? rivals : std::min(rivals, moves.size() - 1));
        return are_known ? least : std::min(least, unrivaled);
    }

    bool has_same_score(const Advised& a, const Advised& b) const {
        return std::equal(a.line.mean.score.begin(), a.line.mean.score.begin() + t_.seats, b.line.mean.score.begin());
    }
    bool are_proved_equal(const Advised& a, const Advised& b) const {
        return a.line.is_exact && b.line.is_exact && has_same_score(a, b);
    }

    // How a move compares with the first; nothing where the chances shown say it all.
    std::optional<Finding> result_beside(const Advised& each, const Advised& first) const {
        Finding finding;
        finding.against = Against::first;
        finding.is_good = false;
        const double behind = std::round(points(first) - points(each));
        // Where both ends are known, the margins say it all.
        const bool are_ends = first.line.is_exact && each.line.is_exact && is_sure(first) && win(first) == win(each);
        if (are_ends && behind >= 1) {
            finding.kind = win(first) == 1 ? Kind::wins_by_less : Kind::loses_by_more;
            finding.value = std::abs(points(each));
            finding.usual = std::abs(points(first));
        } else if (is_sure(each) && win(each) == 0 && win(first) > 0) {
            finding.kind = Kind::loses;
        } else if (is_little_known(first, each) || is_beyond_doubt(first, each)) {
            return {};
        } else if (shown(each) == shown(first) && lead(first, each) && lead(each, first)) {
            finding = *lead(each, first);
            finding.is_good = false;
        } else {
            finding.kind = are_proved_equal(each, first) ? Kind::proved_equal : Kind::level;
            finding.is_good = true;
        }
        return finding;
    }

    // With which lead, or how far behind, two moves should finish, where the first of them is shown to finish better.
    std::optional<Finding> lead(const Advised& better, const Advised& other) const {
        // Whoever proves who wins looks for no score.
        const auto has_no_score = [](const Advised& each) { return each.line.is_decided && !each.line.is_exact; };
        if (has_no_score(better) || has_no_score(other)) return {};
        const double here = std::round(points(better)), there = std::round(points(other));
        const double gap = std::abs(points(better) - points(other));
        if (here == there || here * there <= 0 || gap < 1 || gap <= points_error(better, other)) return {};
        Finding finding;
        finding.kind = Kind::points;
        finding.value = here;
        finding.usual = there;
        finding.against = Against::first;
        return finding;
    }

    // Whether another shows a higher chance and yet does not lead, as too little is known of it.
    bool is_little_known(const Advised& first, const Advised& each) const {
        return shown(each) - shown(first) > level_gap && superiority(first, each) < 0.25;
    }

    // What is said of all that are shown.
    Verdict verdict(std::span<const Advised> moves, double confidence, bool overlaps, bool is_hopeless,
                    bool are_all_alike) const {
        if (position_.legal_count() == 1) return Verdict::only;
        if (has_one_place()) return Verdict::only_place;
        const Advised& first = moves.front();
        // Where no more is known of the first, no less is known of the others.
        const double known_error = std::max(level_error, first.error);
        bool is_likely = true, is_any_unknown = false;
        int level = 0, alike = 0;
        for (const Advised& each : moves.subspan(1)) {
            is_any_unknown = is_any_unknown || is_little_known(first, each);
            const std::optional<Finding> result = result_beside(each, first);
            const int behind = shown(first) - shown(each);
            // Where the score decides, the margin must be alike.
            const bool is_alike = !is_hopeless || std::abs(points(each) - points(first)) < level_score;
            level += result && result->is_good && behind <= level_gap && each.error <= known_error && is_alike;
            alike += are_proved_equal(each, first);
            is_likely = is_likely && (!result || !result->is_good);
        }
        if (is_any_unknown) return Verdict::unknown;
        // "They all": of none that is listed beside them is it unknown whether it ends alike.
        const auto is_known = [&](const Advised& each) { return each.line.is_exact || is_beyond_doubt(first, each); };
        if (alike && alike == level) {
            if (are_all_alike) return Verdict::every_sure;
            if (alike == 1) return Verdict::two_sure;
            if (std::ranges::all_of(moves.subspan(1), is_known))
                return is_sure(first) && win(first) == 1 ? Verdict::equal_win : Verdict::equal_sure;
        }
        const bool all_win = std::ranges::all_of(moves, [&](const Advised& each) { return win(each) > winning; });
        if (all_win && level) return Verdict::all_win;
        // "Two": what is listed below them is behind by more than it may be off.
        const auto is_behind = [&](const Advised& each) { return is_beyond_doubt(first, each); };
        const auto behind = std::ranges::count_if(moves, is_behind);
        if (level) return level == 1 && behind + 2 == std::ssize(moves) ? Verdict::two : Verdict::equal;
        const auto is_unknown = [&](const Advised& each) { return each.error > known_error; };
        // Where it is proved who wins there is no margin of error.
        const bool are_decided = std::ranges::all_of(moves, [](const Advised& each) { return each.line.is_decided; });
        if (!is_likely && !are_decided)
            return std::ranges::any_of(moves, is_unknown) ? Verdict::unknown : Verdict::ahead;
        if (confidence >= clearly && !overlaps) return Verdict::clear;
        return is_sure(first) && win(first) == 1 ? Verdict::sure : Verdict::likely;
    }

    // How the game ends after the first move, if that is certain; a defeat only where no other move makes it smaller.
    std::optional<Finding> end(const Advised& first, const std::vector<Line>& all) const {
        if (!is_sure(first) || (win(first) == 0 && all.size() < 2)) return {};
        const std::optional<double> by = margin(first.line);
        Finding finding;
        finding.kind = win(first) == 1 ? Kind::sure_win : Kind::sure_loss;
        finding.against = Against::any;
        if (first.line.is_exact) finding.value = finding.usual = std::abs(std::round(by.value_or(0)));
        const auto is_no_better = [&](const Line& line) { return line.is_exact && margin(line) <= by; };
        const bool are_known = static_cast<int>(all.size()) == position_.legal_count() && by.value_or(0) < 0;
        if (finding.kind == Kind::sure_loss && !(are_known && std::ranges::all_of(all, is_no_better))) return {};
        return finding;
    }

    // Whether two chances are apart by less than a reader takes for clear, or their intervals overlap; what is proved
    // has none.
    bool overlap(const Advised& first, const Advised& each) const {
        if (first.line.is_decided && each.line.is_decided) return false;
        return win(first) - first.error <= win(each) + each.error || shown(first) - shown(each) < clear_gap;
    }

    // Whether one move's chance is better by more than both may be off.
    bool is_beyond_doubt(const Advised& better, const Advised& other) const {
        const int gap = shown(better) - shown(other);
        return gap >= least_gap && gap > 100 * std::hypot(better.error, other.error);
    }

private:
    const Position& position_;
    const Tables& t_;
    int seat_;

    // Whether it is certain that the mover wins alone, or does not win.
    bool is_sure(const Advised& each) const { return each.line.is_decided && (win(each) == 0 || win(each) == 1); }

    // Whether all legal moves put the same piece in the same place.
    bool has_one_place() const {
        const std::vector<std::int32_t> moves = position_.legal_ids();
        const std::int32_t place = split_move(t_, moves.front()).placement;
        return std::ranges::all_of(moves, [&](std::int32_t move) { return split_move(t_, move).placement == place; });
    }

    // By how much the mover's side ends before the best of the others; nothing where there are none.
    std::optional<double> margin(const Line& line) const {
        const double sign = t_.scoring == Scoring::empty ? -1 : 1;
        std::optional<double> best;
        for (int seat = 0; seat < t_.seats; ++seat) {
            // R5: who retired is beaten already, whatever the score.
            if (t_.teams[seat] == t_.teams[seat_] || side_retired(t_, position_.state(), seat)) continue;
            const double score = sign * line.mean.score[seat];
            best = std::max(best.value_or(score), score);
        }
        if (!best) return {};
        return sign * line.mean.score[seat_] - *best;
    }

    // How far off the difference of two expected scores may be.
    double points_error(const Advised& a, const Advised& b) const {
        const auto error = [&](const Advised& each) {
            return each.line.is_exact ? 0 : 1.96 * margin_spread * unsettled(each.line.visits, t_.is_solid);
        };
        return std::hypot(error(a), error(b));
    }

    // How sure it is that one move is better than another.
    double superiority(const Advised& first, const Advised& second) const {
        const double spread = std::hypot(first.error, second.error) / 1.96, gap = win(first) - win(second);
        if (spread > 0) return 0.5 * (1 + std::erf(gap / spread / std::sqrt(2)));
        const bool are_exact = first.line.is_exact && second.line.is_exact;
        if (gap == 0 && (!are_exact || has_same_score(first, second))) return 0.5;
        return gap >= 0 ? 1 : 0;
    }
};

// Several moves look equally good, and what they have in common.
Verdict equal_in(const Shared& shared) {
    if (shared.are_largest) return shared.are_open ? Verdict::equal_opening : Verdict::equal_largest;
    return shared.are_open ? Verdict::equal_open : Verdict::equal;
}

}  // namespace

std::span<const std::string_view> verdict_names() { return verdicts; }

double unsettled(double visits, bool is_solid) {
    return std::hypot(1 / std::sqrt(visits + 2), is_solid ? unsettled_in_space : unsettled_share);
}
double deviation(double share, double visits, bool is_solid) {
    share = (share * visits + 1) / (visits + 2);
    return std::sqrt(share * (1 - share)) * unsettled(visits, is_solid);
}

Advice advise(const Position& position, const Result& result, int count) {
    const Ranking ranking(position);
    const int seat = position.state().actor;
    std::vector<Advised> all;
    for (const Line& line : result.lines)
        if (!ranking.wastes_strike(line.move)) {
            const double error =
                1.96 * std::hypot(deviation(line.mean.win[seat], line.visits, position.tables().is_solid),
                                  static_cast<double>(line.drift));
            all.push_back({line, line.is_decided ? 0 : error});
        }
    // A search that was stopped at once may have seen nothing else.
    if (all.empty()) all.push_back({result.lines.front(), 1});
    ranking.order(all);

    drop_twins(position, all);

    Advice advice;
    const bool are_all = static_cast<int>(result.lines.size()) == position.legal_count();
    advice.confidence = ranking.certainty(all, are_all);  // of those that are not shown too
    // What was hardly searched is left out, unless nothing else is left to compare with.
    std::vector<Advised> shown = std::move(all);
    std::uint32_t most = 0;
    for (const Advised& each : shown) most = std::max(most, each.line.visits);
    const auto is_unnoticed = [&](const Advised& each) { return !Ranking::is_noticed(each, most); };
    if (static_cast<std::size_t>(std::ranges::count_if(shown, is_unnoticed)) + 1 < shown.size())
        std::erase_if(shown, is_unnoticed);
    else if (shown.size() > 2) shown.resize(2);
    // What is not shown counts too.
    bool overlaps = !shown[0].line.is_decided && shown[0].line.visits < tiny;
    for (std::size_t i = 1; i < shown.size(); ++i) overlaps = overlaps || ranking.overlap(shown[0], shown[i]);
    if (static_cast<int>(shown.size()) > count) shown.resize(static_cast<std::size_t>(count));

    const Advised& first = shown.front();
    const bool are_equal = shown.size() > 1 && std::ranges::all_of(shown, [&](const Advised& each) {
                               return ranking.are_proved_equal(each, first);
                           });
    std::vector<std::int32_t> told, likely;
    std::optional<Comparison> comparison;
    for (const Advised& each : shown) told.push_back(each.line.move);
    std::vector<Line> lines = result.lines;
    std::ranges::stable_sort(lines, [](const Line& a, const Line& b) { return a.prior > b.prior; });
    for (const Line& line : lines)
        if (static_cast<int>(likely.size()) < likely_moves) likely.push_back(line.move);
    if (!are_equal) {  // else nothing sets them apart that matters
        comparison.emplace(position, told, likely, result.value.win);
        std::vector<std::int32_t> worse;
        for (const Advised& each : shown)
            if (ranking.is_beyond_doubt(first, each)) worse.push_back(each.line.move);
        for (Advised& each : shown) {
            if (&each == &first) {
                each.findings = comparison->alone(each.line.move, worse, each.line.expected);
                continue;
            }
            each.findings = comparison->beside(each.line.move, first.line.move, Against::first, false);
        }
        // A minus alone would not say why it leads.
        if (std::ranges::none_of(shown[0].findings, &Finding::is_good)) shown[0].findings.clear();
    }
    // Where the end is known, nothing else matters.
    if (const auto end = ranking.end(first, result.lines)) shown[0].findings = {*end};
    if (const auto prize = bonus(position, shown)) shown[0].findings.push_back(*prize);
    advice.is_hopeless = std::ranges::all_of(shown, [&](const Advised& each) { return ranking.win(each) < hopeless; });
    const bool are_all_alike = are_all && std::ranges::all_of(result.lines, [&](const Line& line) {
                                   return ranking.are_proved_equal({line}, first);
                               });
    advice.verdict = ranking.verdict(shown, advice.confidence, overlaps, advice.is_hopeless, are_all_alike);
    // How it ends whatever is played is no reason for a move.
    if (advice.verdict == Verdict::every_sure) shown[0].findings.clear();
    if (advice.verdict == Verdict::equal && comparison) advice.verdict = equal_in(comparison->shared());
    // What is lacking says enough; only a move that lacks nothing is called as good as the first.
    const auto is_bad = [](const Finding& finding) { return !finding.is_good; };
    const double chance = ranking.win(first);
    for (std::size_t i = 1; i < shown.size(); ++i) {
        std::vector<Finding>& told_of = shown[i].findings;
        const std::optional<Finding> result = ranking.result_beside(shown[i], first);
        const bool is_result_all =
            result && (result->kind == Kind::proved_equal || result->kind == Kind::wins_by_less ||
                       result->kind == Kind::loses_by_more || result->kind == Kind::loses);
        // Where the game is decided, nothing but the result matters; and what ends in the same way has neither a plus
        // nor a minus.
        if (is_result_all || chance < settled || chance > 1 - settled) told_of.clear();
        // A plus that nothing outweighs would contradict the order.
        if (result && result->is_good && std::ranges::none_of(told_of, is_bad)) told_of.clear();
        if (!result) continue;
        if (result->kind == Kind::level) continue;  // the headline says it
        const bool is_alike = advice.verdict >= Verdict::two_sure && advice.verdict <= Verdict::every_sure;
        if (result->kind == Kind::proved_equal && is_alike) continue;  // the headline says it
        told_of.insert(told_of.begin(), *result);
    }
    // Where nothing else is said of the first, it may still be expected to finish better.
    if (shown.size() > 1 && shown[0].findings.empty() && !are_equal)
        if (auto lead = ranking.lead(first, shown[1]); lead && ranking.points(first) > ranking.points(shown[1])) {
            lead->against = Against::next;
            shown[0].findings = {*lead};
        }
    drop_repeated(shown);

    for (Advised& each : shown) {
        const std::vector<std::int32_t>& line = each.line.expected;
        each.expected.assign(line.begin(), line.begin() + std::min<std::ptrdiff_t>(std::ssize(line), expected_moves));
    }
    advice.moves = std::move(shown);
    return advice;
}

}  // namespace cornerwise::advice
