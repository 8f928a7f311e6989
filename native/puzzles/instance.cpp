// Whether a full laying satisfies the clauses that only show at the end, and which symmetries fix it.
#include "puzzles/instance.h"

#include <algorithm>
#include <numeric>

#include "ground/fail.h"

namespace cornerwise::puzzles {

bool Instance::interchangeable() const {
    return colors() > 1 && givens.empty() &&
           std::ranges::all_of(supply, [&](const auto& own) { return own == supply[0]; });
}

int Instance::total(int kind) const {
    int sum = 0;
    for (const auto& own : supply) sum += own[kind];
    return sum;
}

void Instance::check() const {
    if (cell_count < 0 || cell_count > max_cells) fail("A puzzle has at most 512 cells.");
    if (supply.empty() || colors() > max_colors) fail("A puzzle has between 1 and 8 colors.");
    for (const auto& own : supply) {
        if (static_cast<int>(own.size()) != kinds()) fail("Every color needs a number for every kind.");
        for (int n : own)
            if (n < 0 || n > 64) fail("A color has between 0 and 64 pieces of a kind.");
    }
    if (kinds() > 64) fail("A puzzle has at most 64 kinds of pieces.");
    for (const Row& row : rows) {
        if (row.kind < 0 || row.kind >= kinds()) fail("A row names a kind outside the supply.");
        if (row.cells.empty() || !std::ranges::is_sorted(row.cells)) fail("A row's cells must ascend.");
        if (row.cells.front() < 0 || row.cells.back() >= cell_count) fail("A row names a cell outside the puzzle.");
    }
    if (colored() && (static_cast<int>(edges.size()) < cell_count || corners.size() != edges.size()))
        fail("Contact needs the neighbors of every cell.");
    for (const Given& given : givens) {
        if (given.color < 0 || given.color >= colors()) fail("A given names a color outside the puzzle.");
        for (int cell : given.cells)
            if (cell < cell_count || (colored() && cell >= static_cast<int>(edges.size())))
                fail("A given lies on cells of its own.");
    }
    for (const auto& image : images)
        if (image.size() != rows.size()) fail("A symmetry needs an image for every row.");
}

namespace {

// Disjoint sets of pieces, joined where they touch.
struct Groups {
    std::vector<int> parent;
    explicit Groups(int n) : parent(n) { std::iota(parent.begin(), parent.end(), 0); }
    int find(int a) {
        while (parent[a] != a) a = parent[a] = parent[parent[a]];
        return a;
    }
    void join(int a, int b) { parent[find(a)] = find(b); }
};

}  // namespace

bool Instance::accepts(std::span<const Choice> choices) const {
    const int placed = static_cast<int>(choices.size());
    if (contact >= Contact::touching) {
        const int sites = static_cast<int>(edges.size());
        std::vector<int> piece(sites, -1), color(sites, -1);
        for (int i = 0; i < placed; ++i)
            for (int cell : rows[choices[i].row].cells) piece[cell] = i, color[cell] = choices[i].color;
        const int pieces = placed + static_cast<int>(givens.size());
        for (int i = placed; i < pieces; ++i)
            for (int cell : givens[i - placed].cells) piece[cell] = i, color[cell] = givens[i - placed].color;
        Groups groups(pieces);
        std::vector<char> touches(pieces, 0);
        for (int a = 0; a < sites; ++a)
            for (int b : corners[a])
                if (piece[a] >= 0 && piece[b] >= 0 && color[a] == color[b] && piece[a] != piece[b]) {
                    touches[piece[a]] = 1;
                    groups.join(piece[a], piece[b]);
                }
        std::vector<int> first(colors(), -1), number(colors(), 0);
        auto color_of = [&](int i) { return i < placed ? choices[i].color : givens[i - placed].color; };
        for (int i = 0; i < pieces; ++i)
            if (!number[color_of(i)]++) first[color_of(i)] = i;
        for (int i = 0; i < pieces; ++i) {
            if (number[color_of(i)] == 1) continue;  // a piece alone of its color has nothing to touch
            if (!touches[i]) return false;
            if (contact == Contact::connected && groups.find(i) != groups.find(first[color_of(i)])) return false;
        }
    }
    if (!below.empty()) {
        // S3 and from above: a piece waits for every piece beneath it; a cycle means they interlock.
        std::vector<int> piece(cell_count, -1), waits(placed, 0);
        for (int i = 0; i < placed; ++i)
            for (int cell : rows[choices[i].row].cells) piece[cell] = i;
        std::vector<std::vector<int>> above(placed);
        for (int cell = 0; cell < cell_count; ++cell) {
            if (piece[cell] < 0 || below[cell] < 0 || below[cell] >= cell_count) continue;
            const int under = piece[below[cell]];
            if (under < 0) return false;
            if (under != piece[cell]) above[under].push_back(piece[cell]), ++waits[piece[cell]];
        }
        std::vector<int> ready;
        for (int i = 0; i < placed; ++i)
            if (!waits[i]) ready.push_back(i);
        for (std::size_t at = 0; at < ready.size(); ++at)
            for (int next : above[ready[at]])
                if (!--waits[next]) ready.push_back(next);
        if (static_cast<int>(ready.size()) < placed) return false;
    }
    return true;
}

std::uint64_t Instance::weight(std::span<const Choice> choices) const {
    std::uint64_t product = 1;
    for (const Choice& choice : choices) product *= rows[choice.row].weight;
    return product;
}

Stabilizer Instance::stabilizer(std::span<const Choice> choices) const {
    std::vector<int> color_of(rows.size(), -2);
    for (const Choice& choice : choices) color_of[choice.row] = choice.color;
    const bool rename = colored() && interchangeable();
    Stabilizer fixed;
    for (std::size_t i = 0; i < images.size(); ++i) {
        int to[max_colors], from[max_colors], used = 0;
        std::fill_n(to, max_colors, -1);
        std::fill_n(from, max_colors, -1);
        const bool fixes = std::ranges::all_of(choices, [&](const Choice& choice) {
            const int image = images[i][choice.row];
            const int other = image < 0 ? -2 : color_of[image];
            if (other == -2) return false;
            if (!rename) return other == choice.color;
            if (to[choice.color] < 0 && from[other] < 0) to[choice.color] = other, from[other] = choice.color, ++used;
            return to[choice.color] == other;
        });
        if (!fixes) continue;
        std::uint64_t ways = 1;  // colors that do not appear may be renamed at will
        for (int unused = rename ? colors() - used : 0; unused > 1; --unused) ways *= unused;
        fixed.all += ways;
        if (static_cast<int>(i) < turns) fixed.turns += ways;
    }
    return fixed;
}

}  // namespace cornerwise::puzzles
