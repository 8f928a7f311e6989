// Which differences are worth telling, and in which order.
#include "advice/finding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

#include "advice/count.h"

namespace cornerwise::advice {
namespace {

constexpr int sample = 24;              // typical moves that a move is compared with
constexpr double clear_cut = 0.6;       // share of them that must be worse (or better) before we speak of a difference
constexpr double faint = 0.4;           // the same for the one plus of a move that has no clear one
constexpr double notable = 0.15;        // share of the typical count below which a difference is not worth mentioning
constexpr double barely = 0.1;          // the same for that one plus
constexpr int several = 6;              // of which it is worth counting how many do something, if they are not all
constexpr int few = 3;                  // other moves that there must be to speak of most of them
constexpr double scarce = 8;            // places of a piece that is hard to place
constexpr double in_contention = 0.05;  // win chance from which a rival is spoken of rather than another
constexpr double unsurpassed_share = 0.5;  // of other moves that must do less where none does more
constexpr double others_fail = 0.25;       // share of them after which some piece fits nowhere
constexpr int many = 6;                    // cells that are named one by one at most; of more, where they lie
constexpr int together = 3;         // steps from the middle one, also diagonal ones, within which cells lie together
constexpr double nearly_all = 0.8;  // of them that do
constexpr int worth_keeping = 12;   // cells that no answer of a rival takes
constexpr double alike = 0.7;       // share of what a move gains from which another gains about as much
constexpr double serious = 0.4;     // share of what is typical that a move must lack to be blamed for it
constexpr int worth_going = 8;      // cells that the next piece can cover from new corners
constexpr int most_pluses = 3, most_per_topic = 2;

constexpr std::string_view names[] = {
    "corners_opened", "space",          "safe",          "awkward_piece",   "piece_dies",    "piece_saved",
    "pieces_kept",    "corners_closed", "space_taken",   "corners_starved", "shut_out",      "rival_piece_dies",
    "center",         "contested",      "answer",        "rivals_space",    "all_fit",       "piece_revived",
    "follow_up",      "new_reach",      "partner_space", "cubes_shown",     "cubes_covered", "lasting",
    "strike_spent",   "strike_saved",   "die",           "promising",       "points",        "sure_win",
    "sure_loss",      "wins_by_less",   "loses_by_more", "loses",           "level",         "proved_equal",
};
constexpr std::string_view others_names[] = {"typical", "first", "played", "next", "any", "alone"};

// The largest of some shapes, of equal ones the last.
int largest(const Tables& t, std::uint32_t shapes) {
    int found = std::countr_zero(shapes);
    for (std::uint32_t rest = shapes; rest; rest &= rest - 1)
        if (const int shape = std::countr_zero(rest); t.shape_size[shape] >= t.shape_size[found]) found = shape;
    return found;
}

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

double strength(const Finding& finding) { return finding.weight * trait(finding.kind).importance; }

// The strongest first; of one topic only so many, and of several colors that are told the same only one.
std::vector<Finding> select(std::vector<Finding> found, bool is_good, int most) {
    std::erase_if(found, [&](const Finding& each) { return each.is_good != is_good; });
    std::ranges::stable_sort(found, [](const Finding& a, const Finding& b) { return strength(a) > strength(b); });
    std::vector<Finding> kept;
    for (Finding& each : found) {
        const Topic topic = trait(each.kind).topic;
        const auto same_topic = [&](const Finding& other) { return trait(other.kind).topic == topic; };
        const auto same_kind = [&](const Finding& other) { return other.kind == each.kind; };
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
    std::vector<int> rivals = contenders_;
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

std::vector<Finding> Comparison::alone(std::int32_t move, std::span<const std::int32_t> worse) const {
    const Measure& m = measure_of(move);
    std::vector<const Measure*> others;
    for (const Measure& each : typical_)
        if (each.move != move) others.push_back(&each);
    for (const Measure& each : shown_)
        if (each.move != move && std::ranges::find(typical_, each.move, &Measure::move) == typical_.end())
            others.push_back(&each);
    if (static_cast<int>(others.size()) < few) return {};
    const auto telling = [&](std::vector<Finding> found) {
        std::erase_if(found, [&](const Finding& each) {
            if (each.kind == Kind::contested) {
                // The squares nearby are gained by many moves.
                const auto much_alike = std::ranges::count_if(shown_, [&](const Measure& peer) {
                    return peer.toward[each.color].contested.count() >= alike * each.value;
                });
                if (2 * (much_alike - 1) > static_cast<int>(shown_.size()) - 1) return true;
            }
            return each.is_good &&
                   (std::ranges::any_of(worse, [&](std::int32_t other) { return is_matched(each, move, other); }) ||
                    std::ranges::any_of(shown_, [&](const Measure& other) { return is_surpassed(each, m, other); }));
        });
        return found;
    };
    const std::vector<Finding> found = telling(all(m, others, clear_cut));
    std::vector<Finding> pluses = select(found, true, most_pluses);
    if (pluses.empty()) pluses = select(telling(all(m, others, faint)), true, 1);
    if (pluses.empty()) pluses = telling(unsurpassed(m, others));
    if (pluses.size() > 1 && pluses.front().against == Against::any) pluses.resize(1);
    return located(joined(std::move(pluses), select(found, false, 1)));
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
    return found;
}

bool Comparison::is_matched(const Finding& plus, std::int32_t move, std::int32_t other) const {
    const Measure &m = measure_of(move), &o = measure_of(other);
    switch (plus.kind) {
        case Kind::awkward_piece: return o.shape == plus.shape;
        case Kind::piece_saved: return o.shape == plus.shape || !(o.died >> plus.shape & 1);
        case Kind::rival_piece_dies: return o.toward[plus.color].killed >> plus.shape & 1;
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
    switch (plus.kind) {
        case Kind::awkward_piece:
        case Kind::piece_saved:
        case Kind::rival_piece_dies:
        case Kind::strike_saved:
        case Kind::all_fit:
        case Kind::piece_revived: return false;
        default: break;
    }
    const Count count{plus.kind, plus.color};
    const double sign = trait(plus.kind).is_fewer_better ? -1 : 1;
    return sign * number_of(scene_, count, other) > sign * number_of(scene_, count, m);
}

// What no other move does more of, though many do nearly as much; the most telling first.
std::vector<Finding> Comparison::unsurpassed(const Measure& m, std::span<const Measure* const> others) const {
    std::vector<Finding> found;
    if (!scene_.has_own_color()) return found;
    const double n = static_cast<double>(others.size());
    const auto leads = [&](const Count& count, double least, double share) {
        const double sign = trait(count.kind).is_fewer_better ? -1 : 1, value = number_of(scene_, count, m);
        if (count.kind == Kind::center ? m.center < 1 : value < least) return;
        std::vector<double> numbers;
        for (const Measure* other : others) numbers.push_back(number_of(scene_, count, *other));
        const auto worse = std::ranges::count_if(numbers, [&](double each) { return sign * each < sign * value; });
        const auto better = std::ranges::count_if(numbers, [&](double each) { return sign * each > sign * value; });
        // A first piece may do as well as any that we looked at, for those are the likely ones.
        const bool is_start = count.kind == Kind::center && !scene_.has_begun(count.color);
        if (better || (!worse && !is_start) || static_cast<double>(worse) < share * n) return;
        // Hardly more than the others, or no more than most of those that are told with it, is no reason.
        const double usual = bound(numbers, false);
        const auto as_much = std::ranges::count_if(
            shown_, [&](const Measure& peer) { return sign * number_of(scene_, count, peer) >= sign * value; });
        if (count.kind != Kind::center &&
            (std::abs(value - usual) < notable * std::abs(usual) || 2 * as_much > static_cast<int>(shown_.size()) + 1))
            return;
        Finding finding = finding_of(scene_, count, m);
        finding.against = Against::any;
        finding.usual = value;
        finding.weight = static_cast<double>(worse) / n;
        found.push_back(std::move(finding));
    };
    const Tables& t = scene_.tables();
    const int own = scene_.color();
    if (!t.is_solid && t.sheets == 1) {
        leads({Kind::center, own}, 0, 0);
        for (const int rival : contenders_)
            if (scene_.has_begun(rival)) leads({Kind::contested, rival}, 4, unsurpassed_share);
    }
    if (t.is_solid)
        for (const int rival : contenders_) leads({Kind::cubes_covered, rival}, 1, unsurpassed_share);
    leads({Kind::corners_opened, own}, 3, unsurpassed_share);
    leads({Kind::space, own}, 8, unsurpassed_share);
    for (const int rival : contenders_)
        if (const Count count{Kind::space_taken, rival}; scene_.has_begun(rival))
            leads(count, least_of(scene_, count), unsurpassed_share);
    const auto has_begun = [&](int rival) { return scene_.has_begun(rival); };
    if (std::ranges::count_if(scene_.rivals(), has_begun) > 1) leads({Kind::rivals_space, -1}, 6, unsurpassed_share);
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
    const auto fail = std::ranges::count_if(others, [](const Measure* other) { return other->kept < other->left; });
    if (t.sheets == 1 && m.left > 1 && m.kept == m.left && static_cast<double>(fail) >= others_fail * n) {
        Finding& finding = found.emplace_back();
        finding.kind = Kind::all_fit;
        finding.color = own;
        finding.cells = scene_.numbers(m.cells);
        finding.value = m.left;
        finding.weight = static_cast<double>(fail) / n;
        finding.some = static_cast<int>(fail);
        finding.of = static_cast<int>(others.size());
    }
    return found;
}

std::vector<Finding> Comparison::plan(std::int32_t move, std::span<const std::int32_t> expected) const {
    const Measure& m = measure_of(move);
    const Tables& t = scene_.tables();
    Finding finding;
    // On a sheet, and before a first piece in space, places to build on are all that can be told.
    if (t.sheets > 1 || (t.is_solid && !scene_.has_begun(scene_.color()))) {
        if (m.opened.count() < 2) return {};
        finding = finding_of(scene_, {Kind::corners_opened, scene_.color()}, m);
        finding.against = Against::alone;
        return {finding};
    }
    if (!scene_.has_own_color()) return seized(m);
    finding.color = scene_.color();
    // The next own move of the line, where this one alone makes a place for it; a first piece makes a place for all.
    Position here = scene_.position().play(move);
    MoveList list;
    kernel().generate_lane(t, here.state(), scene_.color(), scene_.own().unused & ~(1u << m.shape), list);
    for (const std::int32_t next : expected) {
        if (here.state().actor == scene_.seat() && here.state().color == scene_.color()) {
            const int placement = split_move(t, next).placement;
            if (!scene_.has_begun(scene_.color()) || scene_.position().is_legal(next) ||
                !has_placement(t, list, placement))
                break;
            finding.kind = Kind::follow_up;
            finding.shape = t.shape_of[placement];
            finding.value = t.shape_size[finding.shape];
            for (const std::int16_t cell : scene_.position().atlas().cells(placement)) finding.cells.push_back(cell);
            std::ranges::sort(finding.cells);
            return {finding};
        }
        here = here.play(next);
    }
    // Where it can go on from.
    const auto gains = [&](const Measure& each) { return (each.reach - scene_.own().next).count(); };
    if (m.opened.count() >= 2 && gains(m) >= worth_going) {
        finding.kind = Kind::new_reach;
        finding.against = Against::alone;
        finding.cells = scene_.numbers(m.opened);
        finding.value = gains(m);
        finding.usual = m.opened.count();
        return {finding};
    }
    if (std::vector<Finding> taken_here = seized(m); !taken_here.empty()) return taken_here;
    if (m.worst.color >= 0 && m.worst.left >= worth_keeping) {
        finding = finding_of(scene_, {Kind::answer, m.worst.color}, m);
        finding.against = Against::alone;
        return {finding};
    }
    return {};
}

// What a move takes from the strongest of those whom it takes much from.
std::vector<Finding> Comparison::seized(const Measure& m) const {
    for (const int rival : contenders_) {
        const Count count{Kind::space_taken, rival};
        if (!scene_.has_begun(rival)) continue;
        if (number_of(scene_, count, m) < std::max<double>(worth_going, least_of(scene_, count))) continue;
        Finding finding = finding_of(scene_, count, m);
        finding.against = Against::alone;
        return located({finding});
    }
    return {};
}

std::vector<Finding> Comparison::all(const Measure& m, std::span<const Measure* const> others, double clear) const {
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
        if (std::abs(value - usual) < gap_of(count.kind, usual, clear < clear_cut ? barely : notable)) continue;
        Finding finding = finding_of(scene_, count, m);
        finding.usual = usual;
        if (count.kind == Kind::answer && (finding.color = m.worst.color) < 0) continue;
        if (count.kind == Kind::center && (value == nowhere || usual == nowhere || !value)) continue;
        if (count.kind == Kind::corners_closed &&
            m.toward[count.color].taken.count() < least_of(scene_, {Kind::space_taken, count.color}))
            continue;
        if (sign * value > sign * usual && worse >= clear * n && 2 * exceeding <= static_cast<int>(shown_.size()) - 1) {
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
    const bool is_all = static_cast<int>(others.size()) + 1 == scene_.position().legal_count();
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
        for (std::uint32_t rest = scene_.own().alive() & ~(1u << m.shape); rest;) {
            const int shape = largest(t, rest);
            rest &= ~(1u << shape);
            int of = 0, losing = 0;
            for (const Measure* other : others) {
                // A move that places the shape itself says nothing about whether it survives.
                of += other->shape != shape;
                losing += other->died >> shape & 1;
            }
            if (of < (is_all ? 1 : several)) continue;
            const double share = static_cast<double>(losing) / of;
            const bool dies = m.died >> shape & 1;
            if (dies && share < 1 - clear_cut) {
                Finding* told = tell(Kind::piece_dies, false, 1, 0, 1 - share, scene_.color(), shape);
                told->some = of - losing;
                told->of = of;
            } else if (!dies && share >= clear) {
                Finding* told = tell(Kind::piece_saved, true, 0, 1, share, scene_.color(), shape);
                told->some = losing;
                told->of = of;
            }
        }
    }
    for (const int rival : contenders_) {
        for (std::uint32_t rest = m.toward[rival].killed; rest;) {
            const int shape = largest(t, rest);
            rest &= ~(1u << shape);
            int doing = 0;
            for (const Measure* other : others) doing += other->toward[rival].killed >> shape & 1;
            if (doing >= (1 - clear_cut) * n || (!is_all && n < several)) continue;
            Finding* told = tell(Kind::rival_piece_dies, true, 1, 0, 1 - doing / n, rival, shape);
            told->some = doing;
            told->of = static_cast<int>(others.size());
        }
    }
    if (t.turns == Turns::dice) {
        const int left = t.strikes - scene_.position().state().strikes[scene_.seat()];
        double spending = 0;
        for (const Measure* other : others) spending += other->code.strike / n;
        if (m.code.strike && spending < 1) {
            Finding* told = tell(Kind::strike_spent, false, 1, spending, 1 - spending, -1, -1);
            told->some = left - 1;
            told->of = t.strikes;
        } else if (!m.code.strike && spending >= clear) {
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
    const auto tell_answer = [&](Finding& finding, const Answer& answer) {
        finding.color = answer.color;
        finding.shape = t.shape_of[answer.placement];
        const std::span<const std::int16_t> cells = scene_.position().atlas().cells(answer.placement);
        finding.cells.assign(cells.begin(), cells.end());
        std::ranges::sort(finding.cells);
    };
    for (const Count& count : counts(scene_, contenders_)) {
        const Trait known = trait(count.kind);
        const double value = number_of(scene_, count, m), usual = number_of(scene_, count, o);
        const double most = std::max(std::abs(value), std::abs(usual)), gap = std::abs(value - usual);
        if (gap < known.least || gap < 0.2 * most || most < least_of(scene_, count)) continue;
        Finding finding = finding_of(scene_, count, m);
        finding.usual = usual;
        finding.is_good = (value > usual) != known.is_fewer_better;
        if (finding.kind == Kind::partner_space && finding.is_good) continue;
        // To stay away from a rival's squares is no fault, and to shut it out of nothing is usual.
        if ((finding.kind == Kind::contested || finding.kind == Kind::shut_out) && !finding.is_good) continue;
        // The middle is a goal only for a move that comes nearer to it, and a distance only where there is one.
        if (finding.kind == Kind::center && (m.center < 0 || o.center < 0 || !value || !usual)) continue;
        // A closed corner counts where the rival's reach shrinks with it.
        if (finding.kind == Kind::corners_closed) {
            const int here = m.toward[count.color].taken.count(), there = o.toward[count.color].taken.count();
            if (finding.is_good ? here <= there : here >= there) continue;
        }
        // A few places more or less in space, or safe squares somewhere, say little.
        const bool is_vague = finding.kind == Kind::safe || (finding.kind == Kind::corners_opened && t.is_solid);
        if (is_vague && gap < serious * most) continue;
        // What is done to one rival is no fault of a move that does as much to them all.
        if (!finding.is_good && trait(count.kind).topic == Topic::harm && !t.is_solid) {
            const double here = in_all(scene_, count.kind, m), there = in_all(scene_, count.kind, o);
            if (there - here < known.least || there - here < 0.2 * there) continue;
        }
        if (finding.kind == Kind::answer) {
            if (gap < much * most) continue;
            const Answer& worst = (finding.is_good ? o : m).worst;
            if (worst.color < 0) continue;
            tell_answer(finding, worst);
        }
        finding.weight = gap / most;
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
    if (scene_.has_own_color()) {
        const std::uint32_t either = ~(1u << m.shape) & ~(1u << o.shape);
        if (const std::uint32_t lost = m.died & ~o.died & either)
            tell(Kind::piece_dies, false, scene_.color(), largest(t, lost));
        if (const std::uint32_t kept = o.died & ~m.died & either)
            tell(Kind::piece_saved, true, scene_.color(), largest(t, kept));
    }
    for (const int rival : contenders_) {
        const std::uint32_t mine = m.toward[rival].killed, theirs = o.toward[rival].killed;
        if (mine & ~theirs) tell(Kind::rival_piece_dies, true, rival, largest(t, mine & ~theirs));
        if (theirs & ~mine) tell(Kind::rival_piece_dies, false, rival, largest(t, theirs & ~mine));
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
