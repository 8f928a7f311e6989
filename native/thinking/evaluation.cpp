// How an evaluator from outside judges the leaves of the tree: some are gathered, then evaluated all at once.
#include <algorithm>

#include "thinking/search.h"

namespace cornerwise {

// Leaves that are gathered. Visits count when a simulation enters, so each looks like a loss to those that follow, and
// they spread; what is not settled in the end is undone.
class Search::Round {
public:
    explicit Round(Search& search) : search_(search) {}
    ~Round() { undo(); }
    Round(const Round&) = delete;

    // One more simulation: it ends in what is certain, in a leaf, or in one that waits already.
    void gather(Random& random, const Clock& clock) {
        Pending next;
        while (search_.descend(random, next.path, clock)) {
            const Step& step = next.path.back();
            if (is_waiting(step)) {
                repeated_.push_back(std::move(next.path));
                return;
            }
            search_.follow(step, next.state, next.recent, nullptr);
            if (next.state.actor == nobody) {
                search_.back_up(next.path, search_.judge(next.state), true);
                break;
            }
            if (next.state.actor >= 0) {
                pending_.push_back(std::move(next));
                return;
            }
            // Nothing is to be evaluated before the dice are rolled.
            step.node->children[step.child].node = search_.make_node(next.state, Thoughts{}, next.recent);
        }
        search_.done_.fetch_add(1, std::memory_order_relaxed);
        ++certain_;
    }

    bool is_full(std::size_t size) const { return pending_.size() + certain_ >= size || repeated_.size() >= size; }

    // Evaluates all leaves, and lets them grow and count.
    void settle(Random& random) {
        for (const std::vector<Step>& path : repeated_) search_.undo(path);
        repeated_.clear();
        if (pending_.empty()) return;
        std::vector<Leaf> leaves;
        for (const Pending& each : pending_) leaves.push_back(search_.leaf_of(each.state, each.recent, each.path));
        std::vector<Thoughts> thoughts(leaves.size());
        search_.evaluator_.evaluate(leaves, thoughts);
        for (std::size_t i = 0; i < pending_.size(); ++i) {
            auto& [path, state, recent] = pending_[i];
            const Values value = thoughts[i].value;
            const Step& step = path.back();
            step.node->children[step.child].node = search_.make_node(state, std::move(thoughts[i]), recent);
            // Who wins is the evaluator's to say; the playout tells about the scores.
            Outcome outcome = search_.sample(state, recent, path, random);
            outcome.lean(value, 1);
            search_.back_up(path, outcome, false);
            search_.done_.fetch_add(1, std::memory_order_relaxed);
        }
        pending_.clear();
    }

private:
    Search& search_;
    std::vector<Pending> pending_;
    std::vector<std::vector<Step>> repeated_;
    std::size_t certain_ = 0;

    bool is_waiting(const Step& step) const {
        return std::ranges::any_of(pending_, [&](const Pending& each) {
            return each.path.back().node == step.node && each.path.back().child == step.child;
        });
    }
    // The latest first, as undoing takes children from the end.
    void undo() {
        for (const std::vector<Step>& path : repeated_) search_.undo(path);
        for (; !pending_.empty(); pending_.pop_back()) search_.undo(pending_.back().path);
    }
};

void Search::work_in_rounds(Random& random, const Clock& clock, std::uint64_t simulations) {
    const std::uint64_t before = done_;
    for (bool is_first = true; done_ - before < simulations && !is_enough(); is_first = false) {
        if (!is_first && clock.is_over()) break;
        std::uint64_t left = simulations - (done_ - before);
        if (run_->limit.simulations) left = std::min(left, run_->limit.simulations - done_);
        Round round(*this);
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, evaluator_.batch));
        while (!round.is_full(size) && !is_enough()) round.gather(random, clock);
        round.settle(random);
        if (used_ >= tree_limit()) prune();
    }
}

Thoughts Search::evaluate_root(const State& state, const Recent& recent) const {
    const Leaf leaf = leaf_of(state, recent, {});
    Thoughts thoughts;
    evaluator_.evaluate({&leaf, 1}, {&thoughts, 1});
    return thoughts;
}

// With the piece placed last: by a path, or else before it.
Leaf Search::leaf_of(const State& state, const Recent& recent, const std::vector<Step>& path) const {
    for (std::size_t i = path.size(); i-- > 0;) {
        const State& before = path[i].node->state;
        if (before.actor == chance) continue;
        const int lane = (t_.turns == Turns::dice ? before.actor * t_.colors : 0) + before.color;
        return {state, split_move(t_, path[i].move).placement, lane};
    }
    return {state, recent.placement[0], std::max<int>(recent.color[0], 0)};
}

// Takes a simulation back that has not returned; a move that nobody else has tried is untried again.
void Search::undo(const std::vector<Step>& path) {
    for (std::size_t i = path.size(); i-- > 0;) {
        const Step& step = path[i];
        Node& node = *step.node;
        Child& child = node.children[step.child];
        --node.visits;
        if (--child.visits) continue;
        if (child.node) {
            used_ -= child.node->memory();
            --nodes_;
        }
        const auto at = static_cast<std::ptrdiff_t>(step.child), end = std::ssize(node.children);
        // Its candidate becomes the first of those that are not tried.
        if (!node.is_chance())
            std::rotate(node.candidates.begin() + at, node.candidates.begin() + at + 1, node.candidates.begin() + end);
        node.children.erase(node.children.begin() + at);
    }
}

}  // namespace cornerwise
