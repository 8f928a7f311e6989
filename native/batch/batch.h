// A batch: many games of one ruleset, played side by side, for learning and planning.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "batch/crew.h"
#include "kernel/playout/policy.h"
#include "kernel/position/position.h"

namespace cornerwise {

// An id that cannot be played, and in which game.
struct Mistake {
    int game;
    std::int32_t id;
};

class Batch {
public:
    struct Options {
        std::uint64_t seed = 0;
        int threads = 1;
        bool starts_over = true;     // a game that ends starts again at once
        bool offers_chance = false;  // rolls are chosen like moves, by their number in `rolls`; else they are thrown
    };

    Batch(std::shared_ptr<const Atlas> atlas, int size, const Options& options);

    const Atlas& atlas() const { return *atlas_; }
    const std::shared_ptr<const Atlas>& shared_atlas() const { return atlas_; }
    const Tables& tables() const { return atlas_->tables(); }
    const Options& options() const { return options_; }
    int size() const { return size_; }
    std::size_t memory() const;  // without lists that were asked for, whose memory is kept

    // Plays an id in every game, or nothing if it is −1. If an id cannot be played, returns it, and no game has
    // changed.
    std::optional<Mistake> step(const std::int32_t* ids);
    // Starts the marked games again, or all of them; what the latest step made of the others stays.
    void reset(const std::uint8_t* where);
    // The same with random numbers of a new seed.
    void reseed(std::uint64_t seed, const std::uint8_t* where);
    // Lets a game continue from a position; `last` is the placement made before, in a lane, or −1.
    void put(int game, const Position& position, int last = -1, int last_lane = 0);
    Position position(int game) const { return {atlas_, states_[game]}; }

    // Lists the ids of the legal moves of all games and says how many there are; those of game i will be from
    // offsets[i] on. Then writes that list.
    std::size_t list_legal(std::int64_t* offsets);
    void write_legal(std::int32_t* out);
    // A byte, or a bit, per move id and game.
    void masks(std::uint8_t* out);
    void packed_masks(std::uint8_t* out);
    int packed_bytes() const { return (move_count(tables()) + 7) / 8; }
    // A legal id for every marked game and −1 for the others: any id with equal chances, or one of those that look
    // best.
    void sample(const std::uint8_t* where, std::int32_t* out);
    void choose_greedily(const std::uint8_t* where, std::int32_t* out);

    // What a player sees, as docs/learning/environments.md tells it: planes of bytes, and numbers.
    int plane_count() const;
    int feature_count() const;
    void planes(std::uint8_t* out);
    void features(float* out);

    // Plays every game out this many times, without changing it: mean shares of the victory and mean scores.
    void play_out(int times, const Policy* policy, std::uint64_t seed, float* shares, float* scores);
    void scores(std::int32_t* out);

    // All of it as bytes, and back. If restoring fails, it gives a sentence and changes nothing.
    std::string save() const;
    void restore(std::string_view bytes);

    // What the latest step made of every game.
    std::vector<std::int8_t> seats, colors;  // who is to move, in which color
    std::vector<std::uint8_t> ended;         // whether it ended with this step
    std::vector<float> rewards;              // [game × seats], zero unless it ended
    std::vector<std::int32_t> final_scores;  // [game × seats] of the game that ended last
    std::vector<std::int8_t> final_ranks;    // … 0 before one has ended

private:
    // What observations and chance need besides the state.
    struct Row {
        Random random{0};
        std::int32_t last = -1;  // the placement made last
        std::int32_t last_lane = 0;
    };

    // Legal ids of some games in a row, on their way to `write_legal`.
    struct Listed {
        int end = 0;             // the game behind the last one
        std::size_t size = 0;    // how many ids
        std::size_t begins = 0;  // how many ids are before them
        std::vector<std::int32_t> ids;
    };

    std::shared_ptr<const Atlas> atlas_;
    int size_;
    Options options_;
    Crew crew_;
    State start_;
    std::vector<State> states_;
    std::vector<Row> rows_;
    std::vector<Word> own_;      // [game × lanes × words]: the cells of every lane
    std::vector<Listed> lists_;  // by the first game of a part of the batch

    Word* own(int game, int lane) {
        const Tables& t = tables();
        return own_.data() + (static_cast<std::size_t>(game) * t.lanes + lane) * t.words;
    }
    void begin(int game);
    void look_at(int game);
    void settle_chance(int game);
    // Dice thrown from the game's stream: the number of the roll.
    std::int32_t throw_dice(int game);
    void finish(int game);
    void forget_end(int game);
    bool can_play(int game, std::int32_t id) const;
    void play(int game, std::int32_t id);
    void write_planes(int game, std::uint8_t* out);
    void write_features(int game, float* out) const;
    template <class Visit>
    void each_listed(Visit visit);
    // Everything that is saved.
    template <class Self, class Visit>
    static void each_kept(Self& self, Visit visit) {
        visit(self.states_);
        visit(self.rows_);
        visit(self.own_);
        visit(self.seats);
        visit(self.colors);
        visit(self.ended);
        visit(self.rewards);
        visit(self.final_scores);
        visit(self.final_ranks);
    }
};

using DiceCounts = std::array<std::uint8_t, max_faces + 1>;
// The rolls of this many dice, as counts by face, in the order in which they are numbered.
const std::vector<DiceCounts>& rolls_of(int dice);
// Gives every game a stream of random numbers of its own, whatever the threads do.
Random stream(std::uint64_t seed, int game);

}  // namespace cornerwise
