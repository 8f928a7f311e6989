// A puzzle as the solvers see it: cells to cover, rows that cover them, a supply of kinds, and how colors may touch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cornerwise::puzzles {

// How pieces of one color may meet. Each level includes the ones before it.
enum class Contact : int {
    any = 0,       // colors do not matter
    apart = 1,     // no shared edge
    touching = 2,  // every piece also shares a corner with another of its color
    connected = 3  // and these corners join all pieces of a color
};

// A way to lay one piece: a kind of the supply on these cells (ascending).
struct Row {
    int kind;
    std::vector<int> cells;
    int weight = 1;  // layings it stands for; more than one for a representative of its images
    int units = 1;   // pieces it takes; more than one for the images of a symmetric laying
};

// A row laid in a color; color is −1 where colors do not matter.
struct Choice {
    int row;
    int color;
    bool operator==(const Choice&) const = default;
};

// A piece that is already there, outside the cells to cover: its cells are numbered cell_count, cell_count + 1, …
struct Given {
    int color;
    std::vector<int> cells;
};

// How many turns, and how many symmetries in all, fix a laying.
struct Stabilizer {
    std::uint64_t turns = 0, all = 0;
};

constexpr int max_cells = 512;
constexpr int max_colors = 8;

struct Instance {
    int cell_count = 0;
    std::vector<Row> rows;
    std::vector<std::vector<int>> supply;  // [color][kind], how many pieces
    int empties = 0;                       // how many cells may stay uncovered
    bool use_all = false;                  // whether every piece must be laid
    Contact contact = Contact::any;
    std::vector<std::vector<int>> edges;    // per cell: the cells sharing an edge (a face)
    std::vector<std::vector<int>> corners;  // per cell: the cells sharing only a corner
    std::vector<int> below;                 // per cell: the cell beneath it, or −1; empty when order of laying is free
    std::vector<std::vector<int>> images;   // per symmetry: the image of each row; identity first
    int turns = 0;                          // how many of the first images are turns, the rest being mirrored
    std::vector<Given> givens;              // they count for contact: their cells appear in edges and corners

    int colors() const { return static_cast<int>(supply.size()); }
    int kinds() const { return supply.empty() ? 0 : static_cast<int>(supply[0].size()); }
    bool colored() const { return contact != Contact::any; }
    // Whether colors may be renamed without changing the puzzle.
    bool interchangeable() const;
    // What is left of a kind over all colors.
    int total(int kind) const;

    // Fails with a sentence when the parts do not fit together.
    void check() const;
    // Whether a full laying satisfies the clauses that only show at the end: touching, connected, layable.
    bool accepts(std::span<const Choice> choices) const;
    // How many layings this one stands for: the product of its rows' weights.
    std::uint64_t weight(std::span<const Choice> choices) const;
    // How many symmetries (each with its renamings of interchangeable colors) map the laying onto itself.
    Stabilizer stabilizer(std::span<const Choice> choices) const;
};

// Where a search stands after a slice of work.
enum class Progress : int { running = 0, found = 1, exhausted = 2 };

}  // namespace cornerwise::puzzles
