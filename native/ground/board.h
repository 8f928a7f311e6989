// A board: an immutable lattice of cells with coordinates, names and neighbors.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/cells.h"

namespace cornerwise {

struct Point {
    int x = 0, y = 0, z = 0;
    auto operator<=>(const Point&) const = default;
    Point operator+(const Point& o) const { return {x + o.x, y + o.y, z + o.z}; }
};

class Board {
public:
    // heights[y][x] is how many cells stand in a column (a flat board has ones), y counted from the bottom.
    // Fails with a sentence when the lattice is empty or too large.
    explicit Board(std::vector<std::vector<int>> heights);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    int levels() const { return levels_; }
    bool is_flat() const { return levels_ == 1; }
    int words() const { return words_; }
    int stride() const { return stride_; }
    int layer() const { return layer_; }
    int cell_count() const { return static_cast<int>(points_.size()); }

    const Point& point(int cell) const { return points_[cell]; }
    const std::vector<Point>& points() const { return points_; }
    int bit(int cell) const { return bits_[cell]; }
    // The cell at a bit or a point; −1 where there is none.
    int cell_at(int bit) const { return bit < 0 || bit >= max_bits ? -1 : cells_[bit]; }
    int cell_at(const Point& p) const;
    // Bit distance of a step; meaningful for steps that stay inside.
    int shift(const Point& step) const { return step.x + step.y * stride_ + step.z * layer_; }
    int height(int x, int y) const { return heights_[y][x]; }
    const Cells& inside() const { return inside_; }

    // Cells sharing an edge (a face), and cells that only share a corner in the plane.
    std::vector<int> edge_neighbors(int cell) const;
    std::vector<int> corner_neighbors(int cell) const;

    // "e8", in space "d3.1"; capitals are read too. −1 for text that names no cell of this board.
    std::string cell_name(int cell) const;
    int parse_cell(std::string_view text) const;
    // Where a cell of this name would be, on the board or not; nothing for what is no such name.
    std::optional<Point> parse_point(std::string_view text) const;

    // Permutations of the cells that map the board onto itself (flat: up to 8; solid: turns about the vertical axis
    // and their mirror images), identity first.
    std::vector<std::vector<int>> symmetries() const;

private:
    std::vector<std::vector<int>> heights_;
    int columns_, rows_, levels_ = 0, words_, stride_, layer_;
    int x0_, y0_;
    std::vector<Point> points_;
    std::vector<int> bits_;
    std::vector<int> cells_;
    Cells inside_;

    int bit_of(const Point& p) const { return shift({p.x - x0_, p.y - y0_, p.z}); }
};

// The names of columns: a … z, aa, ab, …
std::string column_name(int x);

}  // namespace cornerwise
