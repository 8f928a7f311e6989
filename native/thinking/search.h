// Monte-Carlo tree search with a value per seat, guided by learned priors and playouts.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "ground/threads.h"
#include "kernel/position/position.h"
#include "thinking/clock.h"
#include "thinking/endgames/duel.h"
#include "thinking/evaluator.h"
#include "thinking/tree.h"
#include "thinking/tuning.h"

namespace cornerwise {

// A move that was tried, and what the search found about it.
struct Line {
    std::int32_t move;
    std::uint32_t visits;
    bool is_exact;    // who wins is certain, and by how much
    bool is_decided;  // who wins is certain
    Outcome mean;
    float prior;
    std::vector<std::int32_t> expected{};  // the moves after it that it expects, up to a roll
    float drift = 0;  // how far the mover's win chance in all simulations was from the mean, which is of the later ones
};

struct Result {
    std::vector<Line> lines;  // best first
    Outcome value;
    std::uint64_t simulations = 0, nodes = 0;
    bool is_exact = false;  // every line is
    bool is_cut = false;    // time ran out before the simulations did
    double seconds = 0, cpu_seconds = 0;
    int depth = 0;
    std::vector<std::int32_t> expected;  // the moves from here on that it expects, up to a roll
};

class Search {
public:
    // With an evaluator it has one thread.
    Search(std::shared_ptr<const Atlas> atlas, const Tuning& tuning, std::uint64_t seed, int threads,
           std::size_t memory, Evaluator evaluator = {});
    const Atlas& atlas() const { return *atlas_; }

    // Thinks about a position in which a seat has a choice; reuses what it already knows about it.
    // With `compares`, every fourth simulation goes to the closest rivals of the move that it likes best, and more time
    // to proofs, so that there is something to say about them; with an evaluator simulations are not shared so.
    Result run(const Position& position, const Limit& limit, int last, bool compares = false);
    void clear();

    // A run in slices: begin, then advance by a number of simulations until `advance` says that nothing is left to do,
    // or until nobody wants to wait any longer. On one thread, slices find exactly what one run finds, if an
    // evaluator's batches fit into them. What can be proved is proved at the beginning.
    void begin(const Position& position, const Limit& limit, int last, bool compares = false);
    bool advance(std::uint64_t simulations);
    bool has_begun() const { return run_.has_value(); }
    // What is known so far; fails with a sentence if no run was begun.
    Result result() const;

    // For other threads: `stop` makes `run` return at once with what it has; `simulations` tells how far it has come.
    void stop() { stopping_ = true; }
    std::uint64_t simulations() const { return done_.load(std::memory_order_relaxed); }

    // Rates the moves by the look of the position alone; there is a value if the network's judgment counts.
    Thoughts first_thoughts(const State& state, const MoveList& list, int last) const;
    // One playout as a simulation would make it now. On the board and over a list of what can still come up it is the
    // same.
    Trace play_out(const State& state, int last, std::uint64_t seed, const Outlook* outlook) const;

private:
    friend class Chooser;

    struct Step {
        Node* node;
        std::size_t child;
        std::int32_t move;
        std::uint32_t visits;  // of the child, with this one
    };

    // What it thinks with.
    std::shared_ptr<const Atlas> atlas_;
    const Tables& t_;
    Tuning tuning_;
    std::uint64_t seed_;
    int threads_;
    std::size_t memory_;  // that it may take
    Evaluator evaluator_;
    bool has_two_sides_;

    // What was known of a move of the root at some time.
    struct Mark {
        std::int32_t move;
        std::uint32_t visits;
        Sum sum;
    };

    // A run, shared by its threads (search.cpp).
    struct Run {
        Limit limit;
        std::uint64_t seed;
        int threads;
        Clock clock;
        Random random;  // of the first thread
        std::optional<Result> exact;
        Duel::Verdict verdict;
        double cpu_seconds = 0;
        bool compares = false;
        std::array<std::vector<Mark>, 2> marks{};  // at the last power of two of simulations, and at the one before
    };
    std::optional<Run> run_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::uint64_t> done_{0};
    std::uint64_t runs_ = 0;
    void begin(const Position& position, const Limit& limit, int last, std::uint64_t seed, int threads,
               std::size_t memory, bool compares);
    bool is_enough() const;
    void mark();
    Line line_of(const Child& child) const;
    void work(Random& random, const Clock& clock, std::uint64_t simulations);
    void think(std::uint64_t simulations);
    void simulate(Random& random, std::vector<Step>& path, const Clock& clock);
    bool descend(Random& random, std::vector<Step>& path, const Clock& clock, bool compares = false);
    void follow(const Step& step, State& state, Recent& recent, MoveList* list) const;
    Outcome sample(State& state, const Recent& recent, const std::vector<Step>& path, Random& random);
    std::size_t select(Node& node);
    std::size_t select_rival(Node& node);
    void grow(Node& node);
    std::size_t select_roll(Node& node, Random& random);
    void back_up(const std::vector<Step>& path, const Outcome& outcome, bool is_decided);
    Result report() const;
    static std::vector<std::int32_t> expected_after(const Child& child);

    // The tree, and what it may take (growth.cpp).
    std::unique_ptr<Node> root_;
    SharedMutex shape_;             // shared by simulations, exclusive while the tree is pruned
    std::size_t memory_limit_ = 0;  // of this run
    std::atomic<std::size_t> used_{0};
    std::atomic<std::uint64_t> nodes_{0};
    std::size_t tree_limit() const { return memory_limit_ - outlook_.memory() - (duel_ ? duel_->memory() : 0); }
    std::unique_ptr<Node> make_node(const State& state, const MoveList& list, const Recent& recent);
    std::unique_ptr<Node> make_node(const State& state, Thoughts&& thoughts, const Recent& recent);
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

    // What an evaluator makes of leaves, many at a time (evaluation.cpp).
    struct Pending {
        std::vector<Step> path;
        State state;
        Recent recent;
    };
    class Round;
    void work_in_rounds(Random& random, const Clock& clock, std::uint64_t simulations);
    Thoughts evaluate_root(const State& state, const Recent& recent) const;
    Leaf leaf_of(const State& state, const Recent& recent, const std::vector<Step>& path) const;
    void undo(const std::vector<Step>& path);

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
    Mutex duel_lock_;
    void look_ahead(const State& state, const Limit& limit);
    bool solve_endgame(const Position& position, const Limit& limit, bool compares, const Clock& clock,
                       Result& result) const;
    bool solve_duel(const Position& position, const Limit& limit, bool compares, const Clock& clock, Result& result,
                    Duel::Verdict& verdict);
    template <class Move>
    Result exact_result(const State& state, const std::vector<Move>& moves, std::uint64_t positions) const;
    void apply(const Duel::Verdict& verdict, Result& result) const;
    bool decide(Node& node, const std::vector<Step>& path, const Clock& clock);
    bool conclude(Node& node);
    Outcome decided_outcome(const State& state, const Values& scores, const Duel::Bounds& bounds) const;
    Duel::Bell bell(const Clock& clock, double seconds = 0) const;
};

}  // namespace cornerwise
