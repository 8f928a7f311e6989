// A puzzle as a person has it: a board and shapes, a supply, what lies already, and what a solution must satisfy.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/atlas/atlas.h"
#include "puzzles/instance.h"

namespace cornerwise::puzzles {

enum class Goal : int {
    exact = 0,  // every cell, with every piece
    fill = 1,   // every cell; pieces may stay over
    place = 2,  // every piece; cells may stay empty
    most = 3    // as many pieces as possible
};

// A piece that lies: a color on a placement of the atlas.
struct Laid {
    int color;
    int placement;
    auto operator<=>(const Laid&) const = default;
};

// What breaks a rule: a word for it, a sentence, and what these speak of; −1 where they do not.
struct Fault {
    std::string kind, sentence;
    int color = -1, shape = -1;
};

struct Problem {
    std::shared_ptr<const Atlas> atlas;
    std::vector<std::vector<int>> supply;  // [color][shape], how many pieces, givens included
    Goal goal = Goal::exact;
    Contact contact = Contact::any;
    bool descending = false;  // largest pieces first
    bool layable = false;     // whether an order from above must exist
    bool rooted = false;      // whether the first piece of a color covers its start cell
    std::vector<Laid> givens;

    const Board& board() const { return atlas->ruleset.board; }
    const std::vector<Shape>& shapes() const { return atlas->ruleset.shapes; }
    const std::vector<std::string>& color_names() const { return atlas->ruleset.colors; }
    int colors() const { return static_cast<int>(supply.size()); }
    int kinds() const { return static_cast<int>(shapes().size()); }
    bool is_solid() const { return !board().is_flat(); }
    // Whether it is played move by move under the rules, with room to spare.
    bool is_laying() const { return goal == Goal::most || (contact == Contact::connected && rooted); }

    std::span<const std::int16_t> cells(const Laid& laid) const { return atlas->cells(laid.placement); }
    int shape(const Laid& laid) const { return atlas->shapes()[laid.placement]; }
    // "blue:a1,b1", and "blue L4".
    std::string text(const Laid& laid) const;
    std::string name(const Laid& laid) const;

    // The cells that no given covers, the supply without the givens, and how many pieces and cells that is.
    std::vector<int> open_cells() const;
    std::vector<std::vector<int>> left() const;
    int pieces_left() const;
    int squares_left() const;
    int pieces() const;
    // How many cells may stay empty.
    int empties() const { return goal == Goal::place ? static_cast<int>(open_cells().size()) - squares_left() : 0; }

    // Fails with a sentence when the parts do not fit together.
    void check() const;
    // The same with other pieces lying already.
    Problem with_givens(std::vector<Laid> laid) const;
};

// Why there is no solution, as a sentence, where a simple argument says so: number of cells, or the checkerboard.
std::optional<std::string> objection(const Problem& problem);

}  // namespace cornerwise::puzzles
