// Rulesets as the page sees them, and made from the data that the build has written.
#include "doors/wasm/door.h"
#include "doors/wasm/json.h"
#include "ground/fail.h"
#include "kernel/position/move_text.h"

namespace cornerwise {
namespace {

std::vector<std::shared_ptr<const Atlas>> atlases;

Point point_of(const Json& cell) { return {cell.items[0].whole(), cell.items[1].whole(), cell.items[2].whole()}; }

// The flattened form that cornerwise.ruleset hands to the kernel.
Ruleset ruleset_from(const Json& data) {
    std::vector<Shape> shapes;
    const bool is_solid = data["solid"].number != 0;
    for (const Json& row : data["shapes"].items) {
        std::vector<Point> cells;
        for (const Json& cell : row.items[1].items) cells.push_back(point_of(cell));
        shapes.emplace_back(row.items[0].text, cells, is_solid ? Freedom::solid : Freedom::flat);
    }
    std::vector<std::vector<int>> heights;
    for (const Json& row : data["heights"].items) heights.push_back(row.numbers());
    std::vector<std::string> colors;
    for (const Json& color : data["colors"].items) colors.push_back(color.text);
    Ruleset ruleset{
        .name = data["name"].text,
        .key = data["key"].text,
        .spec = data["key"].text,
        .board = Board(std::move(heights)),
        .shapes = std::move(shapes),
        .contact = contact_of(data["contact"].text),
        .colors = std::move(colors),
        .seats = data["seats"].whole(),
        .owners = data["owners"].numbers(),
        .rota = data["rota"].numbers(),
        .teams = data["teams"].numbers(),
        .starts = {},
        .pairs = {},
        .opening_touches = data["opening_touches"].number != 0,
        .turns = turns_of(data["turns"].text),
        .rows = data["rows"].numbers(),
        .strikes = data["strikes"].whole(),
        .scoring = scoring_of(data["scoring"].text),
        .tally = tally_of(data["tally"].text),
        .all_placed_bonus = data["all_placed_bonus"].whole(),
        .smallest_last_bonus = data["smallest_last_bonus"].whole(),
    };
    const auto read_cells = [&](const char* name, std::vector<std::vector<int>>& rows) {
        for (const Json& row : data[name].items) {
            auto& cells = rows.emplace_back();
            for (const Json& cell : row.items) cells.push_back(ruleset.board.cell_at(point_of(cell)));
        }
    };
    read_cells("starts", ruleset.starts);
    read_cells("pairs", ruleset.pairs);
    return ruleset;
}

}  // namespace

const std::shared_ptr<const Atlas>& atlas(int ruleset) {
    if (ruleset < 0 || ruleset >= static_cast<int>(atlases.size())) fail("There is no such ruleset.");
    return atlases[static_cast<std::size_t>(ruleset)];
}

// Reads a ruleset; its number.
CORNERWISE_EXPORT(read_ruleset) int read_ruleset(int bytes) {
    atlases.push_back(std::make_shared<const Atlas>(ruleset_from(Json::parse(input(bytes)))));
    return static_cast<int>(atlases.size()) - 1;
}

// [move ids, width of a row, placements]; the arrays lie at the addresses of the next two.
CORNERWISE_EXPORT(describe_atlas) void describe_atlas(int ruleset) {
    const Atlas& a = *atlas(ruleset);
    answer().numbers = {a.move_count(), a.row_width(), a.size()};
}
CORNERWISE_EXPORT(atlas_cells) const std::int16_t* atlas_cells(int ruleset) {
    return atlas(ruleset)->cell_rows().data();
}
CORNERWISE_EXPORT(atlas_shapes) const std::uint8_t* atlas_shapes(int ruleset) {
    return atlas(ruleset)->shapes().data();
}

// The names of all cells, a line each.
CORNERWISE_EXPORT(name_cells) void name_cells(int ruleset) {
    const Board& board = atlas(ruleset)->ruleset.board;
    std::string& names = answer().text;
    names.clear();
    for (int cell = 0; cell < board.cell_count(); ++cell) names += board.cell_name(cell) + "\n";
}

// [placement, die, strike, its cells], and its text.
CORNERWISE_EXPORT(describe_move) void describe_move(int ruleset, int id) {
    const Atlas& a = *atlas(ruleset);
    if (id < 0 || id >= a.move_count()) fail("There is no move " + std::to_string(id) + " in this game.");
    const MoveCode code = split_move(a.tables(), id);
    answer().numbers = {code.placement, code.die, code.strike};
    for (const int cell : a.cells(code.placement)) answer().numbers.push_back(cell);
    answer().text = format_move(a, id);
}

// The id of the move that a text names; −1, and a sentence, where it names none.
CORNERWISE_EXPORT(find_move) int find_move(int ruleset, int bytes) {
    Misread misread;
    const std::int32_t id = read_move(*atlas(ruleset), input(bytes), misread);
    answer().text = misread.sentence;
    return id;
}

}  // namespace cornerwise
