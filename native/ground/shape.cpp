// Turning and flipping a polyform into its distinct orientations.
#include "ground/shape.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "ground/fail.h"

namespace cornerwise {

Orientation normalize(std::vector<Point> cells) {
    Point low = cells.at(0);
    for (const Point& p : cells) low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    for (Point& p : cells) p = {p.x - low.x, p.y - low.y, p.z - low.z};
    std::ranges::sort(cells, {}, [](const Point& p) { return std::tuple(p.z, p.y, p.x); });
    return cells;
}

static bool is_connected(const Orientation& cells) {
    std::set<Point> rest(cells.begin(), cells.end());
    std::vector<Point> open{*rest.begin()};
    rest.erase(rest.begin());
    while (!open.empty()) {
        const Point p = open.back();
        open.pop_back();
        for (const Point step : {Point{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}})
            if (const auto at = rest.find(p + step); at != rest.end()) {
                open.push_back(*at);
                rest.erase(at);
            }
    }
    return rest.empty();
}

Shape::Shape(std::string name_, std::vector<Point> cells_, Freedom freedom) : name(std::move(name_)) {
    if (cells_.empty() || cells_.size() > max_shape_size) fail("Shape " + name + " must have between 1 and 8 cells.");
    cells = normalize(std::move(cells_));
    if (std::ranges::adjacent_find(cells) != cells.end()) fail("Shape " + name + " names a cell twice.");
    if (!is_connected(cells)) fail("The cells of shape " + name + " are not connected.");
    if (freedom == Freedom::flat && std::ranges::any_of(cells, [](const Point& p) { return p.z != 0; }))
        fail("Shape " + name + " is not flat.");

    auto turn_x = [](Point& p) { p = {p.x, -p.z, p.y}; };
    auto turn_z = [](Point& p) { p = {-p.y, p.x, p.z}; };
    auto turn_y = [](Point& p) { p = {p.z, p.y, -p.x}; };
    auto flip = [](Point& p) { p.x = -p.x; };
    std::set<Orientation> found{cells};
    std::vector<Orientation> open{cells};
    auto visit = [&](Orientation image, auto change) {
        for (Point& p : image) change(p);
        image = normalize(std::move(image));
        if (found.insert(image).second) open.push_back(image);
    };
    while (!open.empty()) {
        const Orientation from = open.back();
        open.pop_back();
        visit(from, turn_z);
        if (freedom == Freedom::flat) {
            visit(from, flip);
        } else {
            visit(from, turn_x);
            visit(from, turn_y);
        }
    }
    for (const Orientation& image : found) points.insert(points.end(), image.begin(), image.end());
}

}  // namespace cornerwise
