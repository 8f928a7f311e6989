// The rules as a table of functions, one table per instruction set; all give identical results.
#pragma once

#include <string_view>
#include <vector>

#include "ground/random.h"
#include "kernel/atlas/tables.h"
#include "kernel/playout/network.h"
#include "kernel/playout/outlook.h"
#include "kernel/playout/policy.h"
#include "kernel/playout/replies.h"

namespace cornerwise {

struct Kernel {
    const char* name;
    // A fresh game.
    void (*start)(const Tables&, State&);
    // All legal placements and the number of legal moves of the turn; none for chance or when the game is over.
    void (*generate)(const Tables&, const State&, MoveList&);
    // All placements a lane could make with these shapes, whoever's turn it is.
    void (*generate_lane)(const Tables&, const State&, int lane, std::uint32_t shapes, MoveList&);
    // Unchecked: puts a piece down and passes the turn on.
    void (*place)(const Tables&, State&, MoveCode);
    // Unchecked: the dice as counts by face.
    void (*roll)(const Tables&, State&, const std::uint8_t* dice);
    // Unchecked: a seat places no more pieces (R1).
    void (*retire)(const Tables&, State&, int seat);
    // Gives the turn to a color, or to the next one that can place; not for dice.
    void (*settle)(const Tables&, State&, int color);
    // Unchecked: puts a piece of a lane down without touching the turn.
    void (*lay)(const Tables&, State&, int lane, int supply, int placement);
    // The k-th legal move of a generated list, in ascending order of ids.
    MoveCode (*pick)(const Tables&, const State&, const MoveList&, std::uint32_t k);
    // Counts the leaf positions at exactly this depth; a roll counts as a ply.
    std::uint64_t (*perft)(const Tables&, const State&, int depth);
    // Plays uniformly random moves (and fair rolls) to the end; returns the number of pieces placed.
    int (*play_out_randomly)(const Tables&, State&, Random&);
    // The same, but guided: plays replies that were good before, or else draws moves by learned weights; adds them to
    // the trace.
    void (*play_out_guided)(const Tables&, State&, const Policy&, const Recent&, Random&, const Replies&, Trace&);
    // The same over a list of what can still come up. The moves of the trace lead from where the list was made to this
    // position.
    void (*play_out_listed)(const Tables&, State&, const Policy&, const Recent&, Random&, const Replies&,
                            const Outlook&, Trace&);
    // Features of every legal move of a generated list, ascending by id; returns the phase of the game.
    int (*sketch)(const Tables&, const State&, const MoveList&, int last, Sketch*);
    // The board as the network sees it: `plane_count(t)` bit strings.
    void (*planes)(const Tables&, const State&, int last, Word*);
    // The network's rating of every legal placement of a generated list, ascending, and where asked for (not null) how
    // well every color stands, the mover's first; flat boards without dice.
    void (*rate)(const Tables&, const State&, const MoveList&, int last, const Network&, Rating*, float* value);
    // Unchecked: `place`, leaving the legal placements of the next turn in the list.
    void (*place_listing)(const Tables&, State&, MoveCode, MoveList&);
    void (*roll_listing)(const Tables&, State&, const std::uint8_t* dice, MoveList&);
    // Whether one move is legal, without looking at any other.
    bool (*is_legal)(const Tables&, const State&, MoveCode);
    // The ids of the legal moves of a generated list, ascending; returns how many.
    int (*list_ids)(const Tables&, const State&, const MoveList&, std::int32_t* out);
    // A mask as a byte per cell: `plane_cells(t)` of them, level by level and row by row.
    void (*spread)(const Tables&, const Word* mask, std::uint8_t* out);
};

// Uniformly random games from a state to the end: the pieces placed, and a checksum of the final states.
struct RandomGames {
    std::uint64_t pieces = 0, checksum = 0;
};
RandomGames play_randomly(const Tables& t, const State& state, int games, std::uint64_t seed);

// The fastest table this CPU can run, or the one chosen by name.
const Kernel& kernel();
// Every table this CPU can run, fastest first.
const std::vector<const Kernel*>& kernels();
// Makes a table the current one; false when this CPU cannot run it.
bool use_kernel(std::string_view name);

}  // namespace cornerwise
