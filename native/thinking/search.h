// Monte-Carlo tree search with a value per seat, guided by learned priors and playouts.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "kernel/position.h"
#include "thinking/duel.h"
#include "thinking/tree.h"

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

struct Limit {
    std::uint64_t simulations = 0;
    double seconds = 0, cpu_seconds = 0;
};

struct Line {
    std::int32_t move;
    std::uint32_t visits;
    bool is_proved;  // exact
    Outcome mean;
    float prior;
    bool is_decided = false;  // who wins is certain
};

struct Result {
    std::vector<Line> lines;  // best first
    Outcome value;
    std::uint64_t simulations = 0, nodes = 0;
    bool is_proved = false;  // every line is exact
    double seconds = 0, cpu_seconds = 0;
    int depth = 0;
};

// The time that a search has left, on one of its threads.
class Clock {
public:
    using Instant = std::chrono::steady_clock::time_point;
    Clock(const Limit& limit, int threads, Instant start, double cpu_start)
        : limit_(limit), threads_(threads), start_(start), cpu_start_(cpu_start) {}

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    double cpu_seconds() const;  // of this thread
    bool is_over() const;

private:
    Limit limit_;
    int threads_;
    Instant start_;
    double cpu_start_;
};

class Search {
public:
    Search(std::shared_ptr<const Atlas> atlas, const Tuning& tuning, std::uint64_t seed, int threads,
           std::size_t memory);

    // Thinks about a position in which a seat has a choice; keeps what it knows of it from the time before.
    Result run(const Position& position, const Limit& limit, int last);
    // From another thread: run returns at once with what it has.
    void stop() { stopping_ = true; }
    void clear() {
        root_.reset();
        outlook_.clear();
        forget_replies();
    }
    std::uint64_t simulations() const { return done_.load(std::memory_order_relaxed); }
    const Atlas& atlas() const { return *atlas_; }
    // How likely every legal move of a turn is to be the best, by its looks alone, ascending by id;
    // and every seat's share of the victory, where the network's judgement counts.
    struct Thoughts {
        std::vector<Candidate> candidates;
        Values value{};
    };
    Thoughts first_thoughts(const State& state, const MoveList& list, int last) const;
    // One playout as simulations would make it now, on the board or over a list of what can still come up; the same
    // either way.
    Trace play_out(const State& state, int last, std::uint64_t seed, const Outlook* outlook) const;

private:
    struct Step {
        Node* node;
        std::size_t child;
        std::int32_t move;
    };

    std::shared_ptr<const Atlas> atlas_;
    const Tables& t_;
    Tuning tuning_;
    std::uint64_t seed_;
    int threads_;
    std::size_t memory_limit_;
    bool has_two_sides_;
    std::atomic<std::size_t> memory_{0};
    std::atomic<std::uint64_t> nodes_{0};
    std::unique_ptr<Node> root_;
    std::shared_mutex shape_;  // shared by simulations, exclusive while the tree is pruned
    std::atomic<bool> stopping_{false};
    std::atomic<std::uint64_t> done_{0};
    std::uint64_t runs_ = 0;
    OutlookStore outlook_;        // of the root, where so little is left that it can be listed
    std::unique_ptr<Duel> duel_;  // where the game ends as one and is not decided yet
    std::uint64_t useful_positions_ = 0, vain_positions_ = 0;  // that it looked at for nodes, decided or not
    std::mutex duel_lock_;
    std::size_t tree_limit() const { return memory_limit_ - outlook_.memory() - (duel_ ? duel_->memory() : 0); }

    std::vector<std::uint16_t> replies_to_one_;
    std::vector<std::uint32_t> replies_to_two_;
    Replies replies_;
    Recent recent_of(const State& state, int last) const;
    void forget_replies();
    void play_to_end(State& state, const Recent& recent, Random& random, const Outlook* outlook, Trace& trace) const;
    void learn_replies(const Trace& trace, const Outcome& outcome);
    std::unique_ptr<Node> make_node(const State& state, const MoveList& list, const Recent& recent);
    void reuse(const State& state, int last);
    void simulate(Random& random, std::vector<Step>& path, const Clock& clock);
    std::size_t select(Node& node, Random& random);
    std::size_t select_roll(Node& node, Random& random);
    void work(Random random, const Limit& limit, const Clock& clock);
    void back_up(const std::vector<Step>& path, const Outcome& outcome, bool proved);
    bool prove(Node& node);
    std::vector<float> softened_;  // how good a margin is, from −softened_.size() / 2 on
    float soften(int margin) const;
    float lead(const Outcome& outcome, int seat) const;
    void look_ahead(const State& state, const Limit& limit);
    Duel::Bell bell(const Clock& clock) const;
    bool decide(Node& node, const std::vector<Step>& path, const Clock& clock);
    Outcome judge(const State& state) const;
    Outcome value_of(const State& state, const int* scores) const;
    Values shares_of(const State& state, const float* colors) const;
    template <class Move>
    Result exact_result(const State& state, const std::vector<Move>& moves, std::uint64_t positions) const;
    bool solve_endgame(const Position& position, const Limit& limit, Result& result) const;
    bool solve_duel(const Position& position, const Limit& limit, const Clock& clock, Result& result,
                    Duel::Verdict& verdict);
    void apply(const Duel::Verdict& verdict, Result& result) const;
    Outcome decided_outcome(const State& state, const Values& scores, const Duel::Bounds& bounds) const;
    void prune();
    std::size_t drop_small(Node& node, std::uint32_t visits);
    Result report(double seconds, double cpu, const Duel::Verdict& verdict) const;
};

}  // namespace cornerwise
