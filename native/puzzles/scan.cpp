// Scan-order search: always the first empty cell, rows as bit masks, restarts with weights that learn
// which kinds are left over, and a fixed order with a cursor when everything must be seen.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "ground/fail.h"
#include "ground/random.h"
#include "puzzles/mask.h"
#include "puzzles/solver.h"

namespace cornerwise::puzzles {
namespace {

using Clock = std::chrono::steady_clock;

template <int W>
class Scan final : public Solver {
public:
    Scan(std::shared_ptr<const Instance> instance, const ScanOptions& options)
        : instance_(std::move(instance)), random_(options.seed), restart_(options.restart) {
        prepare();
        begin();
        prefix_ = static_cast<int>(options.prefix.size());
        seek(options.cursor.empty() ? options.prefix : options.cursor, options.cursor.empty());
    }

    Progress advance(double seconds, std::uint64_t nodes, bool stop_at_solution) override {
        const auto end = Clock::now() + std::chrono::duration<double>(std::min(seconds, 1e8));
        const std::uint64_t last = nodes > UINT64_MAX - nodes_ ? UINT64_MAX : nodes_ + nodes;
        while (true) {
            if (static_cast<int>(frames_.size()) <= prefix_) return Progress::exhausted;
            Frame& top = frames_.back();
            if (top.next == top.end && !trivial_) {
                closed_ += top.begin == top.end ? top.weight : 0;
                retreat();
                continue;
            }
            if (nodes_ >= last || ((nodes_ & 1023) == 0 && nodes_ != checked_ && Clock::now() >= end)) {
                checked_ = nodes_;
                return Progress::running;
            }
            if (restart_ && run_nodes_ >= restart_) {
                learn();
                begin();
                continue;
            }
            const bool complete = trivial_ || enter(candidates_[top.next++]);
            trivial_ = false;
            ++nodes_;
            ++run_nodes_;
            if (!complete) continue;
            closed_ += frames_.back().weight;
            solution_ = path();
            const bool accepted = instance_->accepts(solution_);
            if (accepted) score(*instance_, solution_, renamings(frames_.back().used) * instance_->weight(solution_));
            retreat();
            if (accepted && stop_at_solution) return Progress::found;
        }
    }

    std::vector<Choice> solution() const override { return solution_; }

    std::vector<Choice> path() const override {
        std::vector<Choice> result;
        for (const Frame& frame : frames_)
            if (frame.chosen.row >= 0) result.push_back(frame.chosen);
        return result;
    }

    int branches() override { return frames_.back().end - frames_.back().begin; }

    Cursor cursor() const override {
        Cursor result;
        for (const Frame& frame : frames_) result.push_back(frame.next - frame.begin - 1);
        if (!result.empty()) ++result.back();
        return result;
    }

    double closed() const override { return std::min(1.0, closed_ / base_); }

private:
    struct Step {
        Mask<W> cells, repel, attract;
        int kind, units;
    };
    // What gathering looks at: a row at its first cell, kept together in memory.
    struct Slot {
        Mask<W> cells;
        int row, kind, units;
    };
    // A node: its candidates, and what entering it changed.
    struct Frame {
        int begin = 0, end = 0, next = 0;
        int empties = 0, used = 0;
        double weight = 1;
        Choice chosen{-1, -1};
        Mask<W> filled, blocked, own;  // before entering (blocked and own of the chosen color)
    };

    std::shared_ptr<const Instance> instance_;
    Random random_;
    std::uint64_t restart_, run_nodes_ = 0, checked_ = UINT64_MAX;
    int prefix_ = 0, colors_ = 1, kinds_ = 0;
    bool colored_ = false, symmetric_ = false, lonely_singles_ = false;
    std::vector<Step> steps_;
    std::vector<std::vector<Slot>> by_cell_;  // rows by their first cell
    std::vector<Mask<W>> near_;               // edge neighbors of a cell
    std::vector<double> weights_;
    std::vector<Choice> candidates_, solution_;
    std::vector<Frame> frames_;
    Mask<W> filled_, outside_;
    std::vector<Mask<W>> blocked_, own_;
    std::vector<char> paired_;       // per color: whether no piece of it can end up the only one
    std::vector<Mask<W>> anchored_;  // per color: cells that meet a corner of a piece laid beforehand
    std::vector<int> supply_;        // color × kind
    std::vector<int> any_left_;      // kind, over all colors
    int pieces_left_ = 0, deep_frames_ = 0;
    bool trivial_ = false;  // nothing is left to lay, and that is still to be told
    std::vector<int> deep_left_;
    double closed_ = 0, base_ = 1;  // closed so far; the weight of the node the search stays below

    int& left(int color, int kind) { return supply_[color * kinds_ + kind]; }

    void prepare() {
        const Instance& in = *instance_;
        colored_ = in.colored();
        kinds_ = in.kinds();
        colors_ = colored_ ? in.colors() : 1;
        symmetric_ = colored_ && in.interchangeable();
        by_cell_.resize(in.cell_count);
        std::vector<int> rows_of(in.kinds(), 0);
        int smallest = max_cells;
        for (std::size_t r = 0; r < in.rows.size(); ++r) {
            const Row& row = in.rows[r];
            Step step{};
            step.kind = row.kind;
            step.units = row.units;
            smallest = std::min(smallest, static_cast<int>(row.cells.size()));
            for (int cell : row.cells) step.cells.add(cell);
            if (colored_)
                for (int cell : row.cells) {
                    for (int other : in.edges[cell])
                        if (other < in.cell_count && !step.cells.has(other)) step.repel.add(other);
                    for (int other : in.corners[cell])
                        if (other < in.cell_count && !step.cells.has(other)) step.attract.add(other);
                }
            step.attract = step.attract.without(step.repel);
            steps_.push_back(step);
            by_cell_[row.cells.front()].push_back({step.cells, static_cast<int>(r), step.kind, step.units});
            ++rows_of[row.kind];
        }
        near_.resize(in.cell_count);
        if (static_cast<int>(in.edges.size()) >= in.cell_count)
            for (int cell = 0; cell < in.cell_count; ++cell)
                for (int other : in.edges[cell])
                    if (other < in.cell_count) near_[cell].add(other);
        lonely_singles_ = smallest > 1 && in.empties == 0 && !in.edges.empty();
        // Kinds with few rows are awkward: they want to be spent early.
        const int most = rows_of.empty() ? 1 : std::max(1, *std::ranges::max_element(rows_of));
        for (int rows : rows_of) weights_.push_back(std::sqrt(static_cast<double>(most) / std::max(1, rows)));
        for (int cell = in.cell_count; cell < 64 * W; ++cell) outside_.add(cell);
        deep_left_.assign(in.kinds(), 0);
        for (int c = 0; c < colors_; ++c) {
            const auto& own = in.supply[c];
            const bool given = std::ranges::count(in.givens, c, &Given::color) > 0;
            paired_.push_back(given || (in.use_all && std::accumulate(own.begin(), own.end(), 0) > 1));
        }
    }

    void begin() {
        const Instance& in = *instance_;
        filled_ = outside_;
        blocked_.assign(colors_, {});
        own_.assign(colors_, {});
        anchored_.assign(colors_, {});
        supply_.assign(colors_ * in.kinds(), 0);
        any_left_.assign(in.kinds(), 0);
        pieces_left_ = 0;
        for (int kind = 0; kind < in.kinds(); ++kind)
            for (int c = 0; c < in.colors(); ++c) {
                left(colored_ ? c : 0, kind) += in.supply[c][kind];
                any_left_[kind] += in.supply[c][kind];
                pieces_left_ += in.supply[c][kind];
            }
        if (colored_)
            for (const Given& given : in.givens)
                for (int site : given.cells) {
                    for (int cell : in.edges[site])
                        if (cell < in.cell_count) blocked_[given.color].add(cell);
                    for (int cell : in.corners[site])
                        if (cell < in.cell_count) anchored_[given.color].add(cell);
                }
        if (restart_) {
            // A weighted shuffle: each slot is drawn with a chance proportional to its kind's weight.
            std::vector<std::pair<double, Slot>> keyed;
            for (auto& slots : by_cell_) {
                keyed.clear();
                for (const Slot& slot : slots)
                    keyed.emplace_back(std::log(random_.unit() + 1e-300) / weights_[slot.kind], slot);
                std::ranges::sort(keyed, std::greater{}, [](const auto& pair) { return pair.first; });
                for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = keyed[i].second;
            }
        }
        run_nodes_ = 0;
        deep_frames_ = 0;
        closed_ = 0;
        candidates_.clear();
        frames_.clear();
        frames_.emplace_back();
        frames_.back().empties = in.empties;
        trivial_ = is_complete(frames_.back());
        if (!trivial_) gather(frames_.back());
    }

    // Replay a path. Every number but the last names an open child; with all_open the last one does too.
    void seek(const Cursor& path, bool all_open) {
        for (std::size_t i = 0; i < path.size(); ++i) {
            Frame& top = frames_.back();
            const int number = path[i], width = top.end - top.begin;
            const bool open = all_open || i + 1 < path.size();
            if (number < 0 || number > width || (open && number == width))
                fail("The checkpoint does not belong to this puzzle.");
            if (width && static_cast<int>(i) >= prefix_) closed_ += top.weight * number / width;
            top.next = top.begin + number;
            if (open && enter(candidates_[top.next++])) fail("The checkpoint does not belong to this puzzle.");
        }
        base_ = frames_[prefix_].weight;
    }

    // All choices at the first empty cell of the node just entered.
    void gather(Frame& frame) {
        frame.begin = static_cast<int>(candidates_.size());
        const int cell = filled_.first_clear();
        if (cell < instance_->cell_count) {
            const int limit = symmetric_ ? std::min(colors_, frame.used + 1) : colors_;
            for (const Slot& slot : by_cell_[cell]) {
                if (any_left_[slot.kind] < slot.units || slot.cells.meets(filled_)) continue;
                for (int c = 0; c < limit; ++c)
                    if (left(c, slot.kind) >= slot.units && !(colored_ && slot.cells.meets(blocked_[c])))
                        candidates_.push_back({slot.row, c});
            }
            if (frame.empties > 0) candidates_.push_back({-1, cell});
        }
        frame.end = static_cast<int>(candidates_.size());
        frame.next = frame.begin;
    }

    // Makes a child; true when nothing is left to do there. A child that cannot succeed gets no candidates.
    bool enter(const Choice& choice) {
        const Frame& parent = frames_.back();
        Frame child;
        child.weight = parent.weight / (parent.end - parent.begin);
        child.empties = parent.empties;
        child.used = parent.used;
        child.filled = filled_;
        child.begin = child.end = child.next = static_cast<int>(candidates_.size());
        bool alive = true;
        if (choice.row < 0) {
            filled_.add(choice.color);
            --child.empties;
        } else {
            const Step& step = steps_[choice.row];
            child.chosen = {choice.row, colored_ ? choice.color : -1};
            filled_ |= step.cells;
            left(choice.color, step.kind) -= step.units;
            any_left_[step.kind] -= step.units;
            pieces_left_ -= step.units;
            if (colored_) {
                child.blocked = blocked_[choice.color];
                child.own = own_[choice.color];
                blocked_[choice.color] |= step.repel;
                own_[choice.color] |= step.cells;
                child.used = std::max(child.used, choice.color + 1);
            }
            alive = survives(step, child);
        }
        frames_.push_back(child);
        deepest_ = std::max(deepest_, static_cast<int>(frames_.size()) - 1);
        if (!alive) return false;
        const bool complete = is_complete(child);
        if (!complete) gather(frames_.back());
        if (restart_ && static_cast<int>(frames_.size()) > deep_frames_) {
            deep_frames_ = static_cast<int>(frames_.size());
            for (int kind = 0; kind < instance_->kinds(); ++kind) {
                deep_left_[kind] = 0;
                for (int c = 0; c < colors_; ++c) deep_left_[kind] += left(c, kind);
            }
        }
        return complete;
    }

    // With all pieces laid, the cells left must be within what may stay empty.
    bool is_complete(const Frame& frame) const {
        if (!instance_->use_all) return filled_.first_clear() >= 64 * W;
        return pieces_left_ == 0 && 64 * W - filled_.count() <= frame.empties;
    }

    bool survives(const Step& step, const Frame& frame) const {
        if (lonely_singles_) {
            // A cell shut in by filled ones can never be covered, and only a neighbor of the new piece can be a new
            // one.
            bool shut = false;
            Mask<W> rim;
            step.cells.each([&](int cell) { rim |= near_[cell]; });
            rim.without(filled_).each([&](int cell) { shut |= near_[cell].without(filled_).empty(); });
            if (shut) return false;
        }
        if (colored_) {
            Mask<W> dead = blocked_[0];
            for (int c = 1; c < colors_; ++c) dead &= blocked_[c];
            const Mask<W> lost = dead.without(filled_);
            if (frame.empties == 0 ? !lost.empty() : lost.count() > frame.empties) return false;
        }
        return instance_->contact < Contact::touching || !lonely();
    }

    // Whether some piece can no longer meet a corner of its color.
    bool lonely() const {
        auto hopeless = [&](const Choice& choice) {
            if (!paired_[choice.color]) return false;
            const Step& step = steps_[choice.row];
            if (step.attract.meets(own_[choice.color]) || step.cells.meets(anchored_[choice.color])) return false;
            return step.attract.without(filled_).without(blocked_[choice.color]).empty();
        };
        for (const Frame& frame : frames_)
            if (frame.chosen.row >= 0 && hopeless(frame.chosen)) return true;
        return false;
    }

    void retreat() {
        const Frame& top = frames_.back();
        candidates_.resize(top.begin);
        if (frames_.size() > 1) {
            filled_ = top.filled;
            if (top.chosen.row >= 0) {
                const int color = colored_ ? top.chosen.color : 0;
                const Step& step = steps_[top.chosen.row];
                left(color, step.kind) += step.units;
                any_left_[step.kind] += step.units;
                pieces_left_ += step.units;
                if (colored_) {
                    blocked_[color] = top.blocked;
                    own_[color] = top.own;
                }
            }
        }
        frames_.pop_back();
    }

    // What was left over where the run got deepest is awkward: raise it, and give the next run more time.
    void learn() {
        for (int kind = 0; kind < instance_->kinds(); ++kind)
            if (deep_left_[kind]) weights_[kind] *= 1.0 + 0.1 * deep_left_[kind];
        const double largest = *std::ranges::max_element(weights_);
        for (double& weight : weights_) weight = std::max(weight / largest * 4, 0.05);
        restart_ += restart_ / 8;
    }

    std::uint64_t renamings(int used) const {
        if (!symmetric_) return 1;
        std::uint64_t product = 1;
        for (int c = 0; c < used; ++c) product *= colors_ - c;
        return product;
    }
};

}  // namespace

std::unique_ptr<Solver> make_scan(std::shared_ptr<const Instance> instance, const ScanOptions& options) {
    instance->check();
    if (instance->cell_count <= 64) return std::make_unique<Scan<1>>(std::move(instance), options);
    if (instance->cell_count <= 128) return std::make_unique<Scan<2>>(std::move(instance), options);
    if (instance->cell_count <= 256) return std::make_unique<Scan<4>>(std::move(instance), options);
    return std::make_unique<Scan<8>>(std::move(instance), options);
}

}  // namespace cornerwise::puzzles
