// The search loop: select, expand, play out, back up; in one run or in slices.
#include "thinking/search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "ground/fail.h"
#include "kernel/scoring.h"

namespace cornerwise {

Search::Search(std::shared_ptr<const Atlas> atlas, const Tuning& tuning, std::uint64_t seed, int threads,
               std::size_t memory, Evaluator evaluator)
    : atlas_(std::move(atlas)),
      t_(atlas_->tables()),
      tuning_(tuning),
      seed_(seed),
      threads_(threads),
      memory_(memory),
      evaluator_(std::move(evaluator)),
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
            grow(node);
        }
    }
    ++node.visits;
    ++node.children[choice].visits;
    return choice;
}

// Tries the likeliest move that has not been tried yet.
void Search::grow(Node& node) {
    const Candidate& next = node.candidates[node.children.size()];
    const std::size_t before = node.memory();
    if (node.children.size() == node.children.capacity())
        node.children.reserve(std::min(node.candidates.size(), std::max<std::size_t>(4, 2 * node.children.size())));
    node.children.emplace_back();
    node.children.back().move = next.move;
    node.children.back().prior = next.prior;
    used_ += node.memory() - before;
}

// Of the moves that were visited most after the first, the least known one that may still prove to be better, as the
// search values it or by the victory alone; else the least known one of which too little is known to say how much worse
// it is.
std::size_t Search::select_rival(Node& node) {
    static constexpr std::size_t rivals = 6;
    static constexpr std::uint32_t enough = 16;  // of so many visits of the first, one is
    if (node.children.size() <= rivals && node.children.size() < node.candidates.size()) grow(node);
    std::vector<std::size_t> order(node.children.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return node.children[i].visits; });
    // What a move may be worth: its mean, with so many times the largest error that it can have.
    const int seat = node.state.actor;
    const auto worth = [&](const Child& child, const std::array<double, max_seats>& sum, float times) {
        const float n = child.is_decided ? 1 : static_cast<float>(std::max(1u, child.visits));
        return static_cast<float>(sum[seat]) / n + times / (2 * std::sqrt(n));
    };
    const Child& first = node.children[order.front()];
    const float best = worth(first, first.sum.utility, 0), most_wins = worth(first, first.sum.win, 0);
    const std::size_t none = node.children.size();
    std::size_t choice = none, unknown = none;
    for (std::size_t rank = 1; rank < std::min(order.size(), rivals + 1); ++rank) {
        const Child& child = node.children[order[rank]];
        if (child.is_decided) continue;
        const bool may_be_better =
            worth(child, child.sum.utility, 2) >= best || worth(child, child.sum.win, 0) > most_wins;
        if (!child.visits || may_be_better) choice = order[rank];
        if (child.visits * enough < first.visits) unknown = order[rank];
    }
    if (choice == none) choice = unknown;
    if (choice == none) return select(node);
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
    used_ += node.memory() - before;
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

// Goes on from where a path leads, or from the root, to what has no node yet. What is decided on the way is backed up,
// and then there is no such leaf.
bool Search::descend(Random& random, std::vector<Step>& path, const Clock& clock, bool compares) {
    Node* node = path.empty() ? root_.get() : path.back().node->children[path.back().child].node.get();
    while (true) {
        if (node != root_.get() && (node->is_decided || (duel_ && decide(*node, path, clock)))) {
            back_up(path, node->proof, true);
            return false;
        }
        Step step{node, 0, 0, 0};
        Node* next;
        std::optional<Outcome> proof;
        {
            Hold hold(*node);
            const bool is_for_rivals = compares && node == root_.get();
            step.child = node->is_chance() ? select_roll(*node, random)
                         : is_for_rivals   ? select_rival(*node)
                                           : select(*node);
            const Child& child = node->children[step.child];
            step.move = child.move;
            step.visits = child.visits;
            next = child.node.get();
            if (child.is_decided) proof = child.mean();
        }
        path.push_back(step);
        if (proof) {
            back_up(path, *proof, true);
            return false;
        }
        if (!next) return true;
        node = next;
    }
}

// Makes a step's move; lists what can be played then where somebody wants to know.
void Search::follow(const Step& step, State& state, Recent& recent, MoveList* list) const {
    state = step.node->state;
    recent = step.node->recent;
    if (step.node->is_chance()) {
        std::uint8_t dice[max_faces + 1];
        unpack_dice(step.move, dice);
        if (list) kernel().roll_listing(t_, state, dice, *list);
        else kernel().roll(t_, state, dice);
        return;
    }
    const MoveCode code = split_move(t_, step.move);
    if (t_.turns != Turns::dice) recent.add(state.color, code.placement);
    if (list) kernel().place_listing(t_, state, code, *list);
    else kernel().place(t_, state, code);
}

// Plays a path's last position out, unless it is an end, and learns from it.
Outcome Search::sample(State& state, const Recent& recent, const std::vector<Step>& path, Random& random) {
    thread_local Trace trace;
    trace.length = 0;
    const Outlook* const outlook = outlook_.is_empty() ? nullptr : &outlook_.view();
    if (replies_.to_one || outlook)
        for (const Step& step : path) trace.add(step.node->state.color, step.move);
    if (state.actor != nobody) play_out(state, recent, random, outlook, trace);
    const Outcome outcome = judge(state);
    if (replies_.to_one) learn_replies(trace, outcome);
    return outcome;
}

void Search::simulate(Random& random, std::vector<Step>& path, const Clock& clock) {
    const Together together(shape_);
    path.clear();
    static constexpr std::uint64_t share = 4;  // every so-manieth simulation compares
    const bool compares = run_->compares && done_.load(std::memory_order_relaxed) % share == share - 1;
    if (!descend(random, path, clock, compares)) return;
    const Step step = path.back();
    // A full tree goes on with playouts from its leaves until it is pruned.
    const int enough = step.node->is_chance() ? 2 : tuning_.expand_visits;
    const bool expand = static_cast<int>(step.visits) >= enough && used_ < tree_limit();
    State state;
    Recent recent;
    Values value = step.node->value;
    if (expand) {
        MoveList list;
        follow(step, state, recent, &list);
        std::unique_ptr<Node> made = make_node(state, list, recent);
        value = made->value;
        Hold hold(*step.node);
        Child& child = step.node->children[step.child];
        if (!child.node) child.node = std::move(made);
    } else {
        follow(step, state, recent, nullptr);
    }
    const bool over = state.actor == nobody;
    Outcome outcome = sample(state, recent, path, random);
    if (!over && tuning_.network) outcome.lean(value, tuning_.value_share);
    back_up(path, outcome, over);
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

// Whether all simulations are made that are needed, or wanted. The first one always is: there must be something to
// answer with.
bool Search::is_enough() const {
    if (root_->is_decided) return true;
    const std::uint64_t done = done_.load(std::memory_order_relaxed), most = run_->limit.simulations;
    return done && (stopping_.load(std::memory_order_relaxed) || (most && done >= most));
}

// Remembers what is known of the root's moves.
void Search::mark() {
    const Hold hold(*root_);
    std::swap(run_->marks[0], run_->marks[1]);
    run_->marks[0].clear();
    for (const Child& child : root_->children)
        if (!child.is_decided) run_->marks[0].push_back({child.move, child.visits, child.sum});
}

void Search::work(Random& random, const Clock& clock, std::uint64_t simulations) {
    if (evaluator_) {
        work_in_rounds(random, clock, simulations);
        return;
    }
    std::vector<Step> path;
    for (std::uint64_t i = 0; i < simulations && !is_enough(); ++i) {
        if (i && i % 8 == 0 && clock.is_over()) break;
        simulate(random, path, clock);
        if (std::has_single_bit(done_.fetch_add(1, std::memory_order_relaxed) + 1)) mark();
        if (used_ >= tree_limit()) prune();
    }
}

Result Search::run(const Position& position, const Limit& limit, int last, bool compares) {
    begin(position, limit, last, compares);
    if (run_->exact) return *run_->exact;
    think(~std::uint64_t{0});
    const Result result = report();
    duel_.reset();
    return result;
}

// Makes up to so many simulations on every thread of the run.
void Search::think(std::uint64_t simulations) {
    Run& run = *run_;
    const std::uint64_t before = done_;  // the other threads draw anew in every slice
    std::atomic<double> cpu{0};
    on_threads(run.threads, [&](int index) {
        Random own_random(run.seed + 7919 * static_cast<std::uint64_t>(index) + before);
        const Clock own_clock = index ? run.clock.on_this_thread() : run.clock;
        const double start = thread_cpu_seconds();
        work(index ? own_random : run.random, own_clock, simulations);
        cpu.fetch_add(thread_cpu_seconds() - start);
    });
    run.cpu_seconds += cpu;
}

void Search::clear() {
    run_.reset();
    duel_.reset();
    root_.reset();
    outlook_.clear();
    forget_replies();
}

void Search::begin(const Position& position, const Limit& limit, int last, bool compares) {
    begin(position, limit, last, seed_ + 0x1000003 * ++runs_, threads_, memory_, compares);
}

void Search::begin(const Position& position, const Limit& limit, int last, std::uint64_t seed, int threads,
                   std::size_t memory, bool compares) {
    stopping_ = false;
    done_ = 0;
    useful_positions_ = vain_positions_ = 0;
    memory_limit_ = memory;
    duel_.reset();
    run_.reset();
    Run run{limit, seed, threads, Clock(limit, threads), Random(seed), {}, {}, 0, compares && !evaluator_};
    look_ahead(position.state(), limit);
    Result exact;
    if (Duel::fits(t_) ? solve_duel(position, limit, compares, run.clock, exact, run.verdict)
                       : solve_endgame(position, limit, compares, run.clock, exact)) {
        exact.seconds = run.clock.seconds();
        exact.cpu_seconds = run.clock.cpu_seconds();
        run.exact = std::move(exact);
        run_ = std::move(run);
        return;
    }
    reuse(position.state(), last);
    run.cpu_seconds = run.clock.cpu_seconds();
    run_ = std::move(run);
}

bool Search::advance(std::uint64_t simulations) {
    if (!run_) fail("No search has begun that could continue.");
    if (run_->exact) return false;
    think(simulations);
    return !is_enough() && !run_->clock.is_over();
}

Result Search::result() const {
    if (!run_) fail("No search has begun that could have a result.");
    return run_->exact ? *run_->exact : report();
}

}  // namespace cornerwise
