// Laying out a lattice as padded bits; names, neighbors and symmetries of its cells.
#include "ground/board.h"

#include <algorithm>
#include <charconv>

#include "ground/fail.h"

namespace cornerwise {

Board::Board(std::vector<std::vector<int>> heights) : heights_(std::move(heights)) {
    rows_ = static_cast<int>(heights_.size());
    columns_ = rows_ ? static_cast<int>(heights_[0].size()) : 0;
    int x1 = -1, y1 = -1;
    x0_ = columns_;
    y0_ = rows_;
    for (int y = 0; y < rows_; ++y) {
        if (static_cast<int>(heights_[y].size()) != columns_)
            fail("Every row of a board must have the same number of columns.");
        for (int x = 0; x < columns_; ++x) {
            if (heights_[y][x] < 0 || heights_[y][x] > max_bits)
                fail("A column of a board must have a height between 0 and 512.");
            if (!heights_[y][x]) continue;
            levels_ = std::max(levels_, heights_[y][x]);
            x0_ = std::min(x0_, x);
            y0_ = std::min(y0_, y);
            x1 = std::max(x1, x);
            y1 = std::max(y1, y);
        }
    }
    if (!levels_) fail("A board needs at least one cell.");

    // One padding column, and in space one padding row per layer: pieces are connected, so a piece that would
    // wrap around covers a padding cell, which is never free.
    const int width = x1 - x0_ + 2, depth = y1 - y0_ + 1 + (levels_ > 1);
    auto bits_needed = [&](int stride, int layer) { return levels_ > 1 ? layer * levels_ : stride * depth; };
    const int bits = bits_needed(width, width * depth);
    if (bits > max_bits)
        fail("The board is too large: with its padding it needs " + std::to_string(bits) +
             " bits, at most 512 are possible.");
    words_ = bits <= 128 ? 2 : bits <= 256 ? 4 : 8;
    // Whole bytes per row (or layer) where they fit: a shift by rows is then an unaligned load.
    auto round8 = [](int n) { return (n + 7) / 8 * 8; };
    stride_ = width;
    layer_ = width * depth;
    if (bits_needed(round8(width), round8(width) * depth) <= 64 * words_) {
        stride_ = round8(width);
        layer_ = stride_ * depth;
    } else if (levels_ > 1 && round8(layer_) * levels_ <= 64 * words_) {
        layer_ = round8(layer_);
    }

    cells_.assign(max_bits, -1);
    for (int z = 0; z < levels_; ++z)
        for (int y = 0; y < rows_; ++y)
            for (int x = 0; x < columns_; ++x) {
                if (heights_[y][x] <= z) continue;
                const int bit = bit_of({x, y, z});
                cells_[bit] = cell_count();
                points_.push_back({x, y, z});
                bits_.push_back(bit);
                inside_.add(bit);
            }
}

int Board::cell_at(const Point& p) const {
    if (p.x < 0 || p.x >= columns_ || p.y < 0 || p.y >= rows_ || p.z < 0 || p.z >= heights_[p.y][p.x]) return -1;
    return cells_[bit_of(p)];
}

std::vector<int> Board::edge_neighbors(int cell) const {
    static constexpr Point steps[] = {{0, 0, -1}, {0, -1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<int> found;
    for (const Point& step : steps)
        if (const int other = cell_at(points_[cell] + step); other >= 0) found.push_back(other);
    return found;
}

std::vector<int> Board::corner_neighbors(int cell) const {
    static constexpr Point steps[] = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
    std::vector<int> found;
    for (const Point& step : steps)
        if (const int other = cell_at(points_[cell] + step); other >= 0) found.push_back(other);
    return found;
}

std::string column_name(int x) {
    std::string name;
    for (++x; x > 0; x = (x - 1) / 26) name.insert(name.begin(), static_cast<char>('a' + (x - 1) % 26));
    return name;
}

std::string Board::cell_name(int cell) const {
    const Point& p = points_[cell];
    std::string name = column_name(p.x) + std::to_string(p.y + 1);
    if (!is_flat()) name += "." + std::to_string(p.z + 1);
    return name;
}

int Board::parse_cell(std::string_view text) const {
    const std::optional<Point> point = parse_point(text);
    return point ? cell_at(*point) : -1;
}

std::optional<Point> Board::parse_point(std::string_view text) const {
    const char *at = text.data(), *end = at + text.size();
    int x = 0, y = 0, z = 1;
    const char* letters = at;
    const auto letter = [](char c) {
        return c >= 'a' && c <= 'z' ? c - 'a' + 1 : c >= 'A' && c <= 'Z' ? c - 'A' + 1 : 0;
    };
    while (at != end && letter(*at) && at - letters < 3) x = 26 * x + letter(*at++);
    if (at == letters) return std::nullopt;
    // A number has no sign and no leading zero, so that every cell has one name.
    auto number = [&](int& value) {
        if (at == end || *at < '1' || *at > '9') return false;
        const auto [rest, error] = std::from_chars(at, end, value);
        at = rest;
        return error == std::errc{};
    };
    if (!number(y)) return std::nullopt;
    if (!is_flat()) {
        if (at == end || *at++ != '.' || !number(z)) return std::nullopt;
    }
    if (at != end) return std::nullopt;
    return Point{x - 1, y - 1, z - 1};
}

std::vector<std::vector<int>> Board::symmetries() const {
    int x1 = 0, y1 = 0;
    for (const Point& p : points_) {
        x1 = std::max(x1, p.x);
        y1 = std::max(y1, p.y);
    }
    std::vector<std::vector<int>> found;
    for (int turn = 0; turn < 8; ++turn) {
        std::vector<int> image(points_.size());
        bool maps = true;
        for (std::size_t cell = 0; cell < points_.size() && maps; ++cell) {
            int x = points_[cell].x - x0_, y = points_[cell].y - y0_;
            const int w = x1 - x0_, h = y1 - y0_;
            if (turn & 1) x = w - x;
            if (turn & 2) y = h - y;
            if (turn & 4) std::swap(x, y);
            image[cell] = cell_at(Point{x + x0_, y + y0_, points_[cell].z});
            maps = image[cell] >= 0;
        }
        if (maps) found.push_back(std::move(image));
    }
    return found;
}

}  // namespace cornerwise
