// How the search balances what it knows, as numbers.
#pragma once

#include <array>
#include <memory>

#include "kernel/network.h"
#include "kernel/policy.h"

namespace cornerwise {

// How the search balances; one row per ruleset, read in Python.
struct Tuning {
    Policy policy{};
    std::shared_ptr<const NetworkStore> network;  // rates the moves in the tree instead of the policy's table
    float network_sharpness = 1.0f;
    // Added to the network's rating of a color's first piece by its shape, so much that nothing else is considered:
    // where everything is still possible no search sees far enough, and what pays was found by playing such games out.
    std::array<float, max_shapes> first_piece{};
    float value_share = 0.0f;  // of the network's judgement in what a simulation is worth, the rest being its playout's
    float exploration = 1.0f;
    float first_play = 0.1f;  // how much worse than its parent an untried move is assumed to be
    int expand_visits = 3;
    float place_share = 0.0f;   // of the place among more than two sides; a network's value knows the victory only
    float score_share = 0.15f;  // of the utility, for the margin rather than the victory
    float score_scale = 20.0f;
};

}  // namespace cornerwise
