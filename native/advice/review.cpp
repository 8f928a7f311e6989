// Judging moves one after the other, as far as searches have come.
#include "advice/review.h"

#include <algorithm>
#include <cmath>

#include "advice/advice.h"
#include "kernel/scoring.h"

namespace cornerwise::advice {
namespace {

constexpr int usual_rolls = 6;    // that stand for all where dice are still to be thrown
constexpr double decided = 0.02;  // so near to 0 or 1 a chance of winning is settled, and the score is left to play for
constexpr double score_spread =
    15;  // of a color's final score, in points: what other seeds find differs as if up to so much
constexpr double per_move = 1.5;  // searches, more or less

struct Thrown {
    std::uint8_t dice[max_faces + 1] = {};
    double probability = 1;
};

// All rolls of so many dice, in the order of their faces.
void add_rolls(int dice, int lowest, Thrown roll, int thrown, std::vector<Thrown>& to) {
    if (!dice) return to.push_back(roll);
    for (int face = lowest; face <= max_faces; ++face) {
        Thrown next = roll;
        ++next.dice[face];
        next.probability *= static_cast<double>(thrown + 1) / next.dice[face] / max_faces;
        add_rolls(dice - 1, face, next, thrown + 1, to);
    }
}

// Rolls that stand for all: drawn at even steps of their summed-up probability.
std::vector<Thrown> rolls_of(const Position& position) {
    std::vector<Thrown> all, found;
    add_rolls(position.dice_to_roll(), 1, {}, 0, all);
    std::size_t at = 0;
    double sum = all.front().probability;
    for (int step = 0; step < usual_rolls; ++step) {
        while (sum < (step + 0.5) / usual_rolls && at + 1 < all.size()) sum += all[++at].probability;
        found.push_back(all[at]);
    }
    return found;
}

Values between(const Values& one, const Values& other) {
    Values middle{};
    for (int i = 0; i < max_seats; ++i) middle[i] = (one[i] + other[i]) / 2;
    return middle;
}

}  // namespace

double Review::Prospect::error(int seat) const { return is_certain ? 0 : 2 * deviation(win[seat], simulations); }
double Review::Prospect::score_error(int colors) const {
    return simulations > 0 ? 2 * colors * score_spread * unsettled(simulations) : 0;
}
bool Review::Prospect::is_decided(int seat) const { return win[seat] < decided || win[seat] > 1 - decided; }

void Review::add(const Position& before, std::int32_t move) { steps_.push_back({before, move}); }

const Position* Review::next() {
    wanted_.reset();
    while (judged_.size() < steps_.size()) {
        const std::optional<Judged> found = judge(steps_[judged_.size()]);
        if (!found) return &*wanted_;
        judged_.push_back(*found);
    }
    return nullptr;
}

void Review::hear(const Result& result) {
    const Line& line = result.lines.front();
    Prospect prospect{line.mean.win, line.mean.score, std::max(1.0, static_cast<double>(result.simulations)), false};
    if (line.is_exact) prospect.simulations = 0;
    prospect.is_certain = line.is_exact || line.is_decided;
    // A best line flatters the mover, the mean over all that was tried does the opposite.
    if (!prospect.is_certain) {
        prospect.win = between(line.mean.win, result.value.win);
        prospect.score = between(line.mean.score, result.value.score);
    }
    heard_.push_back({*wanted_, line.move, line.mean, prospect});
}

double Review::progress() const {
    if (judged_.size() == steps_.size()) return 1;
    return std::min(0.99, static_cast<double>(heard_.size()) / (per_move * static_cast<double>(steps_.size())));
}

const Review::Heard* Review::find(const Position& position) {
    for (auto it = heard_.rbegin(); it != heard_.rend(); ++it)
        if (it->position == position) return &*it;
    wanted_ = position;
    return nullptr;
}

std::optional<Review::Prospect> Review::look(const Position& position) {
    const Tables& t = position.tables();
    const State& s = position.state();
    if (position.is_over()) {
        Prospect end{{}, {}, 0, true};
        const std::vector<int> scores = position.scores(), ranks = position.ranks();
        win_shares(t, ranks.data(), end.win.data());
        for (int seat = 0; seat < t.seats; ++seat)
            end.score[seat] = static_cast<float>(scores[static_cast<std::size_t>(seat)]);
        return end;
    }
    if (s.actor != chance) {
        const Heard* heard = find(position);
        return heard ? std::optional(heard->prospect) : std::nullopt;
    }
    Prospect mean{{}, {}, 0, true};
    const std::vector<Thrown> rolls = rolls_of(position);
    for (const Thrown& roll : rolls) {
        const std::optional<Prospect> seen = look(position.roll(roll.dice));
        if (!seen) return std::nullopt;
        for (int seat = 0; seat < max_seats; ++seat) {
            mean.win[seat] += seen->win[seat] / static_cast<float>(rolls.size());
            mean.score[seat] += seen->score[seat] / static_cast<float>(rolls.size());
        }
        mean.simulations += seen->simulations;
        mean.is_certain = mean.is_certain && seen->is_certain;
    }
    return mean;
}

std::optional<Judged> Review::judge(const Step& step) {
    const Tables& t = step.before.tables();
    const int seat = step.before.state().actor;
    const double sign = t.scoring == Scoring::empty ? -1 : 1;
    const Heard* heard = find(step.before);
    if (!heard) return std::nullopt;
    const std::int32_t other = heard->best;
    const Outcome promised = heard->first;
    const std::optional<Prospect> played = look(step.before.play(step.move));
    if (!played) return std::nullopt;
    Judged judged{played->win, played->win, played->score, played->score, step.move, 0, 0};
    const bool looks_better = promised.win[seat] > played->win[seat] ||
                              (played->is_decided(seat) && sign * (promised.score[seat] - played->score[seat]) > 0);
    if (step.move == other || !looks_better) return judged;
    const std::optional<Prospect> promise = look(step.before.play(other));
    if (!promise) return std::nullopt;
    const double gain = promise->win[seat] - played->win[seat];
    const double more = sign * (promise->score[seat] - played->score[seat]);
    int colors = 0;
    for (int color = 0; color < t.colors; ++color)
        colors += t.owners[color] >= 0 && t.teams[t.owners[color]] == t.teams[seat];
    colors = std::max(1, colors);
    if (gain > std::hypot(promise->error(seat), played->error(seat))) judged.cost = gain;
    else if (promise->is_decided(seat) && played->is_decided(seat) &&
             more > std::hypot(promise->score_error(colors), played->score_error(colors)))
        judged.points = more;
    else return judged;
    judged.best = other;
    judged.win_before = promise->win;
    judged.score_before = promise->score;
    return judged;
}

std::vector<Finding> Review::findings(int number) const {
    const Step& step = steps_[static_cast<std::size_t>(number)];
    const Judged& judged = judged_[static_cast<std::size_t>(number)];
    const std::int32_t best = judged.best;
    if (best == step.move) return {};
    const std::int32_t both[] = {best, step.move};
    return Comparison(step.before, both, {}, judged.win_before).beside(best, step.move, Against::played, true);
}

}  // namespace cornerwise::advice
