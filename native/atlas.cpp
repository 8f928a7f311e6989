#include "atlas.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace cornerwise {

Atlas::Atlas(Ruleset ruleset_) : ruleset(std::move(ruleset_)) {
    const Ruleset& r = ruleset;
    auto require = [](bool holds, const char* sentence) {
        if (!holds) throw std::invalid_argument(sentence);
    };
    require(!r.shapes.empty() && r.shapes.size() <= max_shapes, "A ruleset has between 1 and 32 shapes.");
    require(!r.colors.empty() && r.colors.size() <= max_colors, "A ruleset has between 1 and 4 colors.");
    require(r.seats >= 1 && r.seats <= max_seats, "A ruleset has between 1 and 4 seats.");
    require(r.supplies() * r.shapes.size() <= max_pieces, "A ruleset has at most 84 pieces altogether.");
    require((r.sheets() + 2 * r.lanes()) * r.board.words() <= max_mask_words,
            "The board is too large for so many colors and sheets.");
    write_axes();
    add_placements();
    write_program();
    measure_placements();
}

void Atlas::write_axes() {
    const Ruleset& r = ruleset;
    Tables& t = tables_;
    t.words = r.board.words();
    t.cells = r.board.cell_count();
    t.shapes = static_cast<int>(r.shapes.size());
    t.colors = static_cast<int>(r.colors.size());
    t.seats = r.seats;
    t.sheets = r.sheets();
    t.lanes = r.lanes();
    t.supplies = r.supplies();
    t.is_solid = !r.board.is_flat();
    t.opening_touches = r.opening_touches;
    t.layer = r.board.layer();
    t.stride = r.board.stride();
    t.turns = r.turns;
    t.strikes = r.strikes;
    t.all_shapes = t.shapes == 32 ? ~0u : (1u << t.shapes) - 1;
    std::ranges::copy(r.owners, t.owners);
    std::ranges::copy(r.rota, t.rota);
    t.rota_size = static_cast<int>(r.rota.size());
    for (int shape = 0; shape < static_cast<int>(r.rows.size()); ++shape) t.row_shapes[r.rows[shape]] |= 1u << shape;
    std::ranges::copy(r.teams, t.teams);
    t.scoring = r.scoring;
    t.tally = r.tally;
    t.all_placed_bonus = r.all_placed_bonus;
    t.smallest_last_bonus = r.smallest_last_bonus;
    t.smallest = -1;
    if (r.smallest_last_bonus)
        t.smallest = static_cast<int>(std::ranges::min_element(r.shapes, {}, &Shape::size) - r.shapes.begin());
    std::memcpy(t.inside, r.board.inside().words.data(), sizeof t.inside);
    for (int cell = 0; cell < t.cells; ++cell) {
        const int bit = r.board.bit(cell);
        if (r.board.point(cell).z == 0) t.ground[bit >> 6] |= Word{1} << (bit & 63);
    }
    for (int color = 0; color < t.colors; ++color)
        for (const int cell : r.starts[color]) {
            const int bit = r.board.bit(cell);
            t.starts[color][bit >> 6] |= Word{1} << (bit & 63);
        }
}

// The contact rule, folded once into masks: this is the only place that switches on it.
void Atlas::add_placements() {
    const Board& board = ruleset.board;
    Tables& t = tables_;
    const bool by_corner = ruleset.contact == Contact::corner;
    for (const Shape& shape : ruleset.shapes) row_width_ = std::max(row_width_, shape.size());
    by_lowest_cell_.resize(t.cells);

    auto append = [&](std::vector<Word>& masks, const Cells& cells) {
        masks.insert(masks.end(), cells.words.begin(), cells.words.begin() + t.words);
    };
    int orientation = 0, placement = 0;
    for (int s = 0; s < t.shapes; ++s) {
        const Shape& shape = ruleset.shapes[s];
        t.shape_first[s] = static_cast<std::uint16_t>(orientation);
        t.shape_size[s] = static_cast<std::uint8_t>(shape.size());
        for (const Orientation& cells : shape.orientations) {
            if (orientation == max_orientations)
                throw std::invalid_argument("The shapes have more than 256 orientations altogether.");
            t.orientation_shape[orientation] = static_cast<std::uint8_t>(s);
            t.first[orientation] = placement;
            rank_.resize((orientation + 1) * max_bits, 0xffff);
            // Anchors in ascending bit order, so that ids, bits and counts agree everywhere.
            for (int z = 0; z < board.levels(); ++z)
                for (int y = 0; y < board.rows(); ++y)
                    for (int x = 0; x < board.columns(); ++x) {
                        std::vector<int> covered;
                        for (const Point& p : cells) covered.push_back(board.cell_at(p + Point{x, y, z}));
                        if (std::ranges::find(covered, -1) != covered.end()) continue;
                        Cells own, edges, corners;
                        for (const int cell : covered) {
                            own.add(board.bit(cell));
                            for (const int other : board.edge_neighbors(cell)) edges.add(board.bit(other));
                            for (const int other : board.corner_neighbors(cell)) corners.add(board.bit(other));
                        }
                        for (int i = 0; i < max_words; ++i) {
                            edges.words[i] &= ~own.words[i];
                            corners.words[i] &= ~own.words[i] & ~edges.words[i];
                        }
                        append(cells_of_, own);
                        append(attract_, by_corner ? corners : edges);
                        // By face nothing repels; the own cells, filled anyway, stand in, so that a lane knows its cubes.
                        append(repel_, by_corner ? edges : own);
                        shape_of_.push_back(static_cast<std::uint8_t>(s));
                        orientation_of_.push_back(static_cast<std::uint16_t>(orientation));
                        std::ranges::sort(covered);
                        by_lowest_cell_[covered[0]].push_back(placement);
                        covered.resize(row_width_, -1);
                        cell_rows_.insert(cell_rows_.end(), covered.begin(), covered.end());
                        const int anchor = board.bit(board.cell_at(cells[0] + Point{x, y, z})) - board.shift(cells[0]);
                        rank_[orientation * max_bits + anchor] = static_cast<std::uint16_t>(placement - t.first[orientation]);
                        ++placement;
                    }
            ++orientation;
        }
    }
    if (placement > 0xfffe) throw std::invalid_argument("The ruleset has more than 65,534 placements.");
    if (!placement) throw std::invalid_argument("No shape fits on the board.");
    t.shape_first[t.shapes] = static_cast<std::uint16_t>(orientation);
    t.first[orientation] = placement;
    t.orientations = orientation;
    t.placements = placement;
    t.rank = rank_.data();
    t.cells_of = cells_of_.data();
    t.attract = attract_.data();
    t.repel = repel_.data();
    t.shape_of = shape_of_.data();
    t.orientation_of = orientation_of_.data();
}

namespace {

struct Term {
    Point at;
    int step;  // 0: one cell; 1, 2, 3: joined with the neighbour in x, y, z
};

const Point steps[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// The fewest single cells and neighbouring pairs that cover these cells; overlaps do no harm.
std::vector<Term> cover(const std::vector<Point>& cells) {
    std::vector<Term> best, taken;
    std::vector<bool> done(cells.size());
    auto index = [&](const Point& p) { return std::ranges::find(cells, p) - cells.begin(); };
    auto search = [&](auto&& self) -> void {
        const auto open = std::ranges::find(done, false) - done.begin();
        if (open == static_cast<std::ptrdiff_t>(cells.size())) {
            if (best.empty() || taken.size() < best.size()) best = taken;
            return;
        }
        if (!best.empty() && taken.size() + 1 >= best.size()) return;
        auto attempt = [&](Point at, int step) {
            const auto a = index(at), b = index(at + steps[step]);
            const auto n = static_cast<std::ptrdiff_t>(cells.size());
            if (a == n || b == n) return;
            const bool was_a = done[a], was_b = done[b];
            done[a] = done[b] = true;
            taken.push_back({at, step});
            self(self);
            taken.pop_back();
            done[a] = was_a;
            done[b] = was_b;
        };
        const Point p = cells[open];
        for (int step = 1; step <= 3; ++step) {
            attempt(p, step);
            attempt({p.x - steps[step].x, p.y - steps[step].y, p.z - steps[step].z}, step);
        }
        attempt(p, 0);
    };
    if (!cells.empty()) search(search);
    return best;
}

}  // namespace

void Atlas::write_program() {
    Tables& t = tables_;
    const Board& board = ruleset.board;
    auto offset = [&](Source source, const Term& term) {
        const int shift = board.shift(term.at);
        const Slot wanted{source, static_cast<std::uint8_t>(shift % 8),
                          static_cast<std::uint16_t>(board.shift(steps[term.step]))};
        int slot = 0;
        while (slot < t.slot_count && std::memcmp(&t.slots[slot], &wanted, sizeof wanted)) ++slot;
        if (slot == max_slots) throw std::invalid_argument("The shapes are too many-sided for this board.");
        if (slot == t.slot_count) t.slots[t.slot_count++] = wanted;
        return static_cast<std::uint16_t>(slot * slot_bytes + shift / 8);
    };
    for (int s = 0; s < t.shapes; ++s) {
        std::vector<std::vector<std::uint16_t>> clear, touch;
        std::size_t terms = 1;
        for (const Orientation& cells : ruleset.shapes[s].orientations) {
            // S3: a cell with nothing of its own piece beneath it must stand on the ground or on a cube.
            std::vector<Point> standing, hanging;
            for (const Point& p : cells) {
                const bool lowest = t.is_solid && std::ranges::find(cells, p + Point{0, 0, -1}) == cells.end();
                (lowest ? standing : hanging).push_back(p);
            }
            auto& all = clear.emplace_back();
            for (const Term& term : cover(standing)) all.push_back(offset(Source::standing, term));
            for (const Term& term : cover(hanging)) all.push_back(offset(Source::free, term));
            auto& some = touch.emplace_back();
            for (const Term& term : cover(cells)) some.push_back(offset(Source::targets, term));
            terms = std::max({terms, all.size(), some.size()});
        }
        if (terms > max_terms)
            throw std::invalid_argument("Shape " + ruleset.shapes[s].name + " is too intricate for the kernel.");
        t.shape_terms[s] = static_cast<std::uint8_t>(terms);
        for (std::size_t i = 0; i < clear.size(); ++i) {
            const int o = t.shape_first[s] + static_cast<int>(i);
            // Repeating a term changes nothing and gives every orientation of a shape the same length.
            for (std::size_t k = 0; k < max_terms; ++k) {
                t.clear[o][k] = clear[i][std::min(k, clear[i].size() - 1)];
                t.touch[o][k] = touch[i][std::min(k, touch[i].size() - 1)];
            }
        }
    }
    // Slots of one source and step stand together, so that the joined mask is made once.
    std::vector<int> order(t.slot_count), place(t.slot_count);
    for (int i = 0; i < t.slot_count; ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](int i) { return static_cast<int>(t.slots[i].source) * 65536 + t.slots[i].step; });
    Slot sorted[max_slots];
    for (int i = 0; i < t.slot_count; ++i) {
        sorted[i] = t.slots[order[i]];
        place[order[i]] = i;
    }
    std::memcpy(t.slots, sorted, sizeof(Slot) * t.slot_count);
    for (int o = 0; o < t.orientations; ++o)
        for (int k = 0; k < max_terms; ++k)
            for (std::uint16_t* at : {&t.clear[o][k], &t.touch[o][k]})
                *at = static_cast<std::uint16_t>(place[*at / slot_bytes] * slot_bytes + *at % slot_bytes);
}

// Facts about a placement alone that features use.
void Atlas::measure_placements() {
    const Board& board = ruleset.board;
    int x0 = board.columns(), x1 = 0, y0 = board.rows(), y1 = 0;
    for (int cell = 0; cell < board.cell_count(); ++cell) {
        const Point& p = board.point(cell);
        x0 = std::min(x0, p.x);
        x1 = std::max(x1, p.x);
        y0 = std::min(y0, p.y);
        y1 = std::max(y1, p.y);
    }
    for (int placement = 0; placement < tables_.placements; ++placement) {
        int central = 0, top = 0;
        for (const int cell : cells(placement)) {
            const Point& p = board.point(cell);
            // 7 in the middle, 0 at a corner; in steps of an eighth of the way.
            const int away = std::abs(2 * p.x - x0 - x1) + std::abs(2 * p.y - y0 - y1);
            central = std::max(central, 7 - 8 * away / (x1 - x0 + y1 - y0 + 1));
            top = std::max(top, p.z);
        }
        central_.push_back(static_cast<std::uint8_t>(std::max(central, 0)));
        top_level_.push_back(static_cast<std::uint8_t>(top));
    }
    tables_.central = central_.data();
    tables_.top_level = top_level_.data();
}

std::size_t Atlas::memory() const {
    std::size_t bytes = sizeof *this + rank_.size() * 2 + shape_of_.size() + orientation_of_.size() * 2 +
                        cell_rows_.size() * 2 + (cells_of_.size() + attract_.size() + repel_.size()) * sizeof(Word);
    for (const auto& list : by_lowest_cell_) bytes += list.capacity() * 4;
    return bytes;
}

std::span<const std::int16_t> Atlas::cells(int placement) const {
    return {cell_rows_.data() + placement * row_width_, tables_.shape_size[shape_of_[placement]]};
}

int Atlas::find(std::vector<int> wanted) const {
    if (wanted.empty()) return -1;
    std::ranges::sort(wanted);
    if (wanted[0] < 0 || wanted[0] >= tables_.cells) return -1;
    for (const int placement : by_lowest_cell_[wanted[0]])
        if (std::ranges::equal(cells(placement), wanted)) return placement;
    return -1;
}

}  // namespace cornerwise
