// A small convolutional network that looks at a flat board once, rates every legal move and judges who will win.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernel/atlas/tables.h"

namespace cornerwise {

// Whole numbers throughout, so that every instruction set gives the same answer: activations are counted in 1/128 and
// stay below 16, weights in 1/512; their products, of which an int32 holds the sum, in 1/65536.
constexpr int activation_bits = 7;
constexpr int weight_bits = 9;
constexpr int activation_limit = 16 << activation_bits;
constexpr int network_channels = 32;
constexpr int network_phases = 8;
constexpr int pooling_bits = 5;      // sums over the cells in play are divided by 32
constexpr int network_columns = 39;  // of the widest board: the layers keep a margin of a row around it

// What the network sees: the board itself, what is filled, the corners the last piece opened, and for every color,
// the mover's first, where it may place and the corners it builds from.
CORNERWISE_INLINE int plane_count(const Tables& t) { return 3 + 2 * t.colors; }

// Plain pointers for the hot loops; a layer's weights lie as [tap][input / 2][output][input % 2].
struct Network {
    const std::int16_t *first, *second, *third;
    const std::int32_t *first_bias, *second_bias, *third_bias;
    const std::int32_t* supply;  // [color × shapes + shape][channel]: pieces still to be placed, the mover's first
    const std::int16_t* heads;   // [3][channel]: per cell covered, corner opened, edge taken
    const std::int16_t* turned;  // [orientation][channel], for the middle cell of a piece
    const std::int32_t* shapes;  // [phase × shapes + shape]
    // Who will win, from the features summed over the cells in play and from the pieces still to be placed.
    const std::int16_t* value_first;   // [hidden][channel]
    const std::int32_t* value_bias;    // [hidden]
    const std::int32_t* value_supply;  // [color × shapes + shape][hidden]
    const std::int16_t* value_last;    // [color][hidden], the mover's color first
};

// A legal move and the logarithm of its weight.
struct Rating {
    std::int32_t move;
    float weight;
};

// Owns what a Network points to.
struct NetworkStore {
    std::vector<std::int16_t> first, second, third, heads, turned, value_first, value_last;
    std::vector<std::int32_t> first_bias, second_bias, third_bias, supply, shapes, value_bias, value_supply;

    Network view() const {
        return {first.data(),       second.data(),     third.data(),        first_bias.data(), second_bias.data(),
                third_bias.data(),  supply.data(),     heads.data(),        turned.data(),     shapes.data(),
                value_first.data(), value_bias.data(), value_supply.data(), value_last.data()};
    }

    // Shows every part by its name, and how many numbers it has for such rules.
    template <class Visit>
    void visit_parts(const Tables& t, const Visit& visit) {
        const std::size_t c = network_channels, inputs = 2 * ((plane_count(t) + 1) / 2);
        const std::size_t pieces = static_cast<std::size_t>(t.colors) * t.shapes;
        visit("first", first, 9 * inputs * c);
        visit("second", second, 9 * c * c);
        visit("third", third, 9 * c * c);
        visit("first_bias", first_bias, c);
        visit("second_bias", second_bias, c);
        visit("third_bias", third_bias, c);
        visit("supply", supply, c * pieces);
        visit("heads", heads, 3 * c);
        visit("turned", turned, c * t.orientations);
        visit("shapes", shapes, static_cast<std::size_t>(network_phases) * t.shapes);
        visit("value_first", value_first, c * c);
        visit("value_bias", value_bias, c);
        visit("value_supply", value_supply, c * pieces);
        visit("value_last", value_last, c * t.colors);
    }
};

}  // namespace cornerwise
