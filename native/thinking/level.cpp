// How a level chooses: a function of the position, the piece placed before, the level and a seed, and of nothing else.
#include "thinking/level.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "thinking/search.h"

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

// What a player notices: of the cells it could build from only some, and so only the moves that build from those.
class Eyes {
public:
    Eyes(const Position& position, double blindness, Random& chance) : position_(position) {
        const Tables& t = position.tables();
        const State& state = position.state();
        const int lane = t.turns == Turns::dice ? state.actor * t.colors + state.color : state.color;
        if (blindness <= 0 || !(state.opened >> lane & 1)) return;  // a first piece has one place to be
        seen_.resize(static_cast<std::size_t>(position.ruleset().board.cell_count()));
        for (const int cell : position.target_cells(lane))
            seen_[static_cast<std::size_t>(cell)] = chance.unit() >= blindness;
    }

    bool notice(std::int32_t move) const {
        if (seen_.empty()) return true;
        for (const int cell : position_.atlas().cells(split_move(position_.tables(), move).placement))
            if (seen_[static_cast<std::size_t>(cell)]) return true;
        return false;
    }
    void open() { seen_.clear(); }

private:
    const Position& position_;
    std::vector<bool> seen_;  // by cell; empty: everything
};

}  // namespace

Choice Search::choose(const Position& position, int last, const Level& level, std::uint64_t seed) {
    const State& state = position.state();
    Random chance = chance_of(state, seed);
    MoveList list;
    kernel().generate(t_, state, list);
    std::vector<Candidate> thoughts = first_thoughts(state, list, last).candidates;
    Eyes eyes(position, level.blindness, chance);
    // Whoever sees nothing looks again.
    if (std::ranges::none_of(thoughts, [&](const Candidate& c) { return eyes.notice(c.move); })) eyes.open();

    if (chance.unit() < level.care) {
        clear();
        const std::size_t limit = std::exchange(memory_limit_, level.memory);
        const Result result = think(position, level.limit, last, chance.next(), 1);
        memory_limit_ = limit;
        clear();
        for (const Line& line : result.lines)
            if (eyes.notice(line.move)) return {line.move, result};
    }
    std::erase_if(thoughts, [&](const Candidate& c) { return !eyes.notice(c.move); });
    const double best = std::ranges::max(thoughts, {}, &Candidate::prior).prior;
    std::vector<double> weights;
    double total = 0;
    for (const Candidate& c : thoughts) {
        const double weight = std::pow(c.prior / best, level.taste);
        weights.push_back(weight < reasonable ? 0 : weight);
        total += weights.back();
    }
    double rest = chance.unit() * total;
    std::size_t pick = 0;
    while (pick + 1 < weights.size() && (rest -= weights[pick]) >= 0) ++pick;
    return {thoughts[pick].move, {}};
}

}  // namespace cornerwise
