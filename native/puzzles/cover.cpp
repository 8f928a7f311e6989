// The dance of options in and out of their items, and the depth-first search on top of it.
#include "puzzles/cover.h"

#include <algorithm>
#include <chrono>
#include <climits>
#include <map>
#include <numeric>

#include "ground/fail.h"
#include "ground/random.h"
#include "puzzles/solver.h"

namespace cornerwise::puzzles {

int Dance::add_item(int need, int capacity) {
    need_.push_back(need);
    capacity_.push_back(capacity);
    return static_cast<int>(need_.size()) - 1;
}

int Dance::add_option(const std::vector<Entry>& entries) {
    const int option = option_count();
    for (const Entry& entry : entries) {
        entries_.push_back(entry);
        option_of_.push_back(option);
    }
    first_.push_back(static_cast<int>(entries_.size()));
    return option;
}

void Dance::prepare() {
    const int items = static_cast<int>(need_.size());
    used_.assign(items, 0);
    color_.assign(items, 0);
    length_.assign(items, 0);
    base_.assign(items + 1, 0);
    for (const Entry& entry : entries_) ++base_[entry.item + 1];
    std::partial_sum(base_.begin(), base_.end(), base_.begin());
    cells_.resize(entries_.size());
    place_.resize(entries_.size());
    for (int e = 0; e < static_cast<int>(entries_.size()); ++e) {
        const int item = entries_[e].item;
        place_[e] = length_[item];
        cells_[base_[item] + length_[item]++] = e;
    }
    open_place_.assign(items, -1);
    for (int item = 0; item < items; ++item) {
        if (!need_[item]) continue;
        open_place_[item] = static_cast<int>(open_.size());
        open_.push_back(item);
    }
    open_length_ = static_cast<int>(open_.size());
}

int Dance::choose() const {
    int best = met, least = INT_MAX;
    for (int i = 0; i < open_length_; ++i) {
        const int item = open_[i];
        // Of n options r must be chosen: the first of them in one of n − r + 1 ways.
        const int width = length_[item] - (need_[item] - used_[item]) + 1;
        if (width <= 0) return starved;
        if (width < least || (width == least && item < best)) best = item, least = width;
    }
    return best;
}

void Dance::active(int item, std::vector<int>& options) const {
    options.clear();
    for (int i = 0; i < length_[item]; ++i) options.push_back(option_of_[cells_[base_[item] + i]]);
    std::ranges::sort(options);
}

bool Dance::drop(int option) {
    bool fed = true;
    for (int e = first_[option]; e < first_[option + 1]; ++e) {
        const int item = entries_[e].item, last = length_[item] - 1, at = place_[e];
        if (at > last) continue;  // gone already
        int* own = &cells_[base_[item]];
        const int moved = own[last];
        own[at] = moved;
        own[last] = e;
        place_[moved] = at;
        place_[e] = last;
        length_[item] = last;
        fed &= last >= need_[item] - used_[item];
    }
    return fed;
}

bool Dance::take(int option) {
    const int begin = first_[option], end = first_[option + 1];
    // Uses are counted first, so that the items of this option are not missed when their options leave.
    for (int e = begin; e < end; ++e) {
        if (entries_[e].color) continue;
        const int item = entries_[e].item;
        if (++used_[item] != need_[item]) continue;
        const int at = open_place_[item], last = --open_length_, other = open_[last];
        open_[at] = other;
        open_[last] = item;
        open_place_[other] = at;
        open_place_[item] = last;
    }
    if (!drop(option)) return false;
    for (int e = begin; e < end; ++e) {
        const int item = entries_[e].item, color = entries_[e].color;
        if (color) {
            if (color_[item] == color) continue;
            color_[item] = color;
            for (int i = length_[item] - 1; i >= 0; --i) {
                const int other = cells_[base_[item] + i];
                if (entries_[other].color != color && !drop(option_of_[other])) return false;
            }
        } else if (used_[item] == capacity_[item]) {
            while (length_[item] > 0)
                if (!drop(option_of_[cells_[base_[item] + length_[item] - 1]])) return false;
        }
    }
    return true;
}

void Dance::save() {
    saved_.insert(saved_.end(), length_.begin(), length_.end());
    saved_.insert(saved_.end(), used_.begin(), used_.end());
    saved_.insert(saved_.end(), color_.begin(), color_.end());
    saved_.push_back(open_length_);
}

void Dance::restore() {
    const auto items = need_.size();
    const auto from = saved_.end() - static_cast<std::ptrdiff_t>(stride());
    std::copy_n(from, items, length_.begin());
    std::copy_n(from + items, items, used_.begin());
    std::copy_n(from + 2 * items, items, color_.begin());
    open_length_ = saved_.back();
}

static void collect(Dance& dance, std::vector<int>& taken, std::size_t limit, std::vector<std::vector<int>>& found) {
    const int item = dance.choose();
    if (item == Dance::met) found.push_back(taken);
    if (item < 0) return;
    std::vector<int> options;
    dance.active(item, options);
    for (int option : options) {
        if (found.size() >= limit) return;
        dance.save();
        if (dance.take(option)) {
            taken.push_back(option);
            collect(dance, taken, limit, found);
            taken.pop_back();
        }
        dance.restore();
        dance.forget();
        // Later branches do without this option, so that no set is seen twice.
        if (!dance.drop(option)) return;
    }
}

std::vector<std::vector<int>> solutions(Dance dance, std::size_t limit) {
    dance.prepare();
    std::vector<std::vector<int>> found;
    std::vector<int> taken;
    collect(dance, taken, limit, found);
    return found;
}

namespace {

using Clock = std::chrono::steady_clock;

class CoverSolver final : public Solver {
public:
    CoverSolver(std::shared_ptr<const Instance> instance, const CoverOptions& options)
        : instance_(std::move(instance)) {
        build();
        if (options.seed) {
            Random random(options.seed);
            std::vector<int> order(choices_.size());
            std::iota(order.begin(), order.end(), 0);
            for (std::size_t i = order.size(); i > 1; --i)
                std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
            priority_ = order;
        }
        prefix_ = static_cast<int>(options.prefix.size());
        open(1.0, true);
        seek(options.cursor.empty() ? options.prefix : options.cursor, options.cursor.empty());
    }

    Progress advance(double seconds, std::uint64_t nodes, bool stop_at_solution) override {
        const auto end = Clock::now() + std::chrono::duration<double>(std::min(seconds, 1e8));
        const std::uint64_t last = nodes > UINT64_MAX - nodes_ ? UINT64_MAX : nodes_ + nodes;
        while (true) {
            if (static_cast<int>(frames_.size()) <= prefix_) return Progress::exhausted;
            const bool trivial = frames_.size() == 1 && frames_.back().done;  // nothing is left to lay
            if (!trivial && frames_.back().next == frames_.back().options.size()) {
                close();
                continue;
            }
            if (nodes_ >= last || ((nodes_ & 255) == 0 && nodes_ != checked_ && Clock::now() >= end)) {
                checked_ = nodes_;
                return Progress::running;
            }
            ++nodes_;
            if (!trivial && !descend()) continue;
            solution_ = path();
            const bool accepted = instance_->accepts(solution_);
            if (accepted) score(*instance_, solution_, instance_->weight(solution_));
            close();
            if (accepted && stop_at_solution) return Progress::found;
        }
    }

    std::vector<Choice> solution() const override { return solution_; }

    std::vector<Choice> path() const override {
        std::vector<Choice> result;
        for (std::size_t depth = 0; depth + 1 < frames_.size(); ++depth)
            result.push_back(choices_[frames_[depth].options[frames_[depth].next - 1]]);
        return result;
    }

    int branches() override { return static_cast<int>(frames_.back().options.size()); }

    Cursor cursor() const override {
        Cursor result;
        for (const Frame& frame : frames_) result.push_back(static_cast<int>(frame.next) - 1);
        if (!result.empty()) ++result.back();
        return result;
    }

    double closed() const override { return std::min(1.0, closed_ / base_); }

private:
    struct Frame {
        std::vector<int> options;
        std::size_t next = 0;
        double weight = 1;
        bool done = false;
    };

    std::shared_ptr<const Instance> instance_;
    Dance dance_;
    std::vector<Choice> choices_, solution_;
    std::vector<int> priority_;
    std::vector<Frame> frames_;
    std::uint64_t checked_ = UINT64_MAX;
    int prefix_ = 0;
    double closed_ = 0, base_ = 1;  // closed so far; the weight of the node the search stays below

    void build() {
        const Instance& in = *instance_;
        const int colors = in.colored() ? in.colors() : 1;
        for (int cell = 0; cell < in.cell_count; ++cell) dance_.add_item(in.empties ? 0 : 1, 1);
        std::vector<std::vector<int>> supply(colors, std::vector<int>(in.kinds(), -1));
        for (int c = 0; c < colors; ++c)
            for (int kind = 0; kind < in.kinds(); ++kind)
                if (const int n = in.colored() ? in.supply[c][kind] : in.total(kind))
                    supply[c][kind] = dance_.add_item(in.use_all ? n : 0, n);
        // Two pieces of one color on both sides of an edge would both want its item.
        std::map<std::tuple<int, int, int>, int> borders;
        for (int r = 0; r < static_cast<int>(in.rows.size()); ++r) {
            const Row& row = in.rows[r];
            for (int c = 0; c < colors; ++c) {
                if (supply[c][row.kind] < 0) continue;
                std::vector<Dance::Entry> entries;
                bool blocked = false;
                for (int cell : row.cells) entries.push_back({cell, 0});
                entries.push_back({supply[c][row.kind], 0});
                if (in.colored())
                    for (int cell : row.cells)
                        for (int other : in.edges[cell]) {
                            if (other >= in.cell_count) {
                                blocked |= std::ranges::any_of(in.givens, [&](const Given& given) {
                                    return given.color == c &&
                                           std::ranges::find(given.cells, other) != given.cells.end();
                                });
                                continue;
                            }
                            if (std::ranges::binary_search(row.cells, other)) continue;
                            const auto key = std::tuple(std::min(cell, other), std::max(cell, other), c);
                            auto [at, fresh] = borders.try_emplace(key, 0);
                            if (fresh) at->second = dance_.add_item(0, 1);
                            entries.push_back({at->second, 0});
                        }
                if (blocked) continue;
                dance_.add_option(entries);
                choices_.push_back({r, in.colored() ? c : -1});
            }
        }
        dance_.prepare();
    }

    // Opens the node the dance stands at. The state on entry is saved by the parent.
    void open(double weight, bool fed) {
        Frame frame;
        frame.weight = weight;
        if (fed) {
            const int item = dance_.choose();
            frame.done = item == Dance::met;
            if (item >= 0) {
                dance_.active(item, frame.options);
                if (!priority_.empty())
                    std::ranges::sort(frame.options, {}, [&](int option) { return priority_[option]; });
            }
        }
        frames_.push_back(std::move(frame));
        deepest_ = std::max(deepest_, static_cast<int>(frames_.size()) - 1);
    }

    // Enters the next child; true when it is a solution.
    bool descend() {
        Frame& top = frames_.back();
        // Later children do without the earlier ones, so that no set of choices is seen twice.
        if (top.next && !dance_.drop(top.options[top.next - 1])) {
            closed_ += top.weight * static_cast<double>(top.options.size() - top.next) / top.options.size();
            top.next = top.options.size();
            return false;
        }
        dance_.save();
        const bool fed = dance_.take(top.options[top.next++]);
        open(top.weight / static_cast<double>(top.options.size()), fed);
        return frames_.back().done;
    }

    void close() {
        if (frames_.back().options.empty()) closed_ += frames_.back().weight;
        frames_.pop_back();
        if (frames_.empty()) return;
        dance_.restore();
        dance_.forget();
    }

    void seek(const Cursor& path, bool all_open) {
        for (std::size_t i = 0; i < path.size(); ++i) {
            const int number = path[i], width = branches();
            const bool opened = all_open || i + 1 < path.size();
            if (number < 0 || number > width || (opened && number == width))
                fail("The checkpoint does not belong to this puzzle.");
            Frame& top = frames_.back();
            if (width && static_cast<int>(i) >= prefix_) closed_ += top.weight * number / width;
            for (int k = 0; k < number - !opened; ++k) dance_.drop(top.options[k]);
            top.next = number;
            if (!opened) break;
            dance_.save();
            const bool fed = dance_.take(top.options[top.next++]);
            open(top.weight / width, fed);
        }
        base_ = frames_[prefix_].weight;
    }
};

}  // namespace

std::unique_ptr<Solver> make_cover(std::shared_ptr<const Instance> instance, const CoverOptions& options) {
    instance->check();
    if (instance->empties && !instance->use_all)
        fail("A puzzle that may leave both cells and pieces over has nothing to cover.");
    return std::make_unique<CoverSolver>(std::move(instance), options);
}

}  // namespace cornerwise::puzzles
