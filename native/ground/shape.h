// A shape: a polyform up to symmetry, with a name and its orientations.
#pragma once

#include <string>
#include <vector>

#include "ground/board.h"

namespace cornerwise {

using Orientation = std::vector<Point>;  // sorted by (z, y, x), smallest coordinates zero

// K1: flat shapes may be turned and flipped; solid ones are rotated in space, never mirrored.
enum class Freedom { flat, solid };

constexpr int max_shape_size = 8;

struct Shape {
    std::string name;
    Orientation cells;
    std::vector<Point> points;  // of all orientations, one after the other

    // Fails with a sentence for cells that are no connected polyform.
    Shape(std::string name, std::vector<Point> cells, Freedom freedom);
    int size() const { return static_cast<int>(cells.size()); }
    int orientations() const { return static_cast<int>(points.size() / cells.size()); }
    Orientation orientation(int i) const { return {points.begin() + i * size(), points.begin() + (i + 1) * size()}; }
};

Orientation normalize(std::vector<Point> cells);

}  // namespace cornerwise
