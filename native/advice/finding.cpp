// Which differences are worth telling, and in which order.
#include "advice/finding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include "advice/count.h"

namespace cornerwise::advice {
namespace {

constexpr int sample = 24;              // typical moves that a move is compared with
constexpr double clear_cut = 0.6;       // share of them that must be worse (or better) before we speak of a difference
constexpr double notable = 0.15;        // share of the typical count below which a difference is not worth mentioning
constexpr int few = 3;                  // other moves that there must be to speak of most of them
constexpr double scarce = 8;            // places of a piece that is hard to place
constexpr double in_contention = 0.05;  // win chance from which a rival is spoken of rather than another
constexpr double others_fail = 0.25;    // share of them after which some piece fits nowhere
constexpr int many = 6;                 // cells that are named one by one at most; of more, where they lie
constexpr int together = 3;         // steps from the middle one, also diagonal ones, within which cells lie together
constexpr double nearly_all = 0.8;  // of them that do
constexpr double alike = 0.7;       // share of what a move gains from which another gains about as much
constexpr std::size_t survey = 90;  // legal moves that are measured, of more
constexpr double most_moves = 2 / 3.0;  // share of moves that are called most of them
constexpr double nearly_every = 0.93;   // the same, called nine in ten; some may be off where not all are measured
constexpr double three_quarters = 0.8;  // the same, called three in four
constexpr std::size_t crowd = 10;       // other moves that there must be to speak so of them
constexpr double slight = 0.15;         // of what they do, by which a move must differ from them
constexpr double far_fewer = 0.6;       // of the places of other pieces of its size, for one that is hard to place
constexpr int needy = 12;               // places of a piece that needs more
constexpr double decided = 0.015;       // a chance, or what it lacks, with which only points are played for
constexpr double half = 0.5;            // of the moves listed
constexpr double clearly_ahead = 0.3;   // share of a count by which a move must lead the others listed
constexpr int enough = 2;               // reasons with which the next own move is not told
constexpr int most_pluses = 3, most_per_topic = 2;

constexpr std::string_view names[] = {
    "corners_opened", "space",          "safe",          "awkward_piece",   "piece_dies",    "piece_saved",
    "pieces_kept",    "corners_closed", "space_taken",   "corners_starved", "shut_out",      "rival_piece_dies",
    "center",         "contested",      "answer",        "rivals_space",    "all_fit",       "piece_revived",
    "follow_up",      "new_reach",      "partner_space", "cubes_shown",     "cubes_covered", "lasting",
    "strike_spent",   "strike_saved",   "die",           "hard_piece",      "snug",          "wasted",
    "dice_open",      "strike_gain",    "fills",         "height",          "opening",       "promising",
    "points",         "sure_win",       "sure_loss",     "wins_by_less",    "loses_by_more", "loses",
    "level",          "proved_equal",
};
constexpr std::string_view others_names[] = {"typical", "first",    "played",     "next",   "any",
                                             "listed",  "unlisted", "nearly_all", "largely"};

// The rivals that are worth speaking of, the leader first: not those without a chance while another has one.
std::vector<int> contenders(const Scene& scene, std::span<const float> win) {
    std::vector<int> rivals = scene.rivals();
    if (win.empty()) return rivals;
    const auto chance = [&](int color) { return win[static_cast<std::size_t>(scene.tables().owners[color])]; };
    std::ranges::stable_sort(rivals, [&](int a, int b) { return chance(a) > chance(b); });
    if (!rivals.empty() && chance(rivals.front()) >= in_contention)
        std::erase_if(rivals, [&](int color) { return chance(color) < in_contention; });
    return rivals;
}

double median(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    const std::size_t n = numbers.size();
    return n % 2 ? numbers[n / 2] : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}

// The least number that more than half do not exceed, or the greatest that more than half reach.
double bound(std::vector<double> numbers, bool is_upper) {
    std::ranges::sort(numbers);
    return numbers[is_upper ? numbers.size() / 2 : (numbers.size() - 1) / 2];
}

// A step toward the middle says more than its share of the way.
double weight_of(Kind kind, double gap, double most) { return kind == Kind::center ? 1 : gap / most; }

double strength(const Finding& finding) { return finding.weight * trait(finding.kind).importance; }

// Whether it tells something even of a move that does no more of it than other likely ones.
bool is_telling(Kind kind) {
    const Topic topic = trait(kind).topic;
    return topic == Topic::harm || topic == Topic::answer || topic == Topic::cubes || kind == Kind::safe ||
           kind == Kind::new_reach || kind == Kind::center;
}

// The strongest first; of one topic only so many, and of several colors that are told the same only one.
std::vector<Finding> select(std::vector<Finding> found, bool is_good, int most) {
    std::erase_if(found, [&](const Finding& each) { return each.is_good != is_good; });
    std::ranges::stable_sort(found, [](const Finding& a, const Finding& b) { return strength(a) > strength(b); });
    std::vector<Finding> kept;
    for (Finding& each : found) {
        const Topic topic = trait(each.kind).topic;
        const auto same_topic = [&](const Finding& other) { return trait(other.kind).topic == topic; };
        // What is taken from one rival is not told again as taken from all, nor what reaches the top as high.
        const auto told_as = [](Kind kind) {
            return kind == Kind::rivals_space ? Kind::space_taken : kind == Kind::height ? Kind::lasting : kind;
        };
        const auto same_kind = [&](const Finding& other) { return told_as(other.kind) == told_as(each.kind); };
        if (std::ranges::count_if(kept, same_topic) >= most_per_topic || std::ranges::any_of(kept, same_kind)) continue;
        kept.push_back(std::move(each));
        if (static_cast<int>(kept.size()) == most) break;
    }
    return kept;
}

std::vector<Finding> joined(std::vector<Finding> first, std::vector<Finding> second) {
    first.insert(first.end(), std::move_iterator(second.begin()), std::move_iterator(second.end()));
    return first;
}

}  // namespace

std::span<const std::string_view> kind_names() { return names; }
std::span<const std::string_view> against_names() { return others_names; }

Comparison::Comparison(const Position& position, std::span<const std::int32_t> shown,
                       std::span<const std::int32_t> typical, std::span<const float> win)
    : scene_(position), contenders_(contenders(scene_, win)) {
    const Tables& t = scene_.tables();
    if (!win.empty()) {
        const double chance = win[static_cast<std::size_t>(scene_.seat())];
        is_decided_ = chance < decided || chance > 1 - decided;
    }
    for (const std::int32_t move : shown) shown_.push_back(measured(move));
    // Moves that somebody would think of: without a strike (I3) where that goes, and with one of the largest pieces.
    std::vector<std::int32_t> sensible(typical.begin(), typical.end());
    const auto strikes = [&](std::int32_t move) { return split_move(t, move).strike; };
    if (!std::ranges::all_of(sensible, strikes)) std::erase_if(sensible, strikes);
    const auto size = [&](std::int32_t move) { return t.shape_size[t.shape_of[split_move(t, move).placement]]; };
    int largest = 0;
    for (const std::int32_t move : sensible) largest = std::max<int>(largest, size(move));
    std::erase_if(sensible, [&](std::int32_t move) { return size(move) < largest - 1; });
    for (const std::int32_t move : sensible) {
        if (static_cast<int>(typical_.size()) == sample) break;
        const auto known = std::ranges::find(shown_, move, &Measure::move);
        typical_.push_back(known == shown_.end() ? measured(move) : *known);
    }
}

Measure Comparison::measured(std::int32_t move) const {
    Measure m = scene_.measure(move);
    if (scene_.tables().is_solid || scene_.tables().sheets > 1 || !scene_.has_own_color()) return m;
    std::vector<int> rivals = scene_.rivals();
    std::erase_if(rivals, [&](int rival) { return !scene_.has_begun(rival); });
    if (!rivals.empty()) m.worst = scene_.worst_answer(move, rivals);
    return m;
}

std::vector<std::int32_t> Comparison::typical() const {
    std::vector<std::int32_t> moves;
    for (const Measure& m : typical_) moves.push_back(m.move);
    return moves;
}

const Measure& Comparison::measure_of(std::int32_t move) const {
    return *std::ranges::find(shown_, move, &Measure::move);
}

std::vector<Finding> Comparison::alone(std::int32_t move, std::span<const std::int32_t> worse,
                                       std::span<const std::int32_t> expected) const {
    const Measure& m = measure_of(move);
    std::vector<const Measure*> others;
    for (const Measure& each : typical_)
        if (each.move != move) others.push_back(&each);
    for (const Measure& each : shown_)
        if (each.move != move && std::ranges::find(typical_, each.move, &Measure::move) == typical_.end())
            others.push_back(&each);
    const auto telling = [&](std::vector<Finding> found) {
        std::erase_if(found, [&](Finding& each) {
            if (each.kind == Kind::contested && each.against != Against::unlisted) {
                // The squares nearby are gained by many moves.
                const auto much_alike = std::ranges::count_if(shown_, [&](const Measure& peer) {
                    return peer.toward[each.color].contested.count() >= alike * each.value;
                });
                if (2 * (much_alike - 1) > static_cast<int>(shown_.size()) - 1) return true;
            }
            if (each.is_good && !tells(each, m)) return true;
            const bool is_most = each.against == Against::typical || each.against == Against::unlisted;
            if (is_most && is_counted(each.kind) && !holds(each, m, others)) return true;
            return each.is_good &&
                   (std::ranges::any_of(worse, [&](std::int32_t other) { return is_matched(each, move, other); }) ||
                    std::ranges::any_of(shown_, [&](const Measure& other) { return is_surpassed(each, m, other); }));
        });
        return found;
    };
    const bool are_many = static_cast<int>(others.size()) >= few;
    const std::vector<Finding> found = are_many ? telling(all(m, others)) : std::vector<Finding>();
    const std::vector<Finding> leads = telling(ahead(m, clearly_ahead));
    std::vector<Finding> pluses = select(found, true, most_pluses);
    // What sets it apart from the moves beside it can be seen there.
    for (Finding& plus : pluses)
        for (const Finding& lead : leads)
            if (plus.kind == lead.kind && plus.color == lead.color) plus = lead;
    if (pluses.empty()) pluses = select(leads, true, 1);
    if (static_cast<int>(pluses.size()) < enough) pluses = joined(std::move(pluses), plan(m, expected));
    if (pluses.empty() && are_many) pluses = select(telling(rare(m)), true, 1);
    if (pluses.empty()) pluses = select(telling(ahead(m, 0)), true, 1);
    if (pluses.empty()) pluses = select(telling(broad(m, Against::nearly_all)), true, 1);
    if (pluses.empty()) pluses = select(telling(early(m)), true, 1);
    if (pluses.empty()) pluses = select(telling(broad(m, Against::largely)), true, 1);
    if (pluses.empty()) pluses = select(filled(m), true, 1);
    if (pluses.empty()) pluses = select(telling(slightly(m)), true, 1);
    if (pluses.empty()) {
        // What the moves listed do alike may still be more than most others do; of growth that says less, for large
        // pieces grow more.
        others.clear();
        for (const Measure& each : legal())
            if (std::ranges::find(shown_, each.move, &Measure::move) == shown_.end()) others.push_back(&each);
        std::vector<Finding> rest = static_cast<int>(others.size()) < few ? std::vector<Finding>() : all(m, others);
        std::erase_if(rest, [](const Finding& each) { return !is_counted(each.kind) || !each.is_good; });
        for (Finding& each : rest) each.against = Against::unlisted;
        for (const bool is_harm : {true, false}) {
            if (!pluses.empty()) break;
            std::vector<Finding> some = rest;
            std::erase_if(some, [&](const Finding& each) { return is_telling(each.kind) != is_harm; });
            pluses = select(telling(std::move(some)), true, 1);
        }
    }
    if (pluses.empty()) pluses = opening(m);
    return located(joined(std::move(pluses), select(found, false, 1)));
}

const std::vector<Aftermath>& Comparison::aftermaths() const {
    if (aftermaths_.empty())
        for (const std::int32_t move : scene_.position().legal_ids()) aftermaths_.push_back(scene_.aftermath(move));
    return aftermaths_;
}

// Whether a plus is one to the eye.
bool Comparison::tells(const Finding& finding, const Measure& m) const {
    switch (finding.kind) {
        // That the squares of the piece itself are taken is seen at once.
        case Kind::space_taken: {
            const Cells& taken = m.toward[finding.color].taken;
            return 2 * (taken - m.cells).count() >= taken.count();
        }
        // What it covers of the own side it gives away.
        case Kind::cubes_covered: return m.hidden < finding.value;
        case Kind::lasting:
            return !std::ranges::all_of(shown_, [](const Measure& each) { return each.lasting.count() == each.size; });
        default: return true;
    }
}

// What it has more of than the next of the list.
std::vector<Finding> Comparison::slightly(const Measure& m) const {
    if (shown_.size() < 2) return {};
    std::vector<Finding> found = beside(m.move, shown_[1].move, Against::next, true);
    std::erase_if(found, [](const Finding& each) { return !is_counted(each.kind); });
    return found;
}

// What a first piece opens, where nothing sets it apart.
std::vector<Finding> Comparison::opening(const Measure& m) const {
    const Tables& t = scene_.tables();
    if (t.sheets > 1 || !scene_.has_own_color() || scene_.has_begun(scene_.color())) return {};
    const int corners = m.opened.count();
    if (corners < 2 || (!t.is_solid && m.center < 1)) return {};
    Finding finding;
    finding.kind = Kind::opening;
    finding.against = Against::any;
    finding.cells = scene_.numbers(m.opened);
    finding.value = corners;
    // In space, the cubes that are seen from above.
    finding.usual = t.is_solid ? (m.cells - m.cells.moved(-t.layer)).count() : m.center;
    finding.color = scene_.color();
    finding.weight = 1;
    return {finding};
}

// The most squares that these dice fill or, where points decide, that any piece covers.
std::vector<Finding> Comparison::filled(const Measure& m) const {
    const Tables& t = scene_.tables();
    if ((t.sheets == 1 && !is_decided_) || m.code.strike) return {};
    int same = 0, all = 0;
    for (const std::int32_t move : scene_.position().legal_ids()) {
        const MoveCode code = split_move(t, move);
        if (code.strike) continue;
        const int size = t.shape_size[t.shape_of[code.placement]];
        if (size > m.size) return {};
        same += size == m.size;
        ++all;
    }
    const bool is_usual =
        std::ranges::all_of(shown_, [&](const Measure& each) { return each.size == m.size && !each.code.strike; });
    if (same == all || (is_usual && same > half * all)) return {};
    Finding finding;
    finding.kind = Kind::fills;
    finding.cells = scene_.numbers(m.cells);
    finding.value = finding.usual = m.size;
    finding.against = Against::any;
    finding.weight = 1;
    return {finding};
}

// What nine in ten of all moves, or three in four, have less of.
std::vector<Finding> Comparison::broad(const Measure& m, Against against) const {
    const double share = against == Against::nearly_all ? nearly_every : three_quarters;
    std::vector<Finding> found;
    if (legal().size() <= crowd) return found;
    for (const Count& count : counts(scene_, contenders_)) {
        if (count.kind == Kind::partner_space) continue;
        const double sign = trait(count.kind).is_fewer_better ? -1 : 1, value = number_of(scene_, count, m);
        std::vector<double> numbers;
        for (const Measure& each : legal())
            if (each.move != m.move) numbers.push_back(sign * number_of(scene_, count, each));
        std::ranges::sort(numbers);
        const double n = static_cast<double>(numbers.size());
        const double usual = sign * numbers[static_cast<std::size_t>(std::ceil(share * n)) - 1];
        const double gap = sign * (value - usual);
        const double least = trait(count.kind).least < 6 ? 1 : 3;
        if (gap < least || gap < slight * std::abs(usual) || value < least_of(scene_, count)) continue;
        if (count.kind == Kind::center && (value == nowhere || usual == nowhere)) continue;
        Finding finding = finding_of(scene_, count, m);
        if (count.kind == Kind::answer) finding.color = -1;
        finding.usual = usual;
        finding.against = against;
        finding.weight = 0.5 + 0.5 * gap / std::max(std::abs(value), std::abs(usual));
        found.push_back(std::move(finding));
    }
    return found;
}

// A large piece that is harder to place than others of its size.
std::vector<Finding> Comparison::early(const Measure& m) const {
    const Tables& t = scene_.tables();
    if (t.sheets > 1 || !scene_.has_own_color()) return {};
    const auto is_it = [&](const Measure& each) { return each.shape == m.shape; };
    if (shown_.size() > 1 && std::ranges::all_of(shown_, is_it)) return {};
    const double mine = scene_.own().places[m.shape];
    std::vector<double> places;
    for (std::uint32_t rest = scene_.own().alive() & ~(1u << m.shape); rest; rest &= rest - 1) {
        const int shape = std::countr_zero(rest);
        if (t.shape_size[shape] > m.size) return {};
        if (t.shape_size[shape] == m.size) places.push_back(scene_.own().places[shape]);
    }
    if (places.size() < few) return {};
    const double usual = bound(places, false);
    const auto fewer = std::ranges::count_if(places, [&](double other) { return other < mine; });
    if (4 * fewer > static_cast<std::ptrdiff_t>(places.size()) || mine > far_fewer * usual) return {};
    Finding finding;
    finding.kind = Kind::hard_piece;
    finding.color = scene_.color();
    finding.shape = m.shape;
    finding.cells = scene_.numbers(m.cells);
    finding.value = mine;
    finding.usual = usual;
    finding.weight = 1 - 0.5 * mine / usual;
    return {finding};
}

const std::vector<Measure>& Comparison::legal() const {
    if (!legal_.empty()) return legal_;
    const std::vector<std::int32_t> moves = scene_.position().legal_ids();
    const std::size_t n = std::min(moves.size(), survey);
    for (std::size_t i = 0; i < n; ++i) legal_.push_back(measured(moves[i * moves.size() / n]));
    return legal_;
}

// Whether most legal moves, most typical ones and most of those listed do less (or more); says how much less.
bool Comparison::holds(Finding& finding, const Measure& m, std::span<const Measure* const> others) const {
    const Count count{finding.kind, finding.color};
    const double value = finding.value;
    const bool is_more = value > finding.usual;
    const auto bounded = [&](std::vector<double> numbers, double share) {
        std::ranges::sort(numbers);
        const std::size_t n = numbers.size(), held = std::max<std::size_t>(1, std::lround(std::ceil(share * n)));
        return numbers[is_more ? held - 1 : n - held];
    };
    const auto counted = [&](const Measure& each) { return number_of(scene_, count, each); };
    std::vector<double> anywhere, likely, listed;
    for (const Measure* each : others) likely.push_back(counted(*each));
    if (finding.against == Against::unlisted) {
        anywhere = std::exchange(likely, {});
    } else {
        for (const Measure& each : legal())
            if (each.move != m.move) anywhere.push_back(counted(each));
        for (const Measure& each : shown_)
            if (each.move != m.move) listed.push_back(counted(each));
    }
    for (const auto& [numbers, share] : {std::pair{anywhere, most_moves}, {likely, half}, {listed, half}}) {
        if (numbers.empty()) continue;
        const double limit = bounded(numbers, share);
        finding.usual = is_more ? std::max(finding.usual, limit) : std::min(finding.usual, limit);
    }
    const double usual = finding.usual, gap = std::abs(value - usual);
    if ((is_more ? value <= usual : value >= usual) || gap < gap_of(scene_, finding.kind, usual, notable)) return false;
    if (finding.kind == Kind::center && usual == nowhere) return false;
    if (finding.kind == Kind::corners_opened && scene_.tables().is_solid &&
        2 * std::min(value, usual) > std::max(value, usual))
        return false;
    // What it has a little less of is no reason to doubt it.
    return finding.is_good || trait(finding.kind).topic != Topic::growth || gap >= serious * std::abs(usual);
}

// What it clearly has more of than each of the other moves that are told.
std::vector<Finding> Comparison::ahead(const Measure& m, double least) const {
    std::vector<Finding> found;
    for (const Count& count : counts(scene_, contenders_)) {
        const double sign = trait(count.kind).is_fewer_better ? -1 : 1, value = number_of(scene_, count, m);
        const Measure* best = nullptr;
        for (const Measure& each : shown_)
            if (each.move != m.move &&
                (!best || sign * number_of(scene_, count, each) > sign * number_of(scene_, count, *best)))
                best = &each;
        if (!best || count.kind == Kind::partner_space) continue;
        const double usual = number_of(scene_, count, *best), most = std::max(std::abs(value), std::abs(usual));
        const double gap = sign * (value - usual);
        if (gap <= 0 || !differs(scene_, count, m, *best)) continue;
        if (count.kind != Kind::center && gap < least * most) continue;
        Finding finding = finding_of(scene_, count, m);
        finding.usual = usual;
        finding.against = shown_.size() == 2 ? Against::next : Against::listed;
        finding.weight = weight_of(count.kind, gap, most);
        if (count.kind == Kind::answer) {
            finding.color = -1;
            if (shown_.size() == 2) tell_answer(finding, best->worst);
            if (shown_.size() == 2 && std::ranges::find(contenders_, finding.color) == contenders_.end()) continue;
        }
        found.push_back(std::move(finding));
    }
    return found;
}

// The rival's piece that leaves the least, and where it lies.
void Comparison::tell_answer(Finding& finding, const Answer& answer) const {
    finding.color = answer.color;
    finding.shape = scene_.tables().shape_of[answer.placement];
    const std::span<const std::int16_t> cells = scene_.position().atlas().cells(answer.placement);
    finding.cells.assign(cells.begin(), cells.end());
    std::ranges::sort(finding.cells);
}

std::vector<Finding> Comparison::located(std::vector<Finding> found) const {
    const Board& board = scene_.position().ruleset().board;
    for (Finding& each : found) {
        if (static_cast<int>(each.cells.size()) <= many || scene_.tables().is_solid) continue;
        const auto apart = [&](int a, int b) {
            const Point &p = board.point(a), &q = board.point(b);
            return std::max(std::abs(p.x - q.x), std::abs(p.y - q.y));
        };
        const auto away = [&](int from) {
            int sum = 0;
            for (const int cell : each.cells) sum += apart(from, cell);
            return sum;
        };
        const int amid = *std::ranges::min_element(each.cells, {}, away);
        const auto close = std::ranges::count_if(each.cells, [&](int cell) { return apart(amid, cell) <= together; });
        if (static_cast<double>(close) >= nearly_all * static_cast<double>(each.cells.size())) each.near = amid;
    }
    // Safe squares all over the board are no merit of this move that anybody could see.
    std::erase_if(found, [](const Finding& each) {
        return each.kind == Kind::safe && each.near < 0 && static_cast<int>(each.cells.size()) > many;
    });
    return found;
}

bool Comparison::is_matched(const Finding& plus, std::int32_t move, std::int32_t other) const {
    const Measure &m = measure_of(move), &o = measure_of(other);
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
    const double sign = trait(plus.kind).is_fewer_better ? -1 : 1;
    return sign * number_of(scene_, count, o) >= sign * number_of(scene_, count, m);
}

// Whether a listed move does more of what is counted; what is no count is never surpassed.
bool Comparison::is_surpassed(const Finding& plus, const Measure& m, const Measure& other) const {
    if (!is_counted(plus.kind)) return false;
    const Count count{plus.kind, plus.color};
    const double sign = trait(plus.kind).is_fewer_better ? -1 : 1;
    return sign * number_of(scene_, count, other) > sign * number_of(scene_, count, m);
}

// Pieces that fit, again or all of them.
std::vector<Finding> Comparison::rare(const Measure& m) const {
    std::vector<Finding> found;
    if (!scene_.has_own_color()) return found;
    const Tables& t = scene_.tables();
    const int own = scene_.color();
    // A first piece that no start admits does not count.
    if (m.revived && !scene_.is_open()) {
        Finding& finding = found.emplace_back();
        finding.kind = Kind::piece_revived;
        finding.cells = scene_.numbers(m.cells);
        finding.value = std::popcount(m.revived);
        finding.color = own;
        finding.shape = largest(t, m.revived);
        finding.weight = 1;
    }
    if (t.sheets > 1 || m.left < 2 || m.kept < m.left) return found;
    const auto fail =
        std::ranges::count_if(aftermaths(), [](const Aftermath& other) { return other.kept < other.left; });
    const double n = static_cast<double>(aftermaths().size()) - 1;
    if (static_cast<double>(fail) >= others_fail * n) {
        Finding& finding = found.emplace_back();
        finding.kind = Kind::all_fit;
        finding.color = own;
        finding.cells = scene_.numbers(m.cells);
        finding.value = m.left;
        finding.weight = static_cast<double>(fail) / n;
        finding.some = static_cast<int>(fail);
        finding.of = static_cast<int>(n);
    }
    return found;
}

// The next own move of the line, where this one alone makes a place for it; a first piece makes a place for all.
std::vector<Finding> Comparison::plan(const Measure& m, std::span<const std::int32_t> expected) const {
    const Tables& t = scene_.tables();
    if (t.sheets > 1 || !scene_.has_own_color() || !scene_.has_begun(scene_.color())) return {};
    Position here = scene_.position().play(m.move);
    MoveList list;
    kernel().generate_lane(t, here.state(), scene_.color(), scene_.own().unused & ~(1u << m.shape), list);
    for (const std::int32_t next : expected) {
        if (here.state().actor == scene_.seat() && here.state().color == scene_.color()) {
            const int placement = split_move(t, next).placement;
            if (scene_.position().is_legal(next) || !has_placement(t, list, placement)) return {};
            // What has places enough needs no other.
            const int shape = t.shape_of[placement], before = scene_.own().places[shape];
            if (before > needy || static_cast<int>(list.shape_total[shape]) < 2 * before) return {};
            Finding finding;
            finding.kind = Kind::follow_up;
            finding.color = scene_.color();
            finding.shape = shape;
            finding.value = before;
            for (const std::int16_t cell : scene_.position().atlas().cells(placement)) finding.cells.push_back(cell);
            std::ranges::sort(finding.cells);
            return {finding};
        }
        here = here.play(next);
    }
    return {};
}

std::vector<Finding> Comparison::all(const Measure& m, std::span<const Measure* const> others) const {
    std::vector<Finding> found;
    const double n = static_cast<double>(others.size());
    for (const Count& count : counts(scene_, contenders_)) {
        const Trait known = trait(count.kind);
        const double value = number_of(scene_, count, m), sign = known.is_fewer_better ? -1 : 1;
        std::vector<double> numbers;
        int worse = 0, better = 0, exceeding = 0;
        for (const Measure* other : others) {
            numbers.push_back(number_of(scene_, count, *other));
            worse += sign * numbers.back() < sign * value;
            better += sign * numbers.back() > sign * value;
        }
        for (const Measure& peer : shown_) exceeding += sign * number_of(scene_, count, peer) > sign * value;
        // The number that most of them, more than half, do not exceed, or reach.
        const double usual = bound(numbers, value > median(numbers));
        if (std::abs(value - usual) < gap_of(scene_, count.kind, usual, notable)) continue;
        Finding finding = finding_of(scene_, count, m);
        finding.usual = usual;
        if (count.kind == Kind::answer) finding.color = -1;  // whoever answers
        if (count.kind == Kind::center && (value == nowhere || usual == nowhere || !value)) continue;
        if (count.kind == Kind::corners_closed &&
            m.toward[count.color].taken.count() < least_of(scene_, {Kind::space_taken, count.color}))
            continue;
        if (sign * value > sign * usual && worse >= clear_cut * n &&
            2 * exceeding <= static_cast<int>(shown_.size()) - 1) {
            if (count.kind != Kind::partner_space && value < least_of(scene_, count)) continue;
            finding.weight = worse / n;
        } else if (sign * value < sign * usual && better >= clear_cut * n && !known.is_plus_only) {
            if (count.kind == Kind::partner_space && value < least_of(scene_, count)) continue;
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

    const auto tell = [&](Kind kind, bool is_good, double value, double usual, double weight, int color, int shape) {
        Finding finding;
        finding.kind = kind;
        finding.is_good = is_good;
        finding.cells = scene_.numbers(m.cells);
        finding.value = value;
        finding.usual = usual;
        finding.weight = weight;
        finding.color = color;
        finding.shape = shape;
        found.push_back(std::move(finding));
        return &found.back();
    };
    const Tables& t = scene_.tables();
    if (scene_.has_own_color()) {
        // A piece that is hard to place, placed while it fits.
        std::vector<double> places;
        bool is_hardest = true, differs = false;
        for (std::uint32_t rest = scene_.own().alive() & ~(1u << m.shape); rest; rest &= rest - 1) {
            places.push_back(scene_.own().places[std::countr_zero(rest)]);
            is_hardest = is_hardest && places.back() > scene_.own().places[m.shape];
        }
        for (const Measure* other : others) differs = differs || other->shape != m.shape;
        if (places.size() >= 3 && is_hardest && differs) {
            const double mine = scene_.own().places[m.shape], usual = bound(places, false);
            if (mine <= scarce && 2 * mine <= usual)
                tell(Kind::awkward_piece, true, mine, usual, 1 - 0.5 * mine / usual, scene_.color(), m.shape);
        }
        // Own pieces that lose their last place, or keep it where most moves would lose it.
        for (std::uint32_t rest = scene_.is_open() ? 0 : scene_.own().alive() & ~(1u << m.shape); rest;) {
            const int shape = largest(t, rest);
            rest &= ~(1u << shape);
            int losing = 0;
            for (const Measure* other : others) losing += other->died >> shape & 1;
            const bool dies = m.died >> shape & 1;
            if (dies ? losing >= (1 - clear_cut) * n : losing < clear_cut * n) continue;
            // Of all other moves, not only of those that somebody would think of.
            const int of = static_cast<int>(aftermaths().size()) - 1;
            losing = -dies;
            for (const Aftermath& other : aftermaths()) losing += other.died >> shape & 1;
            const double share = static_cast<double>(losing) / of;
            if (dies ? share >= half : share < half) continue;
            Finding* told = dies ? tell(Kind::piece_dies, false, 1, 0, 1 - share, scene_.color(), shape)
                                 : tell(Kind::piece_saved, true, 0, 1, share, scene_.color(), shape);
            told->some = dies ? of - losing : losing;
            told->of = of;
        }
    }
    if (t.turns == Turns::dice) {
        const int left = t.strikes - scene_.position().state().strikes[scene_.seat()];
        double spending = 0;
        for (const Measure* other : others) spending += other->code.strike / n;
        double mine = 0, least = 0;
        for (int face = 1; face <= max_faces; ++face) {
            if (!scene_.position().state().dice[face]) continue;
            double places = 0;
            for (std::uint32_t row = t.row_shapes[face]; row; row &= row - 1)
                places += scene_.own().places[std::countr_zero(row)];
            if (face == m.code.die) mine = places;
            else least = least ? std::min(least, places) : places;
        }
        if (!m.code.strike && mine > 0 && 2 * mine <= least) {
            tell(Kind::die, true, mine, least, 1 - mine / least, -1, -1)->die = m.code.die;
            found.back().against = Against::any;
        }
        if (m.code.strike) {
            // What a strike is spent for.
            int most = 0;
            for (const std::int32_t move : scene_.position().legal_ids())
                if (const MoveCode code = split_move(t, move); !code.strike)
                    most = std::max<int>(most, t.shape_size[t.shape_of[code.placement]]);
            if (m.size > most) tell(Kind::strike_gain, true, most, m.size, 1, -1, -1)->against = Against::any;
        }
        if (m.code.strike && spending < 1) {
            Finding* told = tell(Kind::strike_spent, false, 1, spending, 1 - spending, -1, -1);
            told->some = left - 1;
            told->of = t.strikes;
        } else if (!m.code.strike && (spending >= clear_cut || std::ranges::any_of(shown_, [](const Measure& each) {
                                          return each.code.strike;
                                      }))) {
            Finding* told = tell(Kind::strike_saved, true, 0, spending, spending, -1, -1);
            told->some = left;
            told->of = t.strikes;
        }
    }
    return found;
}

std::vector<Finding> Comparison::beside(std::int32_t move, std::int32_t other, Against against, bool is_praised) const {
    const Measure &m = measure_of(move), &o = measure_of(other);
    const Tables& t = scene_.tables();
    std::vector<Finding> found;
    for (const Count& count : counts(scene_, contenders_)) {
        const Trait known = trait(count.kind);
        const double value = number_of(scene_, count, m), usual = number_of(scene_, count, o);
        const double most = std::max(std::abs(value), std::abs(usual)), gap = std::abs(value - usual);
        if (!differs(scene_, count, m, o)) continue;
        Finding finding = finding_of(scene_, count, m);
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
        if (is_plain && !finding.is_good && !t.is_solid && !scene_.has_begun(scene_.color())) continue;
        // What is done to one rival is no fault of a move that does as much to them all.
        if (!finding.is_good && trait(count.kind).topic == Topic::harm && !t.is_solid) {
            const double here = in_all(scene_, count.kind, m), there = in_all(scene_, count.kind, o);
            if (there - here < known.least || there - here < 0.2 * there) continue;
        }
        if (finding.kind == Kind::answer) {
            tell_answer(finding, (finding.is_good ? o : m).worst);
            if (std::ranges::find(contenders_, finding.color) == contenders_.end()) continue;
        }
        finding.weight = weight_of(count.kind, gap, most);
        found.push_back(std::move(finding));
    }
    const auto tell = [&](Kind kind, bool is_good, int color, int shape) {
        Finding finding;
        finding.kind = kind;
        finding.is_good = is_good;
        finding.cells = scene_.numbers(m.cells);
        finding.value = is_good != (kind == Kind::piece_dies || kind == Kind::strike_spent);
        finding.usual = 1 - finding.value;
        finding.weight = 1;
        finding.color = color;
        finding.shape = shape;
        found.push_back(std::move(finding));
    };
    if (scene_.has_own_color() && !scene_.is_open()) {
        const std::uint32_t either = ~(1u << m.shape) & ~(1u << o.shape);
        if (const std::uint32_t lost = m.died & ~o.died & either)
            tell(Kind::piece_dies, false, scene_.color(), largest(t, lost));
        if (const std::uint32_t kept = o.died & ~m.died & either)
            tell(Kind::piece_saved, true, scene_.color(), largest(t, kept));
    }
    if (m.code.strike != o.code.strike) {
        tell(m.code.strike ? Kind::strike_spent : Kind::strike_saved, !m.code.strike, -1, -1);
        found.back().some = t.strikes - scene_.position().state().strikes[scene_.seat()] - m.code.strike;
        found.back().of = t.strikes;
    }
    for (Finding& finding : found) finding.against = against;
    return located(is_praised ? joined(select(found, true, 3), select(found, false, 1))
                              : joined(select(found, false, 2), select(found, true, 1)));
}

}  // namespace cornerwise::advice
