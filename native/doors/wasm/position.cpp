// Positions as the page sees them: asking, playing, rolling.
#include "doors/wasm/door.h"
#include "ground/fail.h"
#include "kernel/position/refusal.h"

namespace cornerwise {
namespace {

// The kind, the clause and the sentence, a line each, and the cells.
void tell(const Refusal& refusal) {
    answer().numbers.assign(refusal.cells.begin(), refusal.cells.end());
    answer().text = refusal.kind + "\n" + refusal.clause + "\n" + refusal.sentence;
}

void check_move(int ruleset, int move) {
    if (move < 0 || move >= atlas(ruleset)->move_count())
        fail("There is no move " + std::to_string(move) + " in this game.");
}

void check_lane(int ruleset, int lane) {
    if (lane < 0 || lane >= atlas(ruleset)->ruleset.lanes()) fail("There is no such color on such a sheet.");
}

// Whether something may be done; the sentence where not.
bool allows(const std::optional<std::string>& refusal) {
    answer().text = refusal.value_or("");
    return !refusal;
}

}  // namespace

CORNERWISE_EXPORT(start) void start(int ruleset) { state() = Position(atlas(ruleset)).state(); }

// The text without the ruleset's key, and back.
CORNERWISE_EXPORT(write_position) void write_position(int ruleset) { answer().text = position(ruleset).text(); }
CORNERWISE_EXPORT(read_position) void read_position(int ruleset, int bytes) {
    state() = Position::parse(atlas(ruleset), input(bytes)).state();
}

// [actor, color, sheet, shapes, ply, out, round, starter, dice to roll], then lists with their lengths before them.
CORNERWISE_EXPORT(look) void look(int ruleset) {
    const Position p = position(ruleset);
    const Ruleset& rules = p.ruleset();
    const bool has_dice = rules.is_dice();
    Answer& a = answer();
    a.numbers = {state().actor,
                 state().color,
                 has_dice && state().actor >= 0 ? state().actor : 0,
                 static_cast<std::int32_t>(p.playable_shapes()),
                 state().ply,
                 state().out,
                 state().round,
                 state().starter,
                 state().actor == chance ? p.dice_to_roll() : 0};
    a.add_list(p.scores());
    a.add_list(p.color_scores());
    a.add_list(p.ranks());
    a.add_list(p.retired());
    a.add_list(p.dice());
    a.add_list(std::vector<int>(state().strikes, state().strikes + (has_dice ? rules.seats : 0)));
    a.add_list(p.markers());
    a.add_list(std::vector<std::uint32_t>(state().supply, state().supply + rules.supplies()));
}

CORNERWISE_EXPORT(list_legal) void list_legal(int ruleset) { answer().numbers = position(ruleset).legal_ids(); }
CORNERWISE_EXPORT(is_legal) int is_legal(int ruleset, int move) {
    check_move(ruleset, move);
    return position(ruleset).is_legal(move);
}

// Each does what it says and returns 1, or tells in a sentence why not and returns 0.
CORNERWISE_EXPORT(play) int play(int ruleset, int move) {
    check_move(ruleset, move);
    const Position p = position(ruleset);
    if (const std::optional<Refusal> refusal = p.is_legal(move) ? std::nullopt : refusal_of_move(p, move)) {
        tell(*refusal);
        return 0;
    }
    state() = p.play(move).state();
    return 1;
}
CORNERWISE_EXPORT(roll) int roll(int ruleset, int count) {
    const Position p = position(ruleset);
    std::vector<int> dice;
    for (const char face : input(count)) dice.push_back(face);
    if (!allows(refusal_of_roll(p, dice))) return 0;
    std::uint8_t faces[max_faces + 1] = {};
    for (const int face : dice) ++faces[face];
    state() = p.roll(faces).state();
    return 1;
}
CORNERWISE_EXPORT(retire) int retire(int ruleset, int seat) {
    const Position p = position(ruleset);
    if (!allows(refusal_to_retire(p, seat))) return 0;
    state() = p.retire(seat).state();
    return 1;
}

// Why not: 1 where there is a reason.
CORNERWISE_EXPORT(explain) int explain(int ruleset, int move) {
    check_move(ruleset, move);
    const std::optional<Refusal> refusal = refusal_of_move(position(ruleset), move);
    if (refusal) tell(*refusal);
    return refusal.has_value();
}
CORNERWISE_EXPORT(explain_text) int explain_text(int ruleset, int bytes) {
    Misread misread;
    const std::int32_t id = read_move(*atlas(ruleset), input(bytes), misread);
    if (id >= 0) return explain(ruleset, id);
    tell(refusal_of_text(*atlas(ruleset), misread));
    return 1;
}

// [sheet, color, placement] of every piece.
CORNERWISE_EXPORT(list_placed) void list_placed(int ruleset) {
    answer().numbers.clear();
    for (const Piece& piece : position(ruleset).pieces())
        answer().numbers.insert(answer().numbers.end(), {piece.sheet, piece.color, piece.placement});
}
CORNERWISE_EXPORT(color_cells) void color_cells(int ruleset, int sheet) {
    if (sheet < 0 || sheet >= atlas(ruleset)->ruleset.sheets()) fail("There is no such sheet in this game.");
    const std::vector<std::int8_t> colors = position(ruleset).cell_colors(sheet);
    answer().numbers.assign(colors.begin(), colors.end());
}
// A lane is a color on a sheet: sheet × colors + color.
CORNERWISE_EXPORT(list_targets) void list_targets(int ruleset, int lane) {
    check_lane(ruleset, lane);
    answer().numbers = position(ruleset).target_cells(lane);
}
CORNERWISE_EXPORT(count_places) void count_places(int ruleset, int lane) {
    check_lane(ruleset, lane);
    answer().numbers = position(ruleset).places_left(lane);
}

CORNERWISE_EXPORT(perft) std::uint64_t perft(int ruleset, int depth) {
    return kernel().perft(atlas(ruleset)->tables(), state(), depth);
}
// Random games to the end: the pieces placed, as a number, and a checksum of the final states, returned.
CORNERWISE_EXPORT(play_games) std::uint64_t play_games(int ruleset, int games, std::uint64_t seed) {
    const auto [pieces, checksum] = play_randomly(atlas(ruleset)->tables(), state(), games, seed);
    answer().numbers = {static_cast<std::int32_t>(pieces)};
    return checksum;
}

}  // namespace cornerwise
