// Monte-Carlo tree search with a value per seat, guided by learned priors and playouts.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "kernel/position.h"
#include "thinking/clock.h"
#include "thinking/duel.h"
#include "thinking/level.h"
#include "thinking/tree.h"
#include "thinking/tuning.h"

namespace cornerwise {

// A move that was tried, and what became of it.
struct Line {
    std::int32_t move;
    std::uint32_t visits;
    bool is_exact;    // who wins is certain, and by how much
    bool is_decided;  // who wins is certain
    Outcome mean;
    float prior;
};

struct Result {
    std::vector<Line> lines;  // best first
    Outcome value;
    std::uint64_t simulations = 0, nodes = 0;
    bool is_exact = false;  // every line is
    bool is_cut = false;    // time ran out before the simulations did
    double seconds = 0, cpu_seconds = 0;
    int depth = 0;
};

// What a level plays, and what it thought; where it played its first thought that is nothing.
struct Choice {
    std::int32_t move;
    std::optional<Result> result;
};

class Search {
public:
    Search(std::shared_ptr<const Atlas> atlas, const Tuning& tuning, std::uint64_t seed, int threads,
           std::size_t memory);
    const Atlas& atlas() const { return *atlas_; }

    // Thinks about a position in which a seat has a choice; keeps what it knows of it from the time before.
    Result run(const Position& position, const Limit& limit, int last);
    // The move of a level, on one thread; what was known before is forgotten.
    Choice choose(const Position& position, int last, const Level& level, std::uint64_t seed);
    void clear();

    // From another thread: run returns at once with what it has, and how far it is.
    void stop() { stopping_ = true; }
    std::uint64_t simulations() const { return done_.load(std::memory_order_relaxed); }

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

    // What it thinks with.
    std::shared_ptr<const Atlas> atlas_;
    const Tables& t_;
    Tuning tuning_;
    std::uint64_t seed_;
    int threads_;
    std::size_t memory_limit_;
    bool has_two_sides_;

    // A run, shared by its threads (search.cpp).
    std::atomic<bool> stopping_{false};
    std::atomic<std::uint64_t> done_{0};
    std::uint64_t runs_ = 0;
    Result think(const Position& position, const Limit& limit, int last, std::uint64_t seed, int threads);
    void work(Random random, const Limit& limit, const Clock& clock);
    void simulate(Random& random, std::vector<Step>& path, const Clock& clock);
    std::size_t select(Node& node);
    std::size_t select_roll(Node& node, Random& random);
    void back_up(const std::vector<Step>& path, const Outcome& outcome, bool is_decided);
    Result report(double seconds, double cpu, const Duel::Verdict& verdict) const;

    // The tree, and what it may take (growth.cpp).
    std::unique_ptr<Node> root_;
    std::shared_mutex shape_;  // shared by simulations, exclusive while the tree is pruned
    std::atomic<std::size_t> memory_{0};
    std::atomic<std::uint64_t> nodes_{0};
    std::size_t tree_limit() const { return memory_limit_ - outlook_.memory() - (duel_ ? duel_->memory() : 0); }
    std::unique_ptr<Node> make_node(const State& state, const MoveList& list, const Recent& recent);
    void reuse(const State& state, int last);
    void prune();
    std::size_t drop_small(Node& node, std::uint32_t visits);

    // Playouts, and the replies that did well in them (search.cpp).
    std::vector<std::uint16_t> replies_to_one_;
    std::vector<std::uint32_t> replies_to_two_;
    Replies replies_;
    Recent recent_of(const State& state, int last) const;
    void play_out(State& state, const Recent& recent, Random& random, const Outlook* outlook, Trace& trace) const;
    void learn_replies(const Trace& trace, const Outcome& outcome);
    void forget_replies();

    // What an end of the game is worth (judgment.cpp).
    std::vector<float> softened_;  // how good a margin is, from −softened_.size() / 2 on
    float soften(int margin) const;
    float lead(const Outcome& outcome, int seat) const;
    Outcome judge(const State& state) const;
    Outcome value_of(const State& state, const int* scores) const;
    Values shares_of(const State& state, const float* colors) const;

    // What is certain (certainty.cpp).
    OutlookStore outlook_;        // of the root, where so little is left that it can be listed
    std::unique_ptr<Duel> duel_;  // where the game ends as one and is not decided yet
    std::uint64_t useful_positions_ = 0, vain_positions_ = 0;  // that it looked at for nodes, decided or not
    std::mutex duel_lock_;
    void look_ahead(const State& state, const Limit& limit);
    bool solve_endgame(const Position& position, const Limit& limit, Result& result) const;
    bool solve_duel(const Position& position, const Limit& limit, const Clock& clock, Result& result,
                    Duel::Verdict& verdict);
    template <class Move>
    Result exact_result(const State& state, const std::vector<Move>& moves, std::uint64_t positions) const;
    void apply(const Duel::Verdict& verdict, Result& result) const;
    bool decide(Node& node, const std::vector<Step>& path, const Clock& clock);
    bool conclude(Node& node);
    Outcome decided_outcome(const State& state, const Values& scores, const Duel::Bounds& bounds) const;
    Duel::Bell bell(const Clock& clock) const;
};

}  // namespace cornerwise
