// The beam: children scored by dead cells, border and open corners; the best are kept, stuck boards are torn.
#include "puzzles/beam.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>

#include "ground/fail.h"
#include "ground/random.h"
#include "puzzles/mask.h"

namespace cornerwise::puzzles {
namespace {

using Clock = std::chrono::steady_clock;

// Weights of a state's score, found by trying 20×20 to 17×21: cells nobody can use any more, length of the
// border between full and empty per image, open corners per color, and noise that tells restarts apart.
constexpr float dead_weight = 4.0f, border_weight = 0.5f, open_weight = 0.3f, noise_weight = 1.0f;

void require(bool holds, const char* sentence) {
    if (!holds) fail(sentence);
}

template <int W>
class BeamSearch final : public Beam {
public:
    BeamSearch(std::shared_ptr<const LayingTask> task, const BeamOptions& options)
        : task_(std::move(task)),
          random_(options.seed),
          width_(options.width),
          growth_(options.growth),
          repair_(options.repair) {
        prepare();
        begin(task_->laid);
    }

    Progress advance(double seconds) override {
        const auto end = Clock::now() + std::chrono::duration<double>(std::min(seconds, 1e8));
        while (true) {
            if (finished_) return Progress::exhausted;
            if (at_ == states_.size()) {
                const bool stuck = !next_level();
                if (!stuck && !goal()) continue;
                if (goal() || (task_->partial && squares_of_best_ > reported_)) {
                    reported_ = squares_of_best_;
                    if (goal() && task_->partial) finished_ = true;
                    again();
                    return Progress::found;
                }
                again();
                continue;
            }
            expand(states_[at_], static_cast<int>(at_));
            if ((++at_ & 15) == 0 && Clock::now() >= end) return Progress::running;
        }
    }

    std::vector<Choice> best() const override { return best_; }
    int squares() const override { return squares_of_best_; }
    std::uint64_t nodes() const override { return nodes_; }
    std::uint64_t tries() const override { return tries_; }

private:
    // A row laid with its images under the group.
    struct Piece {
        int row, kind, size;
        Mask<W> cells, fill, support;
        Mask<W> repel[max_lanes], attract[max_lanes];  // by image
        Mask<W> rim[3];                                // cells touched by at least 1, 2, 3 of its edges
    };
    struct State {
        Mask<W> filled;
        Mask<W> blocked[max_lanes], targets[max_lanes];
        std::uint64_t supply[max_lanes];
        std::uint64_t hash;
        int border, squares;
        bool begun[max_lanes];
    };
    struct Child {
        float score;
        std::uint64_t hash;
        int parent, piece, lane, border;
    };
    struct Link {
        int parent, piece, lane;
    };

    std::shared_ptr<const LayingTask> task_;
    Random random_;
    double width_, growth_;
    bool repair_, finished_ = false;
    int colors_ = 0, order_ = 1, lanes_ = 1, slack_ = 0, all_pieces_ = 0, all_squares_ = 0;
    std::vector<Motion> group_;
    std::vector<Piece> pieces_;
    std::vector<int> piece_of_row_;
    std::vector<std::vector<std::vector<int>>> by_size_cell_;  // [size][cell] → pieces
    std::vector<std::uint64_t> kinds_of_size_;
    std::vector<std::uint64_t> keys_;  // piece × lane
    std::vector<std::uint32_t> seen_;
    std::uint32_t stamp_ = 0;
    Mask<W> board_;

    State root_{};
    std::vector<Choice> root_choices_;
    std::vector<State> states_;
    std::vector<std::vector<Link>> levels_;
    std::vector<Child> children_;
    float threshold_ = -1e30f;
    std::size_t at_ = 0;
    int depth_ = 0;

    std::vector<Choice> best_;
    int squares_of_best_ = -1, reported_ = -1;
    bool complete_ = false;
    std::uint64_t nodes_ = 0, tries_ = 1;

    bool goal() const { return complete_; }

    void prepare() {
        const LayingTask& t = *task_;
        colors_ = static_cast<int>(t.supply.size());
        require(t.cell_count > 0 && t.cell_count <= 64 * W, "A laying task has between 1 and 512 cells.");
        require(colors_ >= 1 && colors_ <= max_lanes, "A laying task has between 1 and 4 colors.");
        require(static_cast<int>(t.attract.size()) == t.cell_count && static_cast<int>(t.repel.size()) == t.cell_count,
                "A laying task needs the neighbors of every cell.");
        require(static_cast<int>(t.starts.size()) == colors_, "A laying task needs start cells for every color.");
        group_ = t.group;
        if (group_.empty()) {
            Motion identity;
            identity.cells.resize(t.cell_count);
            identity.colors.resize(colors_);
            std::iota(identity.cells.begin(), identity.cells.end(), 0);
            std::iota(identity.colors.begin(), identity.colors.end(), 0);
            group_ = {identity};
        }
        order_ = static_cast<int>(group_.size());
        require(colors_ % order_ == 0 && (order_ == 1 || t.laid.empty()),
                "A symmetric laying needs colors in whole orbits and an empty board.");
        lanes_ = colors_ / order_;
        for (int i = 0; i < t.cell_count; ++i) board_.add(i);
        for (int cell : t.taken) root_.filled.add(cell);

        std::map<std::vector<int>, int> rows;
        for (std::size_t r = 0; r < t.rows.size(); ++r) rows.emplace(t.rows[r].cells, static_cast<int>(r));
        int largest = 0;
        for (const Row& row : t.rows) largest = std::max(largest, static_cast<int>(row.cells.size()));
        by_size_cell_.assign(largest + 1, std::vector<std::vector<int>>(t.cell_count));
        kinds_of_size_.assign(largest + 1, 0);
        piece_of_row_.assign(t.rows.size(), -1);
        for (std::size_t r = 0; r < t.rows.size(); ++r) add_piece(static_cast<int>(r));
        for (std::size_t i = 0; i < pieces_.size() * max_lanes; ++i) keys_.push_back(random_.next());
        seen_.assign(pieces_.size(), 0);

        std::uint64_t used = 0;
        for (int c = 0; c < colors_; ++c) {
            root_.supply[c] = 0;
            for (std::size_t kind = 0; kind < t.supply[c].size(); ++kind)
                if (t.supply[c][kind]) root_.supply[c] |= std::uint64_t{1} << kind;
            for (int cell : t.starts[c]) root_.targets[c].add(cell);
        }
        std::vector<int> size_of(64, 0);
        for (const Row& row : t.rows) size_of[row.kind] = static_cast<int>(row.cells.size());
        for (int c = 0; c < colors_; ++c)
            for (int kind = 0; kind < 64; ++kind) {
                const std::uint64_t bit = std::uint64_t{1} << kind;
                if (!(root_.supply[c] & bit) || (t.shared_supply && used & bit)) continue;
                used |= bit;
                ++all_pieces_;
                all_squares_ += size_of[kind];
            }
        slack_ = t.cell_count - static_cast<int>(t.taken.size()) - all_squares_;
    }

    void add_piece(int r) {
        const LayingTask& t = *task_;
        const Row& row = t.rows[r];
        Piece piece{};
        piece.row = r;
        piece.kind = row.kind;
        piece.size = static_cast<int>(row.cells.size());
        std::vector<int> edges(t.cell_count, 0);
        for (int g = 0; g < order_; ++g) {
            Mask<W> cells;
            for (int cell : row.cells) cells.add(group_[g].cells[cell]);
            for (int cell : row.cells) {
                const int image = group_[g].cells[cell];
                for (int other : t.repel[image])
                    if (!cells.has(other)) piece.repel[g].add(other), ++edges[other];
                for (int other : t.attract[image])
                    if (!cells.has(other)) piece.attract[g].add(other);
                if (!t.below.empty() && t.below[image] >= 0 && !cells.has(t.below[image]))
                    piece.support.add(t.below[image]);
            }
            piece.attract[g] = piece.attract[g].without(piece.repel[g]);
            if (piece.fill.meets(cells)) return;  // overlaps its own image
            piece.fill |= cells;
            if (g == 0) piece.cells = cells;
        }
        for (int cell = 0; cell < t.cell_count; ++cell)
            for (int k = 0; k < 3; ++k)
                if (edges[cell] > k && !piece.fill.has(cell)) piece.rim[k].add(cell);
        const int number = static_cast<int>(pieces_.size());
        piece_of_row_[r] = number;
        for (int cell : row.cells) by_size_cell_[piece.size][cell].push_back(number);
        kinds_of_size_[piece.size] |= std::uint64_t{1} << piece.kind;
        pieces_.push_back(piece);
    }

    void lay(State& state, const Piece& piece, int lane) const {
        for (int g = 0; g < order_; ++g) {
            const int c = group_[g].colors[lane];
            state.blocked[c] |= piece.repel[g];
            if (!state.begun[c]) state.targets[c] = {};
            state.begun[c] = true;
            state.targets[c] |= piece.attract[g];
            state.supply[c] &= ~(std::uint64_t{1} << piece.kind);
        }
        if (task_->shared_supply)
            for (int c = 0; c < colors_; ++c) state.supply[c] &= ~(std::uint64_t{1} << piece.kind);
        state.filled |= piece.fill;
        state.squares += piece.size * order_;
    }

    void begin(const std::vector<Choice>& choices) {
        State start = root_;
        for (const Choice& choice : choices) {
            const int number = piece_of_row_[choice.row];
            require(number >= 0, "A piece laid beforehand overlaps its own image.");
            lay(start, pieces_[number], choice.color);
        }
        root_choices_ = choices;
        states_ = {start};
        levels_.clear();
        children_.clear();
        threshold_ = -1e30f;
        at_ = 0;
        depth_ = static_cast<int>(choices.size());
        complete_ = false;
        if (squares_of_best_ < 0) {
            best_ = choices;
            squares_of_best_ = start.squares;
        }
    }

    // The lanes that may move now: in turn when all must be laid, any when as much as possible shall be.
    void expand(const State& state, int number) {
        if (task_->partial) {
            for (int lane = 0; lane < lanes_; ++lane) expand_lane(state, number, lane);
            return;
        }
        int size = static_cast<int>(kinds_of_size_.size()) - 1;
        auto left = [&](int lane) { return state.supply[lane] & kinds_of_size_[size]; };
        auto any = [&] {
            for (int lane = 0; lane < lanes_; ++lane)
                if (left(lane)) return true;
            return false;
        };
        while (size > 0 && !any()) --size;
        // The lane with most of the largest pieces left: with equal sets this is blue, yellow, red, green in turn.
        int lane = 0;
        for (int other = 1; other < lanes_; ++other)
            if (std::popcount(left(other)) > std::popcount(left(lane))) lane = other;
        expand_lane(state, number, lane);
    }

    void expand_lane(const State& state, int number, int lane) {
        const Mask<W> bad = state.filled | state.blocked[lane];
        const Mask<W> open = state.targets[lane].without(bad);
        for (int size = static_cast<int>(kinds_of_size_.size()) - 1; size > 0; --size) {
            const std::uint64_t kinds = state.supply[lane] & kinds_of_size_[size];
            if (!kinds) continue;
            ++stamp_;
            bool legal = false;
            open.each([&](int cell) {
                for (int p : by_size_cell_[size][cell]) {
                    if (seen_[p] == stamp_) continue;
                    seen_[p] = stamp_;
                    const Piece& piece = pieces_[p];
                    if (!(kinds >> piece.kind & 1) || piece.cells.meets(bad) || piece.fill.meets(state.filled))
                        continue;
                    if (!piece.support.without(state.filled).empty()) continue;  // S3
                    if (task_->opening_touches && !state.begun[lane] && !state.filled.empty() &&
                        !piece.attract[0].meets(state.filled))
                        continue;
                    legal = true;
                    consider(state, number, lane, p);
                }
            });
            if (task_->descending || legal) return;
        }
    }

    void consider(const State& state, int number, int lane, int p) {
        ++nodes_;
        const Piece& piece = pieces_[p];
        const Mask<W> filled = state.filled | piece.fill;
        Mask<W> dead = board_.without(filled);
        int open = 0, least = 1 << 20;
        for (int c = 0; c < colors_; ++c) {
            Mask<W> blocked = state.blocked[c], targets = state.targets[c];
            for (int g = 0; g < order_; ++g)
                if (group_[g].colors[lane] == c) {
                    blocked |= piece.repel[g];
                    if (!state.begun[c]) targets = {};
                    targets |= piece.attract[g];
                }
            dead &= blocked;
            if (c >= lanes_) continue;
            const int corners = targets.without(blocked).without(filled).count();
            open += corners;
            const std::uint64_t rest = state.supply[c] & ~(c == lane ? std::uint64_t{1} << piece.kind : 0);
            if (rest) least = std::min(least, corners);
        }
        const int lost = dead.count();
        if (!task_->partial && (lost > slack_ || least == 0)) return;
        int border = state.border;
        for (const Mask<W>& rim : piece.rim) border += rim.without(state.filled).count() - (rim & state.filled).count();
        float score = -dead_weight * lost - border_weight * border / order_ + open_weight * open / lanes_ +
                      noise_weight * static_cast<float>(random_.unit());
        if (task_->partial) score += 2.0f * (state.squares + piece.size);
        if (score <= threshold_) return;
        children_.push_back({score, state.hash ^ keys_[p * max_lanes + lane], number, p, lane, border});
        if (children_.size() >= 4 * static_cast<std::size_t>(width_) + 64) cut();
    }

    // Keeps the best children, each set of pieces once.
    void cut() {
        std::ranges::sort(children_, [](const Child& a, const Child& b) {
            return a.hash != b.hash ? a.hash < b.hash : a.score > b.score;
        });
        const auto tail = std::ranges::unique(children_, {}, &Child::hash);
        children_.erase(tail.begin(), tail.end());
        const std::size_t keep = static_cast<std::size_t>(width_);
        if (children_.size() <= keep) return;
        std::ranges::nth_element(children_, children_.begin() + keep, std::greater{}, &Child::score);
        children_.resize(keep);
        threshold_ = std::ranges::min_element(children_, {}, &Child::score)->score;
    }

    // Turns the children into the next level's states; false when there are none.
    bool next_level() {
        cut();
        if (children_.empty()) return false;
        std::vector<State> states;
        std::vector<Link> links;
        states.reserve(children_.size());
        int top = 0;
        for (const Child& child : children_) {
            State state = states_[child.parent];
            lay(state, pieces_[child.piece], child.lane);
            state.hash = child.hash;
            state.border = child.border;
            if (states.empty() || state.squares > states[top].squares) top = static_cast<int>(states.size());
            states.push_back(state);
            links.push_back({child.parent, child.piece, child.lane});
        }
        states_.swap(states);
        levels_.push_back(std::move(links));
        children_.clear();
        threshold_ = -1e30f;
        at_ = 0;
        depth_ += order_;
        if (states_[top].squares > squares_of_best_ || depth_ == all_pieces_) remember(top);
        return true;
    }

    void remember(int number) {
        complete_ = depth_ == all_pieces_;
        squares_of_best_ = states_[number].squares;
        std::vector<Link> path;
        for (std::size_t level = levels_.size(); level-- > 0;) {
            path.push_back(levels_[level][number]);
            number = levels_[level][number].parent;
        }
        best_ = root_choices_;
        std::map<std::vector<int>, int> rows;
        if (order_ > 1)
            for (std::size_t r = 0; r < task_->rows.size(); ++r)
                rows.emplace(task_->rows[r].cells, static_cast<int>(r));
        for (std::size_t i = path.size(); i-- > 0;)
            for (int g = 0; g < order_; ++g) {
                const int row = pieces_[path[i].piece].row;
                if (g == 0) {
                    best_.push_back({row, path[i].lane});
                    continue;
                }
                std::vector<int> cells;
                for (int cell : task_->rows[row].cells) cells.push_back(group_[g].cells[cell]);
                std::ranges::sort(cells);
                best_.push_back({rows.at(cells), group_[g].colors[path[i].lane]});
            }
    }

    void again() {
        ++tries_;
        width_ = std::min(width_ * growth_, 1e6);
        const bool tear = repair_ && order_ == 1 && !complete_ && tries_ % 4 != 0 && best_.size() > task_->laid.size();
        begin(tear ? torn() : task_->laid);
    }

    // The best laying without the pieces near a random cell, and without those that hung on them.
    std::vector<Choice> torn() {
        const LayingTask& t = *task_;
        std::vector<char> hole(t.cell_count, 0);
        std::vector<int> open{static_cast<int>(random_.below(t.cell_count))};
        hole[open[0]] = 1;
        const std::size_t area = t.cell_count / 12 + random_.below(t.cell_count / 4 + 1);
        for (std::size_t at = 0; at < open.size() && open.size() < area; ++at)
            for (const auto& near : {t.repel[open[at]], t.attract[open[at]]})
                for (int other : near)
                    if (!hole[other]) hole[other] = 1, open.push_back(other);
        std::vector<Choice> kept;
        State state = root_;
        int torn_size = 0;
        for (std::size_t i = 0; i < best_.size(); ++i) {
            const Choice& choice = best_[i];
            const Piece& piece = pieces_[piece_of_row_[choice.row]];
            const bool given = i < t.laid.size();
            const bool touched = std::ranges::any_of(t.rows[choice.row].cells, [&](int cell) { return hole[cell]; });
            const bool hangs =
                piece.cells.meets(state.targets[choice.color]) && piece.support.without(state.filled).empty();
            // In descending order nothing smaller may lie before a torn-out piece is laid again.
            const bool early = t.descending && piece.size < torn_size;
            if (!given && (touched || !hangs || early)) {
                torn_size = std::max(torn_size, piece.size);
                continue;
            }
            lay(state, piece, choice.color);
            kept.push_back(choice);
        }
        return kept;
    }
};

}  // namespace

std::unique_ptr<Beam> make_beam(std::shared_ptr<const LayingTask> task, const BeamOptions& options) {
    require(options.width >= 1 && options.width <= 1000000, "The width of a beam lies between 1 and 1,000,000.");
    for (const Row& row : task->rows)
        require(row.kind >= 0 && row.kind < 64 && !row.cells.empty() && row.cells.back() < task->cell_count,
                "A row names a cell or a kind outside the task.");
    const int words = (task->cell_count + 63) / 64;
    if (words <= 2) return std::make_unique<BeamSearch<2>>(std::move(task), options);
    if (words <= 4) return std::make_unique<BeamSearch<4>>(std::move(task), options);
    if (words <= 7) return std::make_unique<BeamSearch<7>>(std::move(task), options);
    return std::make_unique<BeamSearch<8>>(std::move(task), options);
}

}  // namespace cornerwise::puzzles
