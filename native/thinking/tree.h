// The search tree: positions with statistics per tried move, grown one move at a time in order of their priors.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "kernel/atlas/tables.h"
#include "kernel/playout/replies.h"

namespace cornerwise {

using Values = std::array<float, max_seats>;

// What one simulation, or a proof, says about the end of a game.
struct Outcome {
    Values utility{};  // what the search maximizes, 0 … 1
    Values win{};      // share of the victory
    Values score{};    // by the rulebook

    // Mixes in a judgment of who will win.
    void lean(const Values& value, float share) {
        for (int i = 0; i < max_seats; ++i) {
            utility[i] += share * (value[i] - utility[i]);
            win[i] += share * (value[i] - win[i]);
        }
    }
};

// About a share of the victory that is certain: a tie is a half.
inline bool is_win(float share) { return share > 0.75f; }
inline bool is_loss(float share) { return share < 0.25f; }

// Outcomes added up, in doubles: single precision goes wrong from a million outcomes on and stands still at sixteen.
struct Sum {
    std::array<double, max_seats> utility{}, win{}, score{};

    void add(const Outcome& o, double times = 1) {
        for (int i = 0; i < max_seats; ++i) {
            utility[i] += times * o.utility[i];
            win[i] += times * o.win[i];
            score[i] += times * o.score[i];
        }
    }
    void add(const Sum& o, double times = 1) {
        for (int i = 0; i < max_seats; ++i) {
            utility[i] += times * o.utility[i];
            win[i] += times * o.win[i];
            score[i] += times * o.score[i];
        }
    }
    Outcome divided(double n) const {
        Outcome o;
        for (int i = 0; i < max_seats; ++i) {
            o.utility[i] = static_cast<float>(utility[i] / n);
            o.win[i] = static_cast<float>(win[i] / n);
            o.score[i] = static_cast<float>(score[i] / n);
        }
        return o;
    }
};

struct Node;

// A move (or roll) that has been tried. Visits count when a simulation enters, values when it returns,
// so a move under examination looks like a loss to other threads.
struct Child {
    std::int32_t move = 0;
    float prior = 0;
    std::uint32_t visits = 0;
    bool is_decided = false;     // who wins is certain
    bool is_exact = false;       // and by how much
    Sum sum;                     // over all visits; when decided, what is certain, once
    std::unique_ptr<Node> node;  // made when the move has been tried often enough

    Outcome mean() const { return sum.divided(is_decided ? 1 : visits); }
};

struct Candidate {
    std::int32_t move;
    float prior;
};

struct Node {
    static constexpr std::uint32_t first_proof = 64;

    // What every simulation that passes reads and writes lies together, in one line of the cache.
    alignas(64) std::vector<Child> children;
    std::vector<Candidate> candidates;  // every legal move, best prior first; the first children.size() are tried
    std::uint32_t visits = 0;
    std::uint32_t next_proof = first_proof;  // visits after which a proof is tried (again)
    std::atomic_flag lock = ATOMIC_FLAG_INIT;
    std::atomic<bool> is_decided = false;  // who wins is certain; set last, so that the next two can be read then
    bool is_exact = false;                 // and by how much
    Outcome proof;
    Values value{};  // what the network thinks every seat's share of the victory to be
    State state;
    Recent recent;  // the pieces placed before, for local answers

    bool is_chance() const { return state.actor == chance; }
    std::size_t memory() const {
        return sizeof *this + candidates.capacity() * sizeof(Candidate) + children.capacity() * sizeof(Child);
    }
};

static_assert(offsetof(Node, proof) <= 64);

// Holds a node exclusively while it lives.
class Hold {
public:
    explicit Hold(Node& node);
    ~Hold() { node_.lock.clear(std::memory_order_release); }
    Hold(const Hold&) = delete;

private:
    Node& node_;
};

}  // namespace cornerwise
