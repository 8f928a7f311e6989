// Tile first, then paint: a tiling found without regard to colors is colored piece by piece, most constrained piece
// first; where no coloring exists, a few pieces about the trouble are laid anew and the painting is tried again.
#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>

#include "ground/fail.h"
#include "ground/random.h"
#include "puzzles/solver.h"

namespace cornerwise::puzzles {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t run_nodes = 4'000;  // of the first run of the tiler
constexpr int paint_nodes = 3'000;          // before a painting is given up
constexpr int relay_nodes = 2'000;          // before a change of a few pieces is given up
constexpr int patience = 500;               // changes before another tiling is asked for

class Paint final : public Solver {
public:
    Paint(std::shared_ptr<const Instance> instance, std::uint64_t seed)
        : instance_(std::move(instance)),
          random_(seed),
          colors_(instance_->colors()),
          interchangeable_(instance_->interchangeable()),
          by_cell_(instance_->cell_count),
          mark_(instance_->cell_count, outside) {
        auto plain = std::make_shared<Instance>(*instance_);
        plain->contact = Contact::any;
        plain->images.clear();
        plain_ = std::move(plain);
        begin();
        for (int r = 0; r < static_cast<int>(instance_->rows.size()); ++r)
            by_cell_[instance_->rows[r].cells.front()].push_back(r);
        forbidden_.assign(instance_->cell_count, 0);
        for (const Given& given : instance_->givens)
            for (int site : given.cells)
                for (int cell : instance_->edges[site])
                    if (cell < instance_->cell_count) forbidden_[cell] |= 1u << given.color;
    }

    Progress advance(double seconds, std::uint64_t nodes, bool stop_at_solution) override {
        const auto end = Clock::now() + std::chrono::duration<double>(std::min(seconds, 1e8));
        const std::uint64_t last = nodes > UINT64_MAX - nodes_ ? UINT64_MAX : nodes_ + nodes;
        while (nodes_ < last && Clock::now() < end) {
            if (changes_ >= patience || tiling_.empty()) {
                const std::uint64_t before = tiler_->nodes();
                const std::chrono::duration<double> rest = end - Clock::now();
                const Progress progress = tiler_->advance(rest.count(), last - nodes_, true);
                nodes_ += tiler_->nodes() - before;
                deepest_ = std::max(deepest_, tiler_->deepest());
                if (progress == Progress::running) return progress;
                if (progress == Progress::exhausted) {
                    // No tiling at all is a proof. That these cannot be painted is not: others lie a change away.
                    if (!tilings_) return progress;
                    begin();
                    continue;
                }
                adopt(tiler_->solution());
            } else if (!change()) {
                continue;
            }
            if (!paint()) continue;
            solution_.clear();
            for (std::size_t i = 0; i < tiling_.size(); ++i) solution_.push_back({tiling_[i], color_[i]});
            if (!instance_->accepts(solution_)) continue;
            score(*instance_, solution_, 1);
            changes_ = patience;  // the next solution is to be another one
            if (stop_at_solution) return Progress::found;
        }
        return Progress::running;
    }

    std::vector<Choice> solution() const override { return solution_; }
    std::vector<Choice> path() const override { return tiler_->path(); }
    int branches() override { return 0; }
    Cursor cursor() const override { return {}; }
    double closed() const override { return 0; }

private:
    static constexpr int outside = -1, inside = -2, skipped = -3;  // of the cells being laid anew

    std::shared_ptr<const Instance> instance_, plain_;
    Random random_;
    int colors_;
    bool interchangeable_;
    int tilings_ = 0, changes_ = 0;
    std::unique_ptr<Solver> tiler_;
    std::vector<std::vector<int>> by_cell_;  // rows by their first cell
    std::vector<unsigned> forbidden_;        // per cell: colors that a given beside it excludes
    std::vector<int> tiling_, color_, owner_;
    std::vector<Choice> solution_;
    std::vector<std::vector<int>> near_;  // per piece: the pieces that share an edge with it
    std::vector<unsigned> barred_;        // per piece: forbidden colors
    std::vector<int> trouble_;            // per piece: how often it found no color
    std::vector<std::vector<int>> left_;  // [color][kind]
    int spent_ = 0;
    // Laying a few pieces anew.
    std::vector<int> mark_, group_, field_, chosen_, best_;
    std::vector<int> rest_;     // per kind, what may be laid
    int spare_ = 0, seen_ = 0;  // cells that may stay empty; other layings seen

    void begin() { tiler_ = make_scan(plain_, {random_.next(), run_nodes, {}, {}}); }

    void adopt(const std::vector<Choice>& laid) {
        tiling_.clear();
        for (const Choice& choice : laid) tiling_.push_back(choice.row);
        trouble_.assign(tiling_.size(), 0);
        changes_ = 0;
        ++tilings_;
        join();
    }

    // Which piece covers each cell, and which pieces meet.
    void join() {
        const int pieces = static_cast<int>(tiling_.size());
        owner_.assign(instance_->cell_count, -1);
        near_.assign(pieces, {});
        barred_.assign(pieces, 0);
        for (int i = 0; i < pieces; ++i)
            for (int cell : instance_->rows[tiling_[i]].cells) {
                owner_[cell] = i;
                barred_[i] |= forbidden_[cell];
            }
        for (int cell = 0; cell < instance_->cell_count; ++cell)
            for (int other : instance_->edges[cell]) {
                if (other >= cell || owner_[cell] < 0 || owner_[other] < 0 || owner_[cell] == owner_[other]) continue;
                auto& own = near_[owner_[cell]];
                if (std::ranges::find(own, owner_[other]) != own.end()) continue;
                own.push_back(owner_[other]);
                near_[owner_[other]].push_back(owner_[cell]);
            }
    }

    bool paint() {
        left_ = instance_->supply;
        color_.assign(tiling_.size(), -1);
        spent_ = 0;
        const bool done = paint_next(0, 0);
        nodes_ += spent_;
        return done;
    }

    bool paint_next(int painted, int used) {
        const int pieces = static_cast<int>(tiling_.size());
        if (painted == pieces) return true;
        if (++spent_ > paint_nodes) return false;
        const int limit = interchangeable_ ? std::min(colors_, used + 1) : colors_;
        int tightest = -1, fewest = max_colors + 1, most = -1;
        unsigned open = 0;
        for (int i = 0; i < pieces; ++i) {
            if (color_[i] >= 0) continue;
            unsigned shut = barred_[i];
            int waiting = 0;
            for (int other : near_[i]) {
                if (color_[other] >= 0) shut |= 1u << color_[other];
                waiting += color_[other] < 0;
            }
            const int kind = instance_->rows[tiling_[i]].kind;
            for (int c = 0; c < colors_; ++c)
                if (!left_[c][kind]) shut |= 1u << c;
            const int free = colors_ - std::popcount(shut);
            if (free < fewest || (free == fewest && waiting > most)) {
                tightest = i, fewest = free, most = waiting, open = ~shut;
                if (!free) break;
            }
        }
        if (!fewest) {
            ++trouble_[tightest];
            return false;
        }
        const int kind = instance_->rows[tiling_[tightest]].kind;
        for (int c = 0; c < limit; ++c) {
            if (!(open >> c & 1)) continue;
            color_[tightest] = c;
            --left_[c][kind];
            if (paint_next(painted + 1, std::max(used, c + 1))) return true;
            ++left_[c][kind];
            color_[tightest] = -1;
            if (spent_ > paint_nodes) return false;
        }
        return false;
    }

    // Lays some neighboring pieces in another way; false when they have none.
    bool change() {
        ++changes_;
        ++nodes_;
        const int pieces = static_cast<int>(tiling_.size());
        // About the pieces that most often found no color.
        int sum = 0;
        for (int t : trouble_) sum += t + 1;
        int draw = static_cast<int>(random_.below(sum)), first = 0;
        while ((draw -= trouble_[first] + 1) >= 0) ++first;
        group_.assign(1, first);
        const int wanted = std::min(pieces, 2 + static_cast<int>(random_.below(4)));
        for (int tries = 0; static_cast<int>(group_.size()) < wanted && tries < 20; ++tries) {
            const auto& around = near_[group_[random_.below(static_cast<std::uint32_t>(group_.size()))]];
            if (around.empty()) continue;
            const int next = around[random_.below(static_cast<std::uint32_t>(around.size()))];
            if (std::ranges::find(group_, next) == group_.end()) group_.push_back(next);
        }
        // Their cells, the empty cells beside them, and what was left over before they were laid.
        field_.clear();
        spare_ = 0;
        rest_.assign(instance_->kinds(), 0);
        for (int kind = 0; kind < instance_->kinds(); ++kind) rest_[kind] = instance_->total(kind);
        for (int i = 0; i < pieces; ++i) {
            const Row& row = instance_->rows[tiling_[i]];
            if (std::ranges::find(group_, i) == group_.end()) {
                --rest_[row.kind];
                continue;
            }
            for (int cell : row.cells) {
                field_.push_back(cell);
                mark_[cell] = inside;
                for (int other : instance_->edges[cell])
                    if (other < instance_->cell_count && owner_[other] < 0 && mark_[other] != inside) {
                        field_.push_back(other);
                        mark_[other] = inside;
                        ++spare_;
                    }
            }
        }
        std::ranges::sort(field_);
        chosen_.clear();
        seen_ = spent_ = 0;
        relay(0);
        nodes_ += spent_;
        for (int cell : field_) mark_[cell] = outside;
        if (!seen_) return false;
        std::ranges::sort(group_, std::greater{});
        for (int i : group_) {
            tiling_.erase(tiling_.begin() + i);
            trouble_.erase(trouble_.begin() + i);
        }
        tiling_.insert(tiling_.end(), best_.begin(), best_.end());
        trouble_.resize(tiling_.size(), 0);
        join();
        return true;
    }

    // All ways to lay pieces on the group's cells; one of them other than the present one is kept at random.
    void relay(std::size_t at) {
        if (++spent_ > relay_nodes) return;
        while (at < field_.size() && mark_[field_[at]] != inside) ++at;
        if (at == field_.size()) {
            const bool same = std::ranges::all_of(chosen_, [&](int row) {
                return std::ranges::find(group_, row, [&](int piece) { return tiling_[piece]; }) != group_.end();
            });
            if (!same && (!instance_->use_all || chosen_.size() == group_.size()) && !random_.below(++seen_))
                best_ = chosen_;
            return;
        }
        for (int r : by_cell_[field_[at]]) {
            const Row& row = instance_->rows[r];
            if (!rest_[row.kind]) continue;
            if (!std::ranges::all_of(row.cells, [&](int cell) { return mark_[cell] == inside; })) continue;
            for (int cell : row.cells) mark_[cell] = r;
            --rest_[row.kind];
            chosen_.push_back(r);
            relay(at + 1);
            chosen_.pop_back();
            ++rest_[row.kind];
            for (int cell : row.cells) mark_[cell] = inside;
        }
        if (spare_) {
            --spare_;
            mark_[field_[at]] = skipped;
            relay(at + 1);
            mark_[field_[at]] = inside;
            ++spare_;
        }
    }
};

}  // namespace

std::unique_ptr<Solver> make_paint(std::shared_ptr<const Instance> instance, std::uint64_t seed) {
    instance->check();
    if (instance->contact != Contact::apart) fail("Painting is for colors that must stay apart and nothing more.");
    return std::make_unique<Paint>(std::move(instance), seed);
}

}  // namespace cornerwise::puzzles
