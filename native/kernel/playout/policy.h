// What a move looks like to somebody who has to choose quickly: a few counted features and their learned weights.
#pragma once

#include "kernel/atlas/tables.h"

namespace cornerwise {

// Each feature is a small count; its weight is looked up, so any dependence on the count can be learned.
enum Feature {
    covers_rivals,    // cells on corners a rival could build from
    covers_next,      // … the next rival's
    beside_rivals,    // cells edge to edge with such corners
    opens,            // new corners of its own
    opens_wide,       // … with nothing placed around them
    opens_contested,  // … beside a rival's corner
    spends,           // own corners covered or blocked
    answers,          // cells around the last rival piece
    answers_corners,  // … on the corners that piece opened
    touches_rivals,   // rivals' corners edge to edge with the piece
    covers_partner,   // corners of the other color of the same side
    central,          // how near the middle it gets
    tops_rivals,      // rivals' visible cubes it hides
    tops_own,         // own visible cubes it hides
    height,           // level of its highest cube
    strikes_used,     // a strike is spent
    feature_count
};
constexpr int feature_levels = 8;
constexpr int phase_count = 4;

// The learned table of one ruleset, and how sharply the search and the playouts follow it.
struct Policy {
    float shape[phase_count][max_shapes];
    float level[phase_count][feature_count][feature_levels];
    float tree_sharpness = 1;  // priors are softmax(sharpness × weights)
    float playout_sharpness = 1;
    int playout_tries = 2;  // so many shapes are drawn to find one that hinders rivals most
    std::uint32_t playout_shape[phase_count][max_shapes];  // how likely playouts draw a shape, see tuning.cpp
};

// One legal move as features: its shape and the level of every feature.
struct Sketch {
    std::int32_t move;
    std::uint8_t shape;
    std::uint8_t level[feature_count];
};

}  // namespace cornerwise
