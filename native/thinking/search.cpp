// The search loop: select, expand, play out, back up; and the answer it gives at the root.
#include "thinking/search.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "kernel/scoring.h"

namespace cornerwise {

Search::Search(std::shared_ptr<const Atlas> atlas, const Tuning& tuning, std::uint64_t seed, int threads,
               std::size_t memory)
    : atlas_(std::move(atlas)),
      t_(atlas_->tables()),
      tuning_(tuning),
      seed_(seed),
      threads_(threads),
      memory_limit_(memory),
      has_two_sides_(has_two_sides(t_)) {
    static constexpr int usual_margin = 256;
    std::vector<float> softened;
    for (int margin = -usual_margin; margin < usual_margin; ++margin) softened.push_back(soften(margin));
    softened_ = std::move(softened);
}

Recent Search::recent_of(const State& state, int last) const {
    Recent recent;
    if (last >= 0 && t_.turns == Turns::rotation)
        for (int color = 0; color < t_.colors; ++color)
            if (state.placed[color * t_.shapes + t_.shape_of[last]] == last + 1) recent.add(color, last);
    return recent;
}

void Search::play_out(State& state, const Recent& recent, Random& random, const Outlook* outlook, Trace& trace) const {
    if (outlook) kernel().play_out_listed(t_, state, tuning_.policy, recent, random, replies_, *outlook, trace);
    else kernel().play_out_guided(t_, state, tuning_.policy, recent, random, replies_, trace);
}

Trace Search::play_out(const State& state, int last, std::uint64_t seed, const Outlook* outlook) const {
    State end = state;
    Random random(seed);
    Trace trace;
    play_out(end, recent_of(state, last), random, outlook, trace);
    return trace;
}

std::size_t Search::select(Node& node) {
    const int seat = node.state.actor;
    const float scale = tuning_.exploration * std::sqrt(static_cast<float>(node.visits + 1));
    float best = -1e9f, sum = 0;
    std::size_t choice = node.children.size();
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        const Child& child = node.children[i];
        const float n = static_cast<float>(child.visits);
        float utility = static_cast<float>(child.sum.utility[seat]);
        if (child.is_decided) utility *= n;
        sum += utility;
        // utility / n + scale × prior / (1 + n), with one division.
        const float score = (utility * (1 + n) + scale * child.prior * n) / (n * (1 + n));
        if (score > best) {
            best = score;
            choice = i;
        }
    }
    if (node.children.size() < node.candidates.size()) {
        const Candidate& next = node.candidates[node.children.size()];
        const float mean = node.visits ? sum / static_cast<float>(node.visits) : 0.5f;
        if (mean - tuning_.first_play + scale * next.prior > best) {
            choice = node.children.size();
            const std::size_t before = node.memory();
            if (node.children.size() == node.children.capacity())
                node.children.reserve(
                    std::min(node.candidates.size(), std::max<std::size_t>(4, 2 * node.children.size())));
            node.children.emplace_back();
            node.children.back().move = next.move;
            node.children.back().prior = next.prior;
            memory_ += node.memory() - before;
        }
    }
    ++node.visits;
    ++node.children[choice].visits;
    return choice;
}

// A roll as a number: the dice by face, base 8.
static std::int32_t pack_dice(const std::uint8_t* dice) {
    std::int32_t packed = 0;
    for (int face = 1; face <= max_faces; ++face) packed = packed * 8 + dice[face];
    return packed;
}
static void unpack_dice(std::int32_t packed, std::uint8_t* dice) {
    dice[0] = 0;
    for (int face = max_faces; face >= 1; --face, packed /= 8) dice[face] = static_cast<std::uint8_t>(packed % 8);
}

std::size_t Search::select_roll(Node& node, Random& random) {
    std::uint8_t dice[max_faces + 1] = {};
    for (int i = t_.seats - std::popcount(node.state.out); i > 0; --i) ++dice[1 + random.below(max_faces)];
    const std::int32_t packed = pack_dice(dice);
    ++node.visits;
    for (std::size_t i = 0; i < node.children.size(); ++i)
        if (node.children[i].move == packed) {
            ++node.children[i].visits;
            return i;
        }
    const std::size_t before = node.memory();
    Child& child = node.children.emplace_back();
    child.move = packed;
    child.visits = 1;
    memory_ += node.memory() - before;
    return node.children.size() - 1;
}

void Search::forget_replies() {
    if (t_.turns == Turns::dice) return;  // the board that a reply would fit changes with the dice
    replies_to_one_.assign(static_cast<std::size_t>(t_.colors) * t_.placements, 0);
    replies_to_two_.assign(std::size_t{1} << Replies::pair_bits, 0);
    replies_ = {replies_to_one_.data(), replies_to_two_.data(), t_.placements};
}

// What the winners of a simulation replied is remembered, what the others replied forgotten.
void Search::learn_replies(const Trace& trace, const Outcome& outcome) {
    float best = 0;
    for (int seat = 0; seat < t_.seats; ++seat) best = std::max(best, outcome.win[seat]);
    Recent recent = root_->recent;
    for (int i = 0; i < trace.length; ++i) {
        const int color = trace.color[i], seat = t_.owners[color];
        if (seat >= 0 && recent.placement[0] >= 0) {
            const Replies::Slots at = replies_.slots(color, recent);
            if (outcome.win[seat] == best) Replies::store(at, trace.move[i]);
            else Replies::forget(at, trace.move[i]);
        }
        recent.add(color, trace.move[i]);
    }
}

void Search::simulate(Random& random, std::vector<Step>& path, const Clock& clock) {
    std::shared_lock shape(shape_);
    path.clear();
    Node* node = root_.get();
    while (true) {
        if (node != root_.get() && (node->is_decided || (duel_ && decide(*node, path, clock)))) {
            back_up(path, node->proof, true);
            return;
        }
        const bool is_chance = node->is_chance();
        std::size_t choice;
        std::int32_t move;
        std::uint32_t visits;
        Node* next;
        std::optional<Outcome> proof;
        {
            Hold hold(*node);
            choice = is_chance ? select_roll(*node, random) : select(*node);
            const Child& child = node->children[choice];
            move = child.move;
            visits = child.visits;
            next = child.node.get();
            if (child.is_decided) proof = child.mean();
        }
        path.push_back({node, choice, move});
        if (proof) {
            back_up(path, *proof, true);
            return;
        }
        if (next) {
            node = next;
            continue;
        }
        State state = node->state;
        const MoveCode code = is_chance ? MoveCode{-1, 0, false} : split_move(t_, move);
        Recent recent = node->recent;
        if (t_.turns != Turns::dice) recent.add(state.color, code.placement);
        std::uint8_t dice[max_faces + 1];
        if (is_chance) unpack_dice(move, dice);
        // A full tree goes on with playouts from its leaves until it is pruned.
        const bool expand =
            static_cast<int>(visits) >= (is_chance ? 2 : tuning_.expand_visits) && memory_ < tree_limit();
        Values value = node->value;
        if (expand) {
            MoveList list;
            if (is_chance) kernel().roll_listing(t_, state, dice, list);
            else kernel().place_listing(t_, state, code, list);
            std::unique_ptr<Node> made = make_node(state, list, recent);
            value = made->value;
            Hold hold(*node);
            Child& child = node->children[choice];
            if (!child.node) child.node = std::move(made);
        } else {
            if (is_chance) kernel().roll(t_, state, dice);
            else kernel().place(t_, state, code);
        }
        const bool over = state.actor == nobody;
        thread_local Trace trace;
        trace.length = 0;
        const Outlook* const outlook = outlook_.is_empty() ? nullptr : &outlook_.view();
        if (replies_.to_one || outlook)
            for (const Step& step : path) trace.add(step.node->state.color, step.move);
        if (!over) play_out(state, recent, random, outlook, trace);
        Outcome outcome = judge(state);
        if (replies_.to_one) learn_replies(trace, outcome);
        if (!over && tuning_.network) outcome.lean(value, tuning_.value_share);
        back_up(path, outcome, over);
        return;
    }
}

void Search::back_up(const std::vector<Step>& path, const Outcome& outcome, bool is_decided) {
    Outcome value = outcome;
    for (std::size_t i = path.size(); i-- > 0;) {
        Node& node = *path[i].node;
        Hold hold(node);
        Child& child = node.children[path[i].child];
        if (!child.is_decided && is_decided && !node.is_chance()) {
            // What is certain takes the place of samples.
            child.is_decided = true;
            child.is_exact = !child.node || child.node->is_exact;
            child.sum = Sum{};
            child.sum.add(value);
        } else if (!child.is_decided) {
            child.sum.add(value);
        }
        is_decided = is_decided && conclude(node);
        if (is_decided) value = node.proof;
    }
}

void Search::work(Random random, const Limit& limit, const Clock& clock) {
    std::vector<Step> path;
    // The first simulation is always made: there must be something to answer with.
    for (unsigned i = 0; !i || !stopping_.load(std::memory_order_relaxed); ++i) {
        if (i && i % 8 == 0 && clock.is_over()) break;
        if (i && limit.simulations && done_.load(std::memory_order_relaxed) >= limit.simulations) break;
        if (root_->is_decided) break;
        simulate(random, path, clock);
        done_.fetch_add(1, std::memory_order_relaxed);
        if (memory_ >= tree_limit()) prune();
    }
}

Result Search::run(const Position& position, const Limit& limit, int last) {
    ++runs_;
    return think(position, limit, last, seed_ + 0x1000003 * runs_, threads_);
}

void Search::clear() {
    root_.reset();
    outlook_.clear();
    forget_replies();
}

Result Search::think(const Position& position, const Limit& limit, int last, std::uint64_t seed, int threads) {
    stopping_ = false;
    done_ = 0;
    useful_positions_ = vain_positions_ = 0;
    const auto start = std::chrono::steady_clock::now();
    const Clock clock(limit, threads, start, thread_cpu_seconds());
    Duel::Verdict verdict;
    Result exact;
    look_ahead(position.state(), limit);
    if (Duel::fits(t_) ? solve_duel(position, limit, clock, exact, verdict) : solve_endgame(position, limit, exact)) {
        exact.seconds = clock.seconds();
        exact.cpu_seconds = clock.cpu_seconds();
        return exact;
    }
    reuse(position.state(), last);
    std::atomic<double> cpu{0};
    {
        std::vector<std::jthread> others;
        auto task = [&](int index) {
            const Clock own = index ? Clock(limit, threads, start, thread_cpu_seconds()) : clock;
            work(Random(seed + 7919 * static_cast<std::uint64_t>(index)), limit, own);
            cpu.fetch_add(own.cpu_seconds());
        };
        for (int i = 1; i < threads; ++i) others.emplace_back(task, i);
        task(0);
    }
    duel_.reset();
    Result result = report(clock.seconds(), cpu, verdict);
    result.is_cut = done_ < limit.simulations && !root_->is_decided && !stopping_;
    return result;
}

Result Search::report(double seconds, double cpu, const Duel::Verdict& verdict) const {
    Result result;
    result.simulations = done_;
    result.seconds = seconds;
    result.cpu_seconds = cpu;
    result.nodes = nodes_;
    const int seat = root_->state.actor;
    Sum total;
    std::uint32_t visits = 0;
    for (const Child& child : root_->children) {
        if (!child.visits) continue;
        result.lines.push_back({child.move, child.visits, child.is_exact, child.is_decided, child.mean(), child.prior});
        total.add(child.mean(), child.visits);
        visits += child.visits;
    }
    if (visits) result.value = total.divided(visits);
    apply(verdict, result);
    // Moves that are certain to win come first and those certain to lose last; else trust goes with visits.
    const bool is_decided = verdict.best.is_decided();
    const bool is_known = is_decided && (verdict.best.is_exact() || !verdict.best.is_lost());
    const auto rank = [&](const Line& line) {
        if (is_known && line.move == verdict.moves.front().move) return 3;
        if (!line.is_decided || !has_two_sides_) return 1;
        return is_win(line.mean.win[seat]) ? 2 : is_loss(line.mean.win[seat]) ? 0 : 1;
    };
    std::ranges::stable_sort(result.lines, [&](const Line& a, const Line& b) {
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        if (root_->is_exact || rank(a) == 2) return a.mean.utility[seat] > b.mean.utility[seat];
        return a.visits > b.visits;
    });
    if (root_->is_decided || is_decided) result.value = result.lines.front().mean;
    const Node* node = root_.get();
    while (node && !node->children.empty()) {
        const auto best = std::ranges::max_element(node->children, {}, &Child::visits);
        node = best->node.get();
        ++result.depth;
    }
    return result;
}

}  // namespace cornerwise
