// Building an atlas: all placements with their masks and stamps, and the program that generates them.
#include "kernel/atlas/atlas.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "ground/fail.h"

namespace cornerwise {

Atlas::Atlas(Ruleset ruleset_) : ruleset(std::move(ruleset_)) {
    const Ruleset& r = ruleset;
    auto require = [](bool holds, const char* sentence) {
        if (!holds) fail(sentence);
    };
    require(!r.shapes.empty() && r.shapes.size() <= max_shapes, "A ruleset has between 1 and 32 shapes.");
    require(!r.colors.empty() && r.colors.size() <= max_colors, "A ruleset has between 1 and 4 colors.");
    require(r.seats >= 1 && r.seats <= max_seats, "A ruleset has between 1 and 4 seats.");
    require(r.supplies() * r.shapes.size() <= max_pieces, "A ruleset has at most 84 pieces altogether.");
    require((r.sheets() + 2 * r.lanes()) * r.board.words() <= max_mask_words,
            "The board is too large for so many colors and sheets.");
    // Moves are written as cells, which must tell the shape.
    for (std::size_t i = 0; i < r.shapes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (int o = 0; o < r.shapes[j].orientations(); ++o)
                if (r.shapes[i].orientation(0) == r.shapes[j].orientation(o))
                    fail("The shapes " + r.shapes[j].name + " and " + r.shapes[i].name + " are the same.");
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
    for (int cell = 0; cell < t.cells; ++cell) {
        const int bit = r.board.bit(cell);
        t.columns = std::max(t.columns, bit % t.layer % t.stride + 1);
        t.rows = std::max(t.rows, bit % t.layer / t.stride + 1);
    }
    t.levels = r.board.levels();
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
    t.pairs = static_cast<int>(r.pairs.size());
    for (int pair = 0; pair < t.pairs; ++pair)
        for (const int cell : r.pairs[pair]) {
            const int bit = r.board.bit(cell);
            t.pair[pair][bit >> 6] |= Word{1} << (bit & 63);
        }
}

namespace {

// What an orientation means for the cells around it.
struct Contacts {
    std::vector<Point> cells, attract, repel;
};

// The contact rule, folded once into masks: this is the only place that switches on it.
Contacts contacts(const Orientation& cells, Contact contact, bool is_flat) {
    auto around = [&](std::initializer_list<Point> steps, const std::vector<Point>& but) {
        std::vector<Point> found;
        for (const Point& cell : cells)
            for (const Point& step : steps) {
                const Point p = cell + step;
                auto has = [&](const std::vector<Point>& points) {
                    return std::ranges::find(points, p) != points.end();
                };
                if (!has(cells) && !has(but) && !has(found) && !(is_flat && step.z)) found.push_back(p);
            }
        return found;
    };
    if (contact == Contact::face) {
        const std::vector<Point> faces =
            around({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}, {});
        // By face nothing repels; a placement's own cells, filled anyway, stand in, so that a lane knows its cubes.
        return {cells, faces, cells};
    }
    const std::vector<Point> edges = around({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}, {});
    return {cells, around({{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}}, edges), edges};
}

}  // namespace

void Atlas::add_placements() {
    const Board& board = ruleset.board;
    Tables& t = tables_;
    for (const Shape& shape : ruleset.shapes) row_width_ = std::max(row_width_, shape.size());
    by_lowest_cell_.resize(t.cells);

    auto append = [&](std::vector<Word>& masks, const std::vector<Point>& points, const Point& at) {
        Cells mask;
        for (const Point& p : points)
            if (const int cell = board.cell_at(p + at); cell >= 0) mask.add(board.bit(cell));
        masks.insert(masks.end(), mask.words.begin(), mask.words.begin() + t.words);
    };
    auto stamp = [&](std::vector<char>& stamps, const std::vector<Point>& points) {
        stamps.resize(stamps.size() + stamp_bytes, 0);
        char* last = stamps.data() + stamps.size() - stamp_bytes;
        for (const Point& p : points)
            // A cell that far away lies outside wherever the anchor is.
            if (const int bit = 8 * stamp_origin + board.shift(p); bit >= 8 * 72 && bit < 8 * stamp_bytes)
                last[bit / 8] = static_cast<char>(last[bit / 8] | 1 << bit % 8);
    };
    int orientation = 0, placement = 0;
    for (int s = 0; s < t.shapes; ++s) {
        const Shape& shape = ruleset.shapes[s];
        t.shape_first[s] = static_cast<std::uint16_t>(orientation);
        t.shape_size[s] = static_cast<std::uint8_t>(shape.size());
        for (int i = 0; i < shape.orientations(); ++i) {
            const Orientation cells = shape.orientation(i);
            if (orientation == max_orientations) fail("The shapes have more than 256 orientations altogether.");
            const Contacts near = contacts(cells, ruleset.contact, board.is_flat());
            stamp(cells_stamp_, near.cells);
            stamp(attract_stamp_, near.attract);
            stamp(repel_stamp_, near.repel);
            std::uint16_t* begin = t.nearby_first[orientation];
            for (const std::vector<Point>* points : {&near.cells, &near.attract, &near.repel}) {
                *begin++ = static_cast<std::uint16_t>(nearby_.size());
                for (const Point& p : *points) nearby_.push_back(static_cast<std::int16_t>(board.shift(p)));
                std::sort(nearby_.begin() + begin[-1], nearby_.end());
            }
            *begin = static_cast<std::uint16_t>(nearby_.size());
            t.orientation_shape[orientation] = static_cast<std::uint8_t>(s);
            t.first[orientation] = placement;
            rank_.resize((orientation + 1) * max_bits, 0xffff);
            // Anchors in ascending bit order, so that ids, bits and counts agree everywhere.
            for (int z = 0; z < board.levels(); ++z)
                for (int y = 0; y < board.rows(); ++y)
                    for (int x = 0; x < board.columns(); ++x) {
                        const Point at{x, y, z};
                        std::vector<int> covered;
                        for (const Point& p : cells) covered.push_back(board.cell_at(p + at));
                        if (std::ranges::find(covered, -1) != covered.end()) continue;
                        append(cells_of_, near.cells, at);
                        append(attract_, near.attract, at);
                        append(repel_, near.repel, at);
                        shape_of_.push_back(static_cast<std::uint8_t>(s));
                        orientation_of_.push_back(static_cast<std::uint16_t>(orientation));
                        std::ranges::sort(covered);
                        by_lowest_cell_[covered[0]].push_back(placement);
                        covered.resize(row_width_, -1);
                        cell_rows_.insert(cell_rows_.end(), covered.begin(), covered.end());
                        const int anchor = board.bit(board.cell_at(cells[0] + at)) - board.shift(cells[0]);
                        anchor_of_.push_back(static_cast<std::uint16_t>(anchor));
                        rank_[orientation * max_bits + anchor] =
                            static_cast<std::uint16_t>(placement - t.first[orientation]);
                        ++placement;
                    }
            ++orientation;
        }
    }
    if (placement > 0xfffe) fail("The ruleset has more than 65,534 placements.");
    if (!placement) fail("No shape fits on the board.");
    t.shape_first[t.shapes] = static_cast<std::uint16_t>(orientation);
    for (int s = 0; s < t.shapes; ++s) {
        t.shape_orientations[s] = static_cast<std::uint8_t>(t.shape_first[s + 1] - t.shape_first[s]);
        for (int i = 0; i < 32; ++i) {
            const int o = std::min<int>(t.shape_first[s] + i, t.shape_first[s + 1] - 1);
            t.shape_order[s][i] = static_cast<std::uint16_t>(o * sizeof(Terms));
        }
        // The loop over fours may read three repetitions.
        t.has_long_order |= t.shape_orientations[s] + 3 > 16;
    }
    t.first[orientation] = placement;
    room_.resize(static_cast<std::size_t>(orientation) * t.words);
    for (int i = 0; i < placement; ++i)
        room_[orientation_of_[i] * t.words + anchor_of_[i] / 64] |= Word{1} << anchor_of_[i] % 64;
    std::int32_t before = 0;
    for (const Word word : room_) {
        room_first_.push_back(before);
        before += std::popcount(word);
    }
    t.orientations = orientation;
    t.placements = placement;
    t.rank = rank_.data();
    t.room = room_.data();
    t.room_first = room_first_.data();
    t.cells_of = cells_of_.data();
    t.attract = attract_.data();
    t.repel = repel_.data();
    t.cells_stamp = cells_stamp_.data();
    t.attract_stamp = attract_stamp_.data();
    t.repel_stamp = repel_stamp_.data();
    t.nearby = nearby_.data();
    t.anchor_of = anchor_of_.data();
    t.shape_of = shape_of_.data();
    t.orientation_of = orientation_of_.data();
}

namespace {

// Cells joined into one term: the first of them, the step to the next, how many.
struct Term {
    Point at, step;
    int length;
};

// The fewest terms that cover these cells; overlaps do no harm. A term joins two neighbors or, widely, any two cells
// or three in a row.
std::vector<Term> cover(const std::vector<Point>& cells, bool widely) {
    const Point units[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    auto is_after = [](const Point& a, const Point& b) { return std::tie(a.z, a.y, a.x) > std::tie(b.z, b.y, b.x); };
    std::vector<Term> terms;
    for (const Point& a : cells) {
        for (const Point& b : cells) {
            const Point step{b.x - a.x, b.y - a.y, b.z - a.z};
            if (is_after(b, a) && (widely || std::ranges::count(units, step))) terms.push_back({a, step, 2});
        }
        for (const Point& step : units)
            if (widely && std::ranges::count(cells, a + step) && std::ranges::count(cells, a + step + step))
                terms.push_back({a, step, 3});
        terms.push_back({a, {}, 1});
    }
    // Long ones first, and steps that other orientations take too.
    std::ranges::stable_sort(terms, {}, [&](const Term& term) {
        return std::tuple(-term.length, !std::ranges::count(units, term.step), term.step.z);
    });
    std::vector<Term> best, taken;
    std::vector<int> covered(cells.size());
    auto attempt = [&](auto&& self) -> void {
        const auto open = std::ranges::find(covered, 0) - covered.begin();
        if (open == std::ssize(cells)) {
            if (best.empty() || taken.size() < best.size()) best = taken;
            return;
        }
        if (!best.empty() && taken.size() + 1 >= best.size()) return;
        for (const Term& term : terms) {
            std::vector<std::ptrdiff_t> found;
            Point p = term.at;
            for (int i = 0; i < term.length; ++i, p = p + term.step)
                found.push_back(std::ranges::find(cells, p) - cells.begin());
            if (!std::ranges::count(found, open)) continue;
            for (const auto i : found) ++covered[i];
            taken.push_back(term);
            self(self);
            taken.pop_back();
            for (const auto i : found) --covered[i];
        }
    };
    if (!cells.empty()) attempt(attempt);
    return best;
}

}  // namespace

void Atlas::write_program() {
    Tables& t = tables_;
    const Board& board = ruleset.board;
    // Where a shifted copy of a source is found.
    auto single = [&](Source source, int shift) {
        t.remainders = std::max(t.remainders, shift % 8 + 1);
        return static_cast<std::uint16_t>((first_slot(t, source) + shift % 8) * slot_bytes + shift / 8);
    };
    struct Made {
        Source source;
        int remainder, step, length;
        bool operator==(const Made&) const = default;
    };
    std::vector<Made> made;
    // Where a shifted copy of a source joined with itself some steps on is found; a longer run is made of a shorter.
    auto joined = [&](auto&& self, Source source, int shift, int step, int length) -> std::uint16_t {
        if (length == 1) return single(source, shift);
        const Made wanted{source, shift % 8, step, length};
        auto found = std::ranges::find(made, wanted);
        if (found == made.end()) {
            const Join join{self(self, source, shift % 8, step, length - 1),
                            single(source, shift % 8 + (length - 1) * step)};
            if (made.size() + 32 == max_slots) fail("The shapes are too many-sided for this board.");
            t.joins[made.size()] = join;
            found = made.insert(made.end(), wanted);
            ++(source == Source::targets ? t.some_joins : t.all_joins);
        }
        const int i = static_cast<int>(found - made.begin());
        const int slot = first_join(t, source) + (source == Source::targets ? i - t.all_joins : i);
        return static_cast<std::uint16_t>(slot * slot_bytes + shift / 8);
    };
    // Repeating a term changes nothing and gives every orientation the same length.
    auto write = [&](std::uint16_t* to, const std::vector<std::uint16_t>& offsets, int& most) {
        most = std::max(most, static_cast<int>(offsets.size()));
        if (most > max_terms) fail("A shape is too intricate for the kernel.");
        for (int k = 0; k < max_terms; ++k) to[k] = offsets[std::min<std::size_t>(k, offsets.size() - 1)];
    };
    auto add = [&](Source source, const std::vector<Point>& cells, bool widely, std::vector<std::uint16_t>& offsets) {
        for (const Term& term : cover(cells, widely))
            offsets.push_back(joined(joined, source, board.shift(term.at), board.shift(term.step), term.length));
    };
    // Neighbors are many orientations' terms; other joins only pay where those are not enough.
    constexpr std::size_t few_terms = 3;
    auto each = [&](auto visit) {
        for (int s = 0; s < t.shapes; ++s)
            for (int i = 0; i < ruleset.shapes[s].orientations(); ++i)
                visit(t.terms[t.shape_first[s] + i], ruleset.shapes[s].orientation(i));
    };
    // The slots joined by “and” come first.
    each([&](Terms& terms, const Orientation& cells) {
        // S3: a cell with nothing of its own piece beneath it must stand on the ground or on a cube.
        std::vector<Point> standing, hanging;
        for (const Point& p : cells) {
            const bool lowest = t.is_solid && std::ranges::find(cells, p + Point{0, 0, -1}) == cells.end();
            (lowest ? standing : hanging).push_back(p);
        }
        const bool widely = cover(standing, false).size() + cover(hanging, false).size() > few_terms;
        std::vector<std::uint16_t> offsets;
        add(Source::standing, standing, widely, offsets);
        add(Source::free, hanging, widely, offsets);
        write(terms.clear, offsets, t.most_clear);
    });
    each([&](Terms& terms, const Orientation& cells) {
        std::vector<std::uint16_t> offsets;
        add(Source::targets, cells, cover(cells, false).size() > few_terms, offsets);
        write(terms.touch, offsets, t.most_touch);
    });
    t.is_parallel = true;
    for (int o = 0; o < t.orientations; ++o)
        for (int k = 0; k < max_terms; ++k)
            t.is_parallel &= t.terms[o].touch[k] == t.terms[o].clear[k] + first_slot(t, Source::targets) * slot_bytes;
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
    std::size_t bytes = sizeof *this + rank_.size() * 2 + room_.size() * 12 + shape_of_.size() +
                        orientation_of_.size() * 2 + anchor_of_.size() * 2 + cells_stamp_.size() +
                        attract_stamp_.size() + repel_stamp_.size() + (cell_rows_.size() + nearby_.size()) * 2 +
                        (cells_of_.size() + attract_.size() + repel_.size()) * sizeof(Word);
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
