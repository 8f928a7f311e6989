// Writing moves, and reading them as people type them.
#include "kernel/position/move_text.h"

#include <algorithm>

namespace cornerwise {

using Kind = Misread::Kind;

static std::string quoted(std::string_view text, std::size_t most) {
    return "\"" + std::string(text.substr(0, most)) + "\"";
}

std::string format_move(const Atlas& atlas, std::int32_t id) {
    const MoveCode move = split_move(atlas.tables(), id);
    std::string text;
    if (move.die) text = std::to_string(move.die) + (move.strike ? "*:" : ":");
    bool first = true;
    for (const int cell : atlas.cells(move.placement)) {
        if (!first) text += ",";
        first = false;
        text += atlas.ruleset.board.cell_name(cell);
    }
    return text;
}

std::string label_move(const Atlas& atlas, std::int32_t id) {
    const MoveCode move = split_move(atlas.tables(), id);
    const Board& board = atlas.ruleset.board;
    const std::vector<Point>& points = board.points();
    const auto cells = atlas.cells(move.placement);
    Point low = points[cells.front()], high = low;
    for (const int cell : cells) {
        const Point& point = points[cell];
        low = {std::min(low.x, point.x), std::min(low.y, point.y), std::min(low.z, point.z)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
    }
    const auto name = [&](const Point& p) {
        return column_name(p.x) + std::to_string(p.y + 1) + (board.is_flat() ? "" : "." + std::to_string(p.z + 1));
    };
    std::string label = atlas.ruleset.shapes[atlas.tables().shape_of[move.placement]].name + " at " + name(low);
    if (cells.size() > 1) label += "–" + name(high);
    if (move.strike) return label + " by a strike, die " + std::to_string(move.die);
    return move.die ? label + " by die " + std::to_string(move.die) : label;
}

Misread misread_cell(const Board& board, std::string_view name) {
    const std::string it = quoted(name, 20);
    const std::optional<Point> point = board.parse_point(name);
    if (!point)
        return {Kind::notation, it + " is no cell; cells are written like " + board.cell_name(0) +
                                    (board.is_flat() ? "." : ", with the height after the dot.")};
    const bool is_near = point->x < board.columns() && point->y < board.rows();
    if (const int height = is_near ? board.height(point->x, point->y) : 0; height && !board.is_flat())
        return {Kind::high, it + " is too high: the structure rises to " + std::to_string(height) + " at " +
                                column_name(point->x) + std::to_string(point->y + 1) + "."};
    if (!board.is_flat()) return {Kind::off, it + " is outside the structure."};
    if (is_near) return {Kind::off, it + " is not part of the board."};
    return {Kind::off, it + " is off the board: its columns go from a to " + column_name(board.columns() - 1) +
                           ", its rows from 1 to " + std::to_string(board.rows()) + "."};
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Small letters, and a comma wherever cells are parted, with or without spaces.
static std::string tidy(std::string_view text) {
    static constexpr std::string_view marks = ",:*";
    std::string plain;
    bool is_apart = false;
    for (const char c : text) {
        if (is_space(c)) {
            is_apart = true;
            continue;
        }
        const bool is_mark = marks.find(c) != std::string_view::npos;
        if (is_apart && !plain.empty() && !is_mark && marks.find(plain.back()) == std::string_view::npos) plain += ',';
        is_apart = false;
        plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return plain;
}

std::int32_t read_move(const Atlas& atlas, std::string_view text, Misread& misread) {
    const Ruleset& r = atlas.ruleset;
    MoveCode move{0, 0, false};
    const std::string plain = tidy(text), it = quoted(plain, 60);
    const auto refuse = [&](Misread why) {
        misread = std::move(why);
        return -1;
    };
    const auto unreadable = [&](const std::string& sentence) { return refuse({Kind::notation, sentence}); };
    std::string_view rest = plain;
    if (const std::size_t colon = rest.find(':'); colon != std::string_view::npos) {
        const std::string_view die = rest.substr(0, colon);
        if (!r.is_dice()) return unreadable("The move " + it + " names a die, but this game has no dice.");
        if (die.size() < 1 || die.size() > 2 || die[0] < '1' || die[0] > '6' || (die.size() == 2 && die[1] != '*'))
            return unreadable("The move " + it + " should start with a die 1 to 6 and a colon, with a strike \"4*:\".");
        move.die = static_cast<std::int8_t>(die[0] - '0');
        move.strike = die.size() == 2;
        rest = rest.substr(colon + 1);
    } else if (r.is_dice()) {
        return unreadable("The move " + it + " should start with the die that is taken, such as \"4:\".");
    }
    if (rest.empty())
        return unreadable("A move names the cells that it covers, such as \"" + format_move(atlas, 0) + "\".");
    std::vector<int> cells;
    while (true) {
        const std::size_t comma = rest.find(',');
        const std::string_view name = rest.substr(0, comma);
        const int cell = r.board.parse_cell(name);
        if (cell < 0) return refuse(misread_cell(r.board, name));
        if (std::ranges::find(cells, cell) != cells.end()) return unreadable("The move " + it + " names a cell twice.");
        cells.push_back(cell);
        if (comma == std::string_view::npos) break;
        rest = rest.substr(comma + 1);
    }
    move.placement = atlas.find(cells);
    if (move.placement < 0)
        return refuse({Kind::no_piece, "The cells of " + it + " do not form one of the pieces of this game."});
    return join_move(atlas.tables(), move);
}

}  // namespace cornerwise
