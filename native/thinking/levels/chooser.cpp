// How a level chooses: with care what it has thought out, else what first comes to mind, and only what it notices.
#include "thinking/levels/chooser.h"

#include <algorithm>
#include <cstring>

#include "ground/math.h"

namespace cornerwise {
namespace {

// A first thought that looks less likely than this share of the likeliest is never played.
constexpr double reasonable = 0.1;

// The random numbers of one move: other ones in every position, and for every seed.
Random chance_of(const State& state, std::uint64_t seed) {
    std::uint64_t mixed = Random(seed).next();
    static_assert(sizeof state % sizeof mixed == 0);
    for (std::size_t at = 0; at < sizeof state; at += sizeof mixed) {
        std::uint64_t word;
        std::memcpy(&word, reinterpret_cast<const char*>(&state) + at, sizeof word);
        mixed = (mixed ^ word) * 0x9e3779b97f4a7c15u;
        mixed ^= mixed >> 29;
    }
    return Random(mixed);
}

}  // namespace

Chooser::Chooser(Search& search, const Position& position, int last, const Level& level, std::uint64_t seed)
    : search_(search), position_(position), level_(level), chance_(chance_of(position.state(), seed)) {
    const State& state = position_.state();
    MoveList list;
    kernel().generate(position_.tables(), state, list);
    thoughts_ = search_.first_thoughts(state, list, last).candidates;
    look();
    // Whoever sees nothing looks again.
    if (std::ranges::none_of(thoughts_, [&](const Candidate& c) { return notice(c.move); })) seen_.clear();
    is_careful_ = chance_.unit() < level_.care;
    search_.clear();
    if (is_careful_) search_.begin(position_, level_.limit, last, chance_.next(), 1, level_.memory, false);
    std::erase_if(thoughts_, [&](const Candidate& c) { return !notice(c.move); });
}

Chooser::~Chooser() { search_.clear(); }

// What a player notices: of the cells it could build from only some, and so only the moves that build from those.
void Chooser::look() {
    const Tables& t = position_.tables();
    const State& state = position_.state();
    const int lane = t.turns == Turns::dice ? state.actor * t.colors + state.color : state.color;
    if (level_.blindness <= 0 || !(state.opened >> lane & 1)) return;  // a first piece has one place to be
    seen_.resize(static_cast<std::size_t>(position_.ruleset().board.cell_count()));
    for (const int cell : position_.target_cells(lane))
        seen_[static_cast<std::size_t>(cell)] = chance_.unit() >= level_.blindness;
}

bool Chooser::notice(std::int32_t move) const {
    if (seen_.empty()) return true;
    for (const int cell : position_.atlas().cells(split_move(position_.tables(), move).placement))
        if (seen_[static_cast<std::size_t>(cell)]) return true;
    return false;
}

bool Chooser::advance(std::uint64_t simulations) { return is_careful_ && search_.advance(simulations); }

Choice Chooser::choice() const {
    if (is_careful_) {
        const Result result = search_.result();
        for (const Line& line : result.lines)
            if (notice(line.move)) return {line.move, result};
    }
    return {first_thought(), {}};
}

std::int32_t Chooser::first_thought() const {
    const double best = std::ranges::max(thoughts_, {}, &Candidate::prior).prior;
    std::vector<double> weights;
    double total = 0;
    for (const Candidate& c : thoughts_) {
        const double weight = power(c.prior / best, level_.taste);
        weights.push_back(weight < reasonable ? 0 : weight);
        total += weights.back();
    }
    Random chance = chance_;
    double rest = chance.unit() * total;
    std::size_t pick = 0;
    while (pick + 1 < weights.size() && (rest -= weights[pick]) >= 0) ++pick;
    return thoughts_[pick].move;
}

}  // namespace cornerwise
