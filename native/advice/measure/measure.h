// Measures: what a move does to the position, counted cell by cell and piece by piece.
#pragma once

#include <span>
#include <vector>

#include "advice/measure/lane.h"

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
    Cells space;             // the same of a chain of two pieces; on a sheet, of one in the color of the next turn
    Cells fresh;             // its next piece will be able to cover them, and could not before
    Cells safe;              // its next piece can cover them and no rival ever can, which was not so before; none on
                             // an open board
    std::uint32_t died = 0;  // own pieces that had a place before and have none now
    std::uint32_t revived = 0;  // and those that had none and have one now
    int kept = 0;               // own pieces that have a place after it
    int left = 0;               // own pieces that are unused after it
    int center = -1;            // steps, also diagonal ones, from the nearest cell it opens to the middle of the board;
                                // -1 where it comes no nearer, and where nobody hurries there anymore
    Cells foremost;             // the cells it opens that are so near
    Cells lasting;              // of its own, those that nothing can ever be placed on; in space only
    Cells taken;                // some rival's next piece could cover them before and cannot now
    Cells wasted;               // empty, and nothing can ever fill them now, which was not so before; on a sheet only
    int sides = 0, snug = 0;    // of its cells that others of it do not share, and those of them at the edge of the
                                // board or at cells that are filled; flat boards only
    int faces = 0;              // of dice whose shapes still fit after it; on a sheet only
    int hidden = 0;             // visible cubes of the own side that it covers
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

// What a move leaves of the own pieces.
struct Aftermath {
    std::int32_t move = 0;
    int shape = 0;
    std::uint32_t died = 0;  // those that had a place before and have none now
    int kept = 0, left = 0;  // those that have a place after it, of those that are unused
};

// A position through the eyes of whoever is to move.
class Scene {
public:
    // A seat must be to move.
    explicit Scene(const Position& position);
    Measure measure(std::int32_t move) const;
    Aftermath aftermath(std::int32_t move) const;
    // The worst that one of these rivals can do with one piece after a move, the others standing still; flat boards
    // only.
    Answer worst_answer(std::int32_t move, std::span<const int> rivals) const;

    const Position& position() const { return position_; }
    const Tables& tables() const { return position_.tables(); }
    int color() const { return position_.state().color; }
    int seat() const { return position_.state().actor; }
    // The color of the next own turn: on a sheet, markers move on (I5).
    int next_color() const { return next_color_; }
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
    int sheet_, next_color_;
    bool has_own_color_ = true, is_settled_, is_open_, is_late_;
    std::vector<int> rivals_, partners_, shared_;
    Cells ours_;        // cubes of the own side, in space
    Cells ever_;        // what can ever be filled on the sheet before it
    Lane own_, drawn_;  // in all colors of a sheet, and in the one of this turn
    Cells safe_;        // what is safe before the move
    std::array<Lane, max_colors> others_;

    Lane own_lane(const State& s) const;
    // Empty cells of the sheet that some color may still fill.
    Cells fillable(const State& s) const;
    // What no rival can ever enter of what the own next piece can cover; none on an open board.
    Cells safe_of(const State& s, const Lane& own) const;
    // Of the cells that are nearest to the middle of the board, how far they are from it; -1 where there are none.
    int nearest(const Cells& cells, Cells& foremost) const;
};

}  // namespace cornerwise::advice
