// What the beam search is told of a puzzle, and which symmetric boards it looks for.
#include "puzzles/problem/task.h"

#include <algorithm>

namespace cornerwise::puzzles {
namespace {

// The turns of a flat board, the identity first, and then its mirror images: where cells go.
std::vector<std::vector<int>> motions(const Board& board) {
    std::vector<std::vector<int>> turned, mirrored;
    for (const bool swap : {false, true})
        for (const int sx : {1, -1})
            for (const int sy : {1, -1}) {
                std::vector<Point> image;
                Point low{1 << 20, 1 << 20, 0}, least = low;
                for (const Point& at : board.points()) {
                    const Point to{sx * (swap ? at.y : at.x), sy * (swap ? at.x : at.y), 0};
                    image.push_back(to);
                    low = {std::min(low.x, to.x), std::min(low.y, to.y), 0};
                    least = {std::min(least.x, at.x), std::min(least.y, at.y), 0};
                }
                std::vector<int> places;
                for (const Point& at : image)
                    places.push_back(board.cell_at(Point{at.x - low.x + least.x, at.y - low.y + least.y, 0}));
                if (!std::ranges::count(places, -1)) ((sx * sy > 0) != swap ? turned : mirrored).push_back(places);
            }
    turned.insert(turned.end(), mirrored.begin(), mirrored.end());
    return turned;
}

Motion times(const Motion& a, const Motion& b) {
    Motion both;
    for (const int cell : b.cells) both.cells.push_back(a.cells[cell]);
    for (const int color : b.colors) both.colors.push_back(a.colors[color]);
    return both;
}

bool same(const Motion& a, const Motion& b) { return a.cells == b.cells && a.colors == b.colors; }

// A cell that a motion leaves in place is never covered: no more of them than may stay empty.
bool is_free(const std::vector<Motion>& group, int empties) {
    std::vector<char> fixed(group[0].cells.size(), 0);
    for (std::size_t i = 1; i < group.size(); ++i) {
        for (std::size_t color = 0; color < group[i].colors.size(); ++color)
            if (group[i].colors[color] == static_cast<int>(color)) return false;
        for (std::size_t cell = 0; cell < fixed.size(); ++cell)
            fixed[cell] |= group[i].cells[cell] == static_cast<int>(cell);
    }
    return std::ranges::count(fixed, 1) <= empties;
}

// The largest group of motions that permutes the colors' starts freely; empty when there is none.
std::vector<Motion> symmetry_group(const Problem& p) {
    const auto& starts = p.atlas->ruleset.starts;
    if (std::ranges::any_of(starts, [](const auto& own) { return own.size() != 1; })) return {};
    std::vector<Motion> known;
    for (const auto& image : motions(p.board())) {
        Motion motion{image, {}};
        for (const auto& own : starts) {
            const auto there = std::ranges::find(starts, std::vector{image[own[0]]});
            if (there != starts.end()) motion.colors.push_back(static_cast<int>(there - starts.begin()));
        }
        if (motion.colors.size() == starts.size()) known.push_back(std::move(motion));
    }
    const Motion identity = known[0];
    std::vector<std::vector<Motion>> groups;
    for (std::size_t i = 1; i < known.size(); ++i) {
        std::vector<Motion> powers{identity, known[i]};
        Motion next = times(known[i], known[i]);
        for (; !same(next, identity) && powers.size() < 4; next = times(next, known[i])) powers.push_back(next);
        if (same(next, identity)) groups.push_back(std::move(powers));
    }
    for (std::size_t i = 1; i < known.size(); ++i)
        for (std::size_t j = i + 1; j < known.size(); ++j) {
            const Motion &a = known[i], &b = known[j], both = times(a, b);
            if (same(times(a, a), identity) && same(times(b, b), identity) && same(both, times(b, a)))
                groups.push_back({identity, a, b, both});
        }
    std::vector<Motion> largest;
    for (const auto& group : groups)
        if (group.size() > largest.size() && starts.size() % group.size() == 0 && is_free(group, p.empties()))
            largest = group;
    return largest;
}

}  // namespace

Task::Task(const Problem& p) {
    auto task = std::make_shared<LayingTask>();
    const Board& board = p.board();
    task->cell_count = board.cell_count();
    task->supply = p.supply;
    task->starts = p.atlas->ruleset.starts;
    task->descending = p.descending;
    task->partial = p.goal == Goal::most;
    std::vector<int> row_of(p.atlas->size(), -1);
    for (int placement = 0; placement < p.atlas->size(); ++placement) {
        const int kind = p.atlas->shapes()[placement];
        if (std::ranges::none_of(p.supply, [&](const auto& own) { return own[kind] > 0; })) continue;
        row_of[placement] = static_cast<int>(placements.size());
        const auto own = p.atlas->cells(placement);
        task->rows.push_back({kind, {own.begin(), own.end()}});
        placements.push_back(placement);
    }
    for (int cell = 0; cell < board.cell_count(); ++cell) {
        task->attract.push_back(board.corner_neighbors(cell));
        task->repel.push_back(board.edge_neighbors(cell));
    }
    for (const Laid& given : p.givens) task->laid.push_back({row_of[given.placement], given.color});
    const bool are_equal = std::ranges::all_of(p.supply, [&](const auto& own) { return own == p.supply[0]; });
    if (p.goal == Goal::place && p.givens.empty() && are_equal) task->group = symmetry_group(p);
    laying = std::move(task);
}

BeamOptions beam_options(const LayingTask& task, std::uint64_t seed) {
    BeamOptions options{.seed = seed};
    // Finishing a board starts narrow: there is a first answer soon, and every restart betters it.
    if (task.partial) {
        options.width = 5;
        options.growth = 1.25;
        return options;
    }
    std::vector<int> size(task.supply[0].size(), 0);
    for (const Row& row : task.rows) size[row.kind] = static_cast<int>(row.cells.size());
    int slack = task.cell_count;
    for (const auto& own : task.supply)
        for (std::size_t kind = 0; kind < own.size(); ++kind) slack -= own[kind] * size[kind];
    options.growth = task.group.size() > 1 ? 1.3 : 1.1;
    if (task.group.size() == 4) options.width = slack >= 20 ? 150 : slack >= 8 ? 1000 : 3000;
    else options.width = slack >= 30 ? 100 : slack >= 8 ? 3000 : 10000;
    return options;
}

std::unique_ptr<Beam> Task::start(std::uint64_t seed) const { return make_beam(laying, beam_options(*laying, seed)); }

std::vector<Laid> Task::laid(const std::vector<Choice>& choices) const {
    std::vector<Laid> pieces;
    for (const Choice& choice : choices) pieces.push_back({choice.color, placements[choice.row]});
    return pieces;
}

}  // namespace cornerwise::puzzles
