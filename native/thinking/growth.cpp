// How the tree grows, is kept from one move to the next, and is cut back when memory runs out.
#include <algorithm>
#include <cstring>

#include "thinking/search.h"

namespace cornerwise {

std::unique_ptr<Node> Search::make_node(const State& state, const MoveList& list, const Recent& recent) {
    return make_node(state, state.actor >= 0 ? first_thoughts(state, list, recent.placement[0]) : Thoughts{}, recent);
}

std::unique_ptr<Node> Search::make_node(const State& state, Thoughts&& thoughts, const Recent& recent) {
    auto node = std::make_unique<Node>();
    node->state = state;
    node->recent = recent;
    if (state.actor == nobody) {
        node->is_decided = node->is_exact = true;
        node->proof = judge(state);
    } else if (state.actor >= 0) {
        node->candidates = std::move(thoughts.candidates);
        node->value = thoughts.value;
        std::ranges::sort(node->candidates, [](const Candidate& a, const Candidate& b) {
            return a.prior != b.prior ? a.prior > b.prior : a.move < b.move;
        });
    }
    used_ += node->memory();
    ++nodes_;
    return node;
}

// Walks a few plies down the old tree; what it finds there is kept, the rest goes.
void Search::reuse(const State& state, int last) {
    if (root_) {
        std::vector<std::unique_ptr<Node>*> level{&root_};
        for (int depth = 0; depth <= 8 && !level.empty(); ++depth) {
            std::vector<std::unique_ptr<Node>*> next;
            for (std::unique_ptr<Node>* node : level) {
                if (!std::memcmp(&(*node)->state, &state, sizeof state)) {
                    std::unique_ptr<Node> found = std::move(*node);
                    root_ = std::move(found);
                    root_->is_decided = root_->is_exact;  // with whom the victory is does not tell how to get it
                    used_ = 0;
                    nodes_ = 0;
                    std::vector<Node*> open{root_.get()};
                    while (!open.empty()) {
                        Node* at = open.back();
                        open.pop_back();
                        used_ += at->memory();
                        ++nodes_;
                        for (Child& child : at->children)
                            if (child.node) open.push_back(child.node.get());
                    }
                    return;
                }
                if ((*node)->state.ply > state.ply) continue;
                for (Child& child : (*node)->children)
                    if (child.node) next.push_back(&child.node);
            }
            level = std::move(next);
        }
    }
    used_ = 0;
    nodes_ = 0;
    forget_replies();
    const Recent recent = recent_of(state, last);
    if (evaluator_) {
        root_ = make_node(state, evaluate_root(state, recent), recent);
        return;
    }
    MoveList list;
    kernel().generate(t_, state, list);
    root_ = make_node(state, list, recent);
}

std::size_t Search::drop_small(Node& node, std::uint32_t visits) {
    std::size_t kept = node.memory();
    ++nodes_;
    for (Child& child : node.children) {
        if (!child.node) continue;
        if (child.visits < visits) child.node.reset();
        else kept += drop_small(*child.node, visits);
    }
    return kept;
}

// Drops the least visited subtrees until half of the memory is free; what their visits said stays with their parents.
void Search::prune() {
    const Alone alone(shape_);
    for (std::uint32_t visits = 8; used_ >= tree_limit() / 2 && visits < (1u << 30); visits *= 2) {
        nodes_ = 0;
        used_ = drop_small(*root_, visits);
    }
}

}  // namespace cornerwise
