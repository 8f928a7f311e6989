// Measures: what a move does to the position, counted cell by cell and piece by piece.
#pragma once

#include <span>
#include <vector>

#include "advice/lane.h"

namespace cornerwise::advice {

// What a rival's piece can leave a color at worst.
struct Answer {
    int color = -1, placement = -1;  // nobody's where no rival takes anything
    int left = 0;                    // cells that the color's next piece can still cover
};

// What one move does.
struct Measure {
    std::int32_t move = 0;
    MoveCode code{};
    int shape = 0, size = 0;
    Cells cells;
    Cells opened;            // the color can build from there now, with a piece that it has, and could not before
    Cells reach;             // its next piece will be able to cover them; on a sheet of all colors, that of any color
    Cells space;             // the same of a chain of two pieces; on a sheet, of one
    Cells safe;              // its next piece can cover them and no rival ever can; none on an open board
    std::uint32_t died = 0;  // own pieces that had a place before and have none now
    std::uint32_t revived = 0;  // and those that had none and have one now
    int kept = 0;               // own pieces that have a place after it
    int left = 0;               // own pieces that are unused after it
    int center = -1;            // steps, also diagonal ones, from the nearest cell it opens to the middle of the board;
                                // -1 where it comes no nearer, and where nobody hurries there anymore
    Cells foremost;             // the cells it opens that are so near
    Cells lasting;              // of its own, those that nothing can ever be placed on; in space only
    Cells taken;                // some rival's next piece could cover them before and cannot now
    int gained = 0;             // the change of the own color's score as it stands on the board

    // What it does to another color; only `taken` is told of those on the own side.
    struct Toward {
        Cells closed;     // it could really build from there before and cannot now
        Cells taken;      // its next piece could cover them before and cannot now
        Cells starved;    // corners where one of its pieces fitted before and none does now
        Cells contested;  // both next pieces can cover them now, and the own one could not before; flat boards only
        Cells shut_out;   // its next piece could have covered them and no piece ever will; none on an open board
        std::uint32_t killed = 0;
        int cost = 0;  // by how much its score on the board falls
    };
    std::array<Toward, max_colors> toward;
    Answer worst;  // of rivals to a move that is compared with others; flat boards only
};

// A position through the eyes of whoever is to move.
class Scene {
public:
    // A seat must be to move.
    explicit Scene(const Position& position);
    Measure measure(std::int32_t move) const;
    // The worst that one of these rivals can do with one piece after a move, the others standing still; flat boards
    // only.
    Answer worst_answer(std::int32_t move, std::span<const int> rivals) const;

    const Position& position() const { return position_; }
    const Tables& tables() const { return position_.tables(); }
    int color() const { return position_.state().color; }
    int seat() const { return position_.state().actor; }
    bool has_own_color() const { return has_own_color_; }
    // Whether most of the board is still empty.
    bool is_open() const { return is_open_; }
    // Whether more than half of it is filled.
    bool is_late() const { return is_late_; }
    // Colors of other sides and of the own one, without those that have retired (R2); nobody is in the way on sheets.
    const std::vector<int>& rivals() const { return rivals_; }
    const std::vector<int>& partners() const { return partners_; }
    // Of a rival that has not placed anything yet there is nothing to close, take or starve.
    bool has_begun(int color) const { return position_.state().opened >> color & 1; }
    const Lane& own() const { return own_; }
    const Lane& other(int color) const { return others_[color]; }
    std::vector<int> numbers(const Cells& cells) const;

private:
    Position position_;
    int sheet_;
    bool has_own_color_ = true, is_settled_, is_open_, is_late_;
    std::vector<int> rivals_, partners_, shared_;
    Lane own_, drawn_;  // in all colors of a sheet, and in the one of this turn
    std::array<Lane, max_colors> others_;

    Lane own_lane(const State& s) const;
    // Of the cells that are nearest to the middle of the board, how far they are from it; -1 where there are none.
    int nearest(const Cells& cells, Cells& foremost) const;
};

}  // namespace cornerwise::advice
