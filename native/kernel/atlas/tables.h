// What the hot loops read: a ruleset boiled down to plain arrays, and the state of a game as plain words.
// Nothing here needs a constructor or the standard library's code, so it is the same for every instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/cells.h"
#include "ground/ruleset.h"

namespace cornerwise {

constexpr int max_orientations = 256;
constexpr int max_shape_orientations = 24;  // turns of a solid
constexpr int max_pieces = 84;              // pieces of all supplies together
constexpr int max_mask_words = 72;          // filled per sheet, blocked and targets per lane
constexpr int max_terms = 4;                // per orientation: cells joined in pairs
constexpr int max_slots = 128;
constexpr int slot_bytes = 128;
constexpr int stamp_bytes = 208;
constexpr int stamp_origin = 136;

constexpr int chance = -1;
constexpr int nobody = -2;

// The masks that bit-parallel generation shifts. Scratch memory holds eight slots for each, moved down by 0 … 7 bits
// and written over all their words: any further shift, by whole bytes, is then a plain unaligned load.
enum class Source : std::uint8_t { free, standing, targets };

// One more slot: two copies, at these byte offsets in scratch memory, joined.
struct Join {
    std::uint16_t first, second;
};

// An orientation as byte offsets in scratch memory: all of `clear` must hold, and at least one of `touch`.
struct Terms {
    std::uint16_t clear[max_terms];
    std::uint16_t touch[max_terms];
};

struct Tables {
    int words, cells;
    int shapes, orientations, placements;
    int colors, seats, sheets, lanes, supplies;

    // Orientations of shape s: shape_first[s] … shape_first[s+1]−1; placements of orientation o likewise.
    std::uint16_t shape_first[max_shapes + 1];
    std::uint8_t shape_size[max_shapes];
    std::uint8_t shape_orientations[max_shapes];  // how many
    // Theirs as `MoveList::order` has them, the last one repeated; 16 of them do for every shape, or 32.
    std::uint16_t shape_order[max_shapes][32];
    bool has_long_order;
    std::uint8_t orientation_shape[max_orientations];
    std::int32_t first[max_orientations + 1];
    const std::uint16_t* rank;  // [orientation × 512 + anchor bit] → placement − first[orientation]
    // The same word by word, [orientation × words + word]: the anchors at which it lies on the board, and the first of
    // their placements.
    const Word* room;
    const std::int32_t* room_first;

    // Masks of a placement, `words` each; and, so small that they stay in the cache, the same for an orientation:
    // stamps with the anchor at bit 8 × stamp_origin, zeros around them, to be shifted and clipped to the board.
    const Word *cells_of, *attract, *repel;
    const char *cells_stamp, *attract_stamp, *repel_stamp;
    // The same as distances in bits from the anchor: of the cells, ascending, of the corners and of the edges.
    const std::int16_t* nearby;
    std::uint16_t nearby_first[max_orientations][4];  // where these three lists begin, and the end
    const std::uint8_t* shape_of;                     // placement → shape
    const std::uint16_t* orientation_of;              // placement → orientation
    const std::uint16_t* anchor_of;                   // placement → bit of its anchor
    const std::uint8_t* central;                      // placement → how near the middle its nearest cell lies, 0 … 7
    const std::uint8_t* top_level;                    // placement → level of its highest cell

    Word inside[max_words], ground[max_words];
    Word starts[max_colors][max_words];
    int pairs;  // of start cells that belong to one team (C6)
    Word pair[max_colors][max_words];

    // The generation program: the slots of the sources, slots joined by “and”, slots joined by “or”, the orientations.
    int remainders;  // 8, or fewer where rows are whole bytes
    int all_joins, some_joins;
    Join joins[max_slots];
    int most_clear, most_touch;
    bool is_parallel;  // touch is clear, moved on to the slots of the targets
    Terms terms[max_orientations];

    bool is_solid;  // pieces rest on the ground or on cubes (S3)
    bool opening_touches;
    int layer, stride;
    int columns, rows, levels;  // of the smallest box around the cells; its first cell is bit 0

    Turns turns;
    std::int8_t owners[max_colors];
    std::int8_t rota[max_seats];
    int rota_size;
    int strikes;
    std::uint32_t row_shapes[max_faces + 1];
    std::int8_t teams[max_seats];
    Scoring scoring;
    Tally tally;
    int all_placed_bonus, smallest_last_bonus;
    int smallest;  // the shape whose placing last earns the bonus; −1: none
    std::uint32_t all_shapes;
};

// Where the slots of a source begin, and the joined ones; those of the targets lie behind all others, in the same
// order.
CORNERWISE_INLINE int first_slot(const Tables& t, Source source) {
    return source == Source::targets ? 16 + t.all_joins : source == Source::standing ? 8 : 0;
}
CORNERWISE_INLINE int first_join(const Tables& t, Source source) {
    return source == Source::targets ? 32 + t.all_joins : 16;
}

// The full state of a game. All bytes are meaningful or zero, so equality is equality of bytes.
struct State {
    Word masks[max_mask_words];
    std::uint16_t placed[max_pieces];  // [supply × shapes + shape] = placement + 1, 0: still in the supply
    std::uint32_t supply[max_seats];   // a bit per unused shape
    std::uint8_t inks[max_shapes];     // dice: two bits per sheet, the color a shape was drawn in
    std::uint16_t opened;              // a bit per lane that has a piece
    std::int8_t actor, color;          // who acts, in which color (−1: none)
    std::uint8_t out;                  // a bit per color (dice: per seat)
    std::uint8_t rota;                 // whose turn with the shared color
    std::uint8_t smallest_last;        // a bit per supply: complete, and the smallest piece came last
    std::uint8_t dice[max_faces + 1];  // free dice by face
    std::uint8_t strikes[max_seats];   // used
    std::uint8_t round, starter, step;
    std::uint8_t ply;                 // pieces placed
    std::uint8_t retired[max_seats];  // 0: stays (R1); else the how-manieth seat it was to retire
    std::uint8_t unused[6];
};
static_assert(offsetof(State, unused) + 6 == sizeof(State) && sizeof(State) % 8 == 0);

// All legal placements of one turn: per orientation a bit per anchor.
struct MoveList {
    std::uint32_t shapes;  // the shapes that were generated
    std::uint32_t total;   // legal placements
    std::uint32_t moves;   // legal moves: more than placements where dice and strikes multiply them
    std::uint32_t shape_total[max_shapes];
    int listed;  // orientations of these shapes, in `order`
    // Byte offsets in `Tables::terms`: from there to an orientation's anchors is a factor that addressing has for free.
    std::uint16_t order[max_orientations + 32];
    std::uint16_t upto[max_orientations + 4];  // placements of the orientations up to and with the i-th listed
    alignas(64) Word anchors[max_orientations * max_words];  // [orientation × words]
};

// A move in parts; as a number it is the placement, counted on from the first move of its die and strike.
struct MoveCode {
    std::int32_t placement;
    std::int8_t die;  // 0: no dice in this game
    bool strike;
};

// Moves with the same die and strike follow each other, as many as there are placements.
CORNERWISE_INLINE std::int32_t first_move(const Tables& t, int die, bool strike) {
    return die ? t.placements * (die - 1 + max_faces * strike) : 0;
}
// Move ids run from 0 to this, exclusive.
CORNERWISE_INLINE std::int32_t move_count(const Tables& t) {
    return t.placements * (t.turns == Turns::dice ? 2 * max_faces : 1);
}
CORNERWISE_INLINE MoveCode split_move(const Tables& t, std::int32_t id) {
    if (t.turns != Turns::dice) return {id, 0, false};
    const int extra = id / t.placements;
    return {id % t.placements, static_cast<std::int8_t>(extra % max_faces + 1), extra >= max_faces};
}
CORNERWISE_INLINE std::int32_t join_move(const Tables& t, MoveCode m) {
    return m.placement + first_move(t, m.die, m.strike);
}

// The cells of the box around a board.
CORNERWISE_INLINE int plane_cells(const Tables& t) { return t.levels * t.rows * t.columns; }

CORNERWISE_INLINE Word* filled(const Tables& t, State& s, int sheet) { return s.masks + sheet * t.words; }
CORNERWISE_INLINE Word* blocked(const Tables& t, State& s, int lane) { return s.masks + (t.sheets + lane) * t.words; }
CORNERWISE_INLINE Word* targets(const Tables& t, State& s, int lane) {
    return s.masks + (t.sheets + t.lanes + lane) * t.words;
}
CORNERWISE_INLINE const Word* filled(const Tables& t, const State& s, int sheet) { return s.masks + sheet * t.words; }
CORNERWISE_INLINE const Word* blocked(const Tables& t, const State& s, int lane) {
    return s.masks + (t.sheets + lane) * t.words;
}
CORNERWISE_INLINE const Word* targets(const Tables& t, const State& s, int lane) {
    return s.masks + (t.sheets + t.lanes + lane) * t.words;
}

}  // namespace cornerwise
