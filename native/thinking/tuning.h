// How the search balances what it knows, as numbers.
#pragma once

#include <array>
#include <memory>

#include "kernel/playout/network.h"
#include "kernel/playout/policy.h"

namespace cornerwise {

// How the search balances; one row per ruleset, read in Python.
struct Tuning {
    Policy policy{};
    std::shared_ptr<const NetworkStore> network;  // rates the moves in the tree instead of the policy's table
    float network_sharpness = 1.0f;
    // Added to the network's rating of a color's first piece by its shape, so much that nothing else is considered:
    // where everything is still possible no search sees far enough, and what pays was found by playing such games out.
    std::array<float, max_shapes> first_piece{};
    float value_share = 0.0f;  // of the network's judgment in what a simulation is worth, the rest being its playout's
    float exploration = 1.0f;
    float first_play = 0.1f;  // how much worse than its parent an untried move is assumed to be
    int expand_visits = 3;
    float place_share = 0.0f;   // of the place among more than two sides; a network's value knows the victory only
    float score_share = 0.15f;  // of the utility, for the margin rather than the victory
    float score_scale = 20.0f;

    // Visits every number with its name in the data.
    template <class Visit>
    void visit_numbers(const Visit& visit) {
        visit("exploration", exploration);
        visit("first_play", first_play);
        visit("expand_visits", expand_visits);
        visit("network_sharpness", network_sharpness);
        visit("value_share", value_share);
        visit("place_share", place_share);
        visit("score_share", score_share);
        visit("score_scale", score_scale);
        visit("tree_sharpness", policy.tree_sharpness);
        visit("playout_sharpness", policy.playout_sharpness);
        visit("playout_tries", policy.playout_tries);
    }
    // Works out what playouts draw from what is given.
    void complete(const Tables& t);
};

}  // namespace cornerwise
