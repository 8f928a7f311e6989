// What follows from a puzzle's data.
#include "puzzles/problem/problem.h"

#include "ground/fail.h"

namespace cornerwise::puzzles {

std::string Problem::text(const Laid& laid) const {
    std::string text = color_names()[laid.color] + ":";
    for (const int cell : cells(laid)) text += (text.back() == ':' ? "" : ",") + board().cell_name(cell);
    return text;
}

std::string Problem::name(const Laid& laid) const {
    return color_names()[laid.color] + " " + shapes()[shape(laid)].name;
}

std::vector<int> Problem::open_cells() const {
    std::vector<char> taken(board().cell_count(), 0);
    for (const Laid& given : givens)
        for (const int cell : cells(given)) taken[cell] = 1;
    std::vector<int> open;
    for (int cell = 0; cell < board().cell_count(); ++cell)
        if (!taken[cell]) open.push_back(cell);
    return open;
}

std::vector<std::vector<int>> Problem::left() const {
    std::vector<std::vector<int>> rest = supply;
    for (const Laid& given : givens) --rest[given.color][shape(given)];
    return rest;
}

int Problem::pieces() const {
    int sum = 0;
    for (const auto& own : supply)
        for (const int number : own) sum += number;
    return sum;
}

int Problem::pieces_left() const { return pieces() - static_cast<int>(givens.size()); }

int Problem::squares_left() const {
    int sum = 0;
    for (const auto& own : left())
        for (int kind = 0; kind < kinds(); ++kind) sum += own[kind] * shapes()[kind].size();
    return sum;
}

void Problem::check() const {
    if (supply.size() != color_names().size()) fail("Every color of a puzzle needs a supply.");
    for (const auto& own : supply) {
        if (static_cast<int>(own.size()) != kinds()) fail("Every color needs a number for every shape.");
        for (const int number : own)
            if (number < 0 || number > 64) fail("A color has between 0 and 64 pieces of a shape.");
    }
    for (const Laid& given : givens)
        if (given.color < 0 || given.color >= colors() || given.placement < 0 || given.placement >= atlas->size())
            fail("A piece that lies already is none of this puzzle.");
}

Problem Problem::with_givens(std::vector<Laid> laid) const {
    Problem begun = *this;
    begun.givens = std::move(laid);
    begun.check();
    return begun;
}

}  // namespace cornerwise::puzzles
