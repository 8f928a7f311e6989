// How the games of a batch go on.
#include "batch/batch.h"

#include <algorithm>
#include <atomic>

#include "kernel/scoring.h"

namespace cornerwise {
namespace {

int dice_to_roll(const Tables& t, const State& s) { return t.seats - std::popcount(s.out); }

int sides(const Tables& t) {
    int n = 0;
    for (int seat = 0; seat < t.seats; ++seat) n += t.teams[seat] == seat;
    return n;
}

std::vector<DiceCounts> list_rolls(int dice) {
    std::vector<DiceCounts> found;
    std::vector<int> faces(static_cast<std::size_t>(dice), 1);
    while (true) {
        DiceCounts& counts = found.emplace_back();
        for (const int face : faces) ++counts[face];
        int i = dice - 1;
        while (i >= 0 && faces[i] == max_faces) --i;
        if (i < 0) return found;
        const int next = faces[i] + 1;
        for (; i < dice; ++i) faces[i] = next;
    }
}

}  // namespace

const std::vector<DiceCounts>& rolls_of(int dice) {
    static const std::array<std::vector<DiceCounts>, max_seats + 1> all{list_rolls(0), list_rolls(1), list_rolls(2),
                                                                        list_rolls(3), list_rolls(4)};
    return all[dice];
}

Random stream(std::uint64_t seed, int game) { return Random(Random(seed).next() + static_cast<std::uint64_t>(game)); }

Batch::Batch(std::shared_ptr<const Atlas> atlas, int size, const Options& options)
    : atlas_(std::move(atlas)), size_(size), options_(options), crew_(options.threads) {
    const Tables& t = tables();
    const auto n = static_cast<std::size_t>(size);
    states_.resize(n);
    rows_.resize(n);
    own_.resize(n * t.lanes * t.words);
    seats.resize(n);
    colors.resize(n);
    ended.resize(n);
    rewards.resize(n * t.seats);
    final_scores.resize(n * t.seats);
    final_ranks.resize(n * t.seats);
    kernel().start(t, start_);
    reseed(options.seed, nullptr);
}

std::size_t Batch::memory() const {
    const Tables& t = tables();
    return static_cast<std::size_t>(size_) *
           (sizeof(State) + sizeof(Row) + t.lanes * t.words * sizeof(Word) + 3 + 9 * t.seats);
}

void Batch::look_at(int game) {
    seats[game] = states_[game].actor;
    colors[game] = states_[game].color;
}

void Batch::begin(int game) {
    const Tables& t = tables();
    states_[game] = start_;
    rows_[game].last = -1;
    std::fill_n(own(game, 0), t.lanes * t.words, Word{0});
    settle_chance(game);
}

// I8: fair dice, thrown from the game's own stream.
void Batch::settle_chance(int game) {
    State& s = states_[game];
    while (s.actor == chance && !options_.offers_chance)
        kernel().roll(tables(), s, rolls_of(dice_to_roll(tables(), s))[throw_dice(game)].data());
}

std::int32_t Batch::throw_dice(int game) {
    const std::vector<DiceCounts>& rolls = rolls_of(dice_to_roll(tables(), states_[game]));
    DiceCounts dice{};
    for (int i = dice_to_roll(tables(), states_[game]); i > 0; --i) ++dice[1 + rows_[game].random.below(max_faces)];
    return static_cast<std::int32_t>(std::ranges::find(rolls, dice) - rolls.begin());
}

void Batch::finish(int game) {
    const Tables& t = tables();
    const std::size_t at = static_cast<std::size_t>(game) * t.seats;
    int scores[max_seats], ranks[max_seats];
    float shares[max_seats];
    seat_scores(t, states_[game], scores);
    seat_ranks(t, states_[game], scores, ranks);
    win_shares(t, ranks, shares);
    const auto n = static_cast<float>(sides(t));
    for (int seat = 0; seat < t.seats; ++seat) {
        final_scores[at + seat] = scores[seat];
        final_ranks[at + seat] = static_cast<std::int8_t>(ranks[seat]);
        rewards[at + seat] = n > 1 ? (n * shares[seat] - 1) / (n - 1) : 0;
    }
    ended[game] = 1;
    if (options_.starts_over) begin(game);
}

bool Batch::can_play(int game, std::int32_t id) const {
    const Tables& t = tables();
    const State& s = states_[game];
    if (id == -1) return true;
    if (id < 0) return false;
    if (s.actor == chance) return id < std::ssize(rolls_of(dice_to_roll(t, s)));
    return id < move_count(t) && kernel().is_legal(t, s, split_move(t, id));
}

void Batch::forget_end(int game) {
    const Tables& t = tables();
    ended[game] = 0;
    std::fill_n(rewards.begin() + static_cast<std::ptrdiff_t>(game) * t.seats, t.seats, 0.0f);
}

void Batch::play(int game, std::int32_t id) {
    const Tables& t = tables();
    State& s = states_[game];
    forget_end(game);
    if (id == -1) return;
    if (s.actor == chance) {
        kernel().roll(t, s, rolls_of(dice_to_roll(t, s))[id].data());
    } else {
        const MoveCode move = split_move(t, id);
        const int lane = (t.turns == Turns::dice ? s.actor * t.colors : 0) + s.color;
        Word* mine = own(game, lane);
        const Word* cells = t.cells_of + static_cast<std::size_t>(move.placement) * t.words;
        for (int i = 0; i < t.words; ++i) mine[i] |= cells[i];
        rows_[game].last = move.placement;
        rows_[game].last_lane = lane;
        kernel().place(t, s, move);
    }
    settle_chance(game);
    if (s.actor == nobody) finish(game);
    look_at(game);
}

std::optional<Mistake> Batch::step(const std::int32_t* ids) {
    std::atomic<int> wrong{size_};
    crew_.share(size_, [&](int, int begin, int end) {
        for (int game = begin; game < end; ++game) {
            if (can_play(game, ids[game])) continue;
            int least = wrong;
            while (game < least && !wrong.compare_exchange_weak(least, game)) {}
            return;
        }
    });
    if (wrong < size_) return Mistake{wrong, ids[wrong]};
    crew_.share(size_, [&](int, int begin, int end) {
        for (int game = begin; game < end; ++game) play(game, ids[game]);
    });
    return std::nullopt;
}

void Batch::reset(const std::uint8_t* where) {
    for (int game = 0; game < size_; ++game) {
        if (where && !where[game]) continue;
        forget_end(game);
        begin(game);
        look_at(game);
    }
}

void Batch::reseed(std::uint64_t seed, const std::uint8_t* where) {
    for (int game = 0; game < size_; ++game)
        if (!where || where[game]) rows_[game].random = stream(seed, game);
    reset(where);
}

void Batch::put(int game, const Position& position, int last, int last_lane) {
    const Tables& t = tables();
    states_[game] = position.state();
    forget_end(game);
    std::fill_n(own(game, 0), t.lanes * t.words, Word{0});
    for (const Piece& piece : position.pieces()) {
        Word* mine = own(game, piece.sheet * t.colors + piece.color);
        const Word* cells = t.cells_of + static_cast<std::size_t>(piece.placement) * t.words;
        for (int i = 0; i < t.words; ++i) mine[i] |= cells[i];
    }
    rows_[game].last = last;
    rows_[game].last_lane = last_lane;
    settle_chance(game);
    look_at(game);
}

}  // namespace cornerwise
