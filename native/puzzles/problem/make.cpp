// A random laying, and just enough of it given away.
#include "puzzles/problem/make.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ground/fail.h"
#include "ground/random.h"
#include "puzzles/problem/rows.h"
#include "puzzles/solver.h"

namespace cornerwise::puzzles {
namespace {

constexpr double forever = 1e9;
constexpr std::uint64_t most_rated = 200'000;    // nodes of a search that rates
constexpr std::uint64_t most_searched = 60'000;  // nodes of a search; a laying that takes more is thrown away
constexpr double steps[] = {0.5, 1.2, 2.2};      // ratings where medium, hard and expert begin
constexpr int making_tries = 60, rating_tries = 7;

using Pieces = std::vector<Laid>;

template <class T>
void shuffle(std::vector<T>& list, Random& random) {
    for (std::size_t i = list.size(); i > 1; --i)
        std::swap(list[i - 1], list[random.below(static_cast<std::uint32_t>(i))]);
}

bool has(const Pieces& pieces, const Laid& piece) { return std::ranges::count(pieces, piece) > 0; }

// Different shapes that add up to the board, larger ones likelier; empty where they do not.
std::vector<int> draw(const Atlas& atlas, Random& random) {
    const std::vector<Shape>& shapes = atlas.ruleset.shapes;
    const int area = atlas.ruleset.board.cell_count();
    std::vector<double> rank;
    int total = 0;
    for (const Shape& shape : shapes) {
        rank.push_back(2 * random.unit() - shape.size());
        total += shape.size();
    }
    std::vector<int> pool(shapes.size());
    std::iota(pool.begin(), pool.end(), 0);
    std::ranges::stable_sort(pool, {}, [&](int shape) { return rank[shape]; });
    const int copies = 1 + area / (total + 1);
    std::vector<int> chosen(shapes.size(), 0);
    int left = area;
    for (int round = 0; round < copies; ++round)
        for (const int shape : pool) {
            const int rest = left - shapes[shape].size();
            if (rest < 0 || rest == 1 || rest == 2 || chosen[shape] == copies) continue;
            ++chosen[shape];
            left = rest;
        }
    return left ? std::vector<int>{} : chosen;
}

enum class Found { none, unknown, other };

// Whether there is a solution with these givens beside the target; which, where there is.
Found another(const Problem& problem, const Pieces& target, const Pieces& givens, Pieces& other) {
    const Rows rows(std::make_shared<const Problem>(problem.with_givens(givens)));
    const auto search = make_cover(rows.instance, {});
    while (true) {
        const std::uint64_t rest = most_searched - std::min(most_searched, search->nodes());
        const Progress progress = search->advance(forever, rest, true);
        if (progress == Progress::exhausted) return Found::none;
        if (progress == Progress::running) return Found::unknown;
        other = givens;
        for (const Laid& piece : rows.laid(search->solution())) other.push_back(piece);
        if (!std::ranges::all_of(target, [&](const Laid& piece) { return has(other, piece); })) return Found::other;
    }
}

// Givens none of which can be left out and which leave only the target; nothing where the search is too long.
std::optional<Pieces> enough(const Problem& problem, const Pieces& target, Random& random) {
    Pieces givens, other;
    while (true) {
        const Found found = another(problem, target, givens, other);
        if (found == Found::unknown) return std::nullopt;
        if (found == Found::none) break;
        Pieces telling;
        for (const Laid& piece : target)
            if (!has(other, piece)) telling.push_back(piece);
        givens.push_back(telling[random.below(static_cast<std::uint32_t>(telling.size()))]);
    }
    Pieces order = givens;
    shuffle(order, random);
    for (const Laid& piece : order) {
        Pieces fewer;
        for (const Laid& given : givens)
            if (given != piece) fewer.push_back(given);
        if (another(problem, target, fewer, other) == Found::none) givens = fewer;
    }
    return givens;
}

std::optional<Made> attempt(const std::shared_ptr<const Atlas>& atlas, int level, Random& random) {
    auto problem = std::make_shared<Problem>();
    problem->atlas = atlas;
    problem->supply.assign(atlas->ruleset.colors.size(), std::vector<int>(atlas->ruleset.shapes.size(), 0));
    const std::vector<int> chosen = draw(*atlas, random);
    if (chosen.empty()) return std::nullopt;
    problem->supply[0] = chosen;
    if (objection(*problem)) return std::nullopt;
    const Rows rows(problem);
    const auto search = make_cover(rows.instance, {1 + random.below(0xffffffff), {}, {}});
    if (search->advance(forever, most_searched, true) != Progress::found) return std::nullopt;
    const Pieces target = rows.laid(search->solution());
    std::optional<Pieces> givens = enough(*problem, target, random);
    if (!givens) return std::nullopt;
    // Giving more away makes it easier: stop at the level wanted.
    Pieces rest;
    for (const Laid& piece : target)
        if (!has(*givens, piece)) rest.push_back(piece);
    shuffle(rest, random);
    while (true) {
        Problem begun = problem->with_givens(*givens);
        const Difficulty rated = difficulty(std::make_shared<const Problem>(begun), rating_tries, 0);
        if (rated.level <= level || rest.size() <= 3) return Made{std::move(begun), target, rated};
        givens->push_back(rest.back());
        rest.pop_back();
    }
}

}  // namespace

Difficulty difficulty(const std::shared_ptr<const Problem>& problem, int tries, std::uint64_t seed) {
    if (problem->is_laying()) fail("Only puzzles of covering a region are rated.");
    if (tries < 1) fail("A rating takes one try or more.");
    const Rows rows(problem);
    std::vector<double> work;
    for (int number = 0; number < tries; ++number) {
        const auto search = make_cover(rows.instance, {seed + static_cast<std::uint64_t>(number) + 1, {}, {}});
        search->advance(forever, most_rated, true);
        work.push_back(static_cast<double>(search->nodes()));
    }
    std::ranges::sort(work);
    const std::size_t half = work.size() / 2;
    const double middle = work.size() % 2 ? work[half] : (work[half - 1] + work[half]) / 2;
    const double per_piece = middle / std::max(1, problem->pieces_left());
    const double rating = per_piece > 1 ? std::round(std::log10(per_piece) * 100) / 100 : 0;
    int level = 0;
    for (const double step : steps) level += rating >= step;
    return {rating, level, middle};
}

std::optional<Made> make_puzzle(const std::shared_ptr<const Atlas>& atlas, int level, std::uint64_t seed) {
    if (level < 0 || level >= difficulty_levels) fail("There is no such level of difficulty.");
    // Every board and level has its own puzzles.
    const auto cells = static_cast<std::uint64_t>(atlas->ruleset.board.cell_count());
    Random random(seed * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(level) * 1024 + cells);
    std::optional<Made> best;
    const auto distance = [&](const Made& made) { return std::abs(made.difficulty.level - level); };
    for (int number = 0; number < making_tries; ++number) {
        std::optional<Made> made = attempt(atlas, level, random);
        if (!made) continue;
        if (!best || distance(*made) < distance(*best)) best = std::move(made);
        if (!distance(*best)) break;
    }
    return best;
}

Day day_of(std::int64_t number) {
    constexpr int week[] = {0, 0, 1, 1, 2, 2, 3};  // easier on Mondays, harder toward Sunday
    return {week[(number + 6) % 7], number % 3 == 0};
}

}  // namespace cornerwise::puzzles
