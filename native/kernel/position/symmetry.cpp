// Which symmetries a ruleset has, and what they make of a position.
#include "kernel/position/symmetry.h"

#include <algorithm>
#include <cstring>

namespace cornerwise {
namespace {

std::vector<int> image_of(const std::vector<int>& cells, const std::vector<int>& image) {
    std::vector<int> found;
    for (const int cell : cells) found.push_back(image[cell]);
    std::ranges::sort(found);
    return found;
}

std::vector<int> sorted(std::vector<int> cells) {
    std::ranges::sort(cells);
    return cells;
}

// C2, D1, I4, S4: every color starts where the color `shift` places on starts.
bool keeps_starts(const Ruleset& r, const std::vector<int>& image, int shift) {
    const std::size_t n = r.colors.size();
    for (std::size_t color = 0; color < n; ++color)
        if (image_of(r.starts[color], image) != sorted(r.starts[(color + shift) % n])) return false;
    return std::ranges::all_of(r.pairs, [&](const std::vector<int>& pair) {
        const std::vector<int> there = image_of(pair, image);
        return std::ranges::any_of(r.pairs, [&](const std::vector<int>& other) { return sorted(other) == there; });
    });
}

// The colors of a seat move to one seat, those of a side to one side; nobody shares a color.
bool keeps_owners(const Ruleset& r, int shift) {
    if (!shift) return true;
    if (r.is_dice()) return false;
    const std::size_t n = r.colors.size();
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
            const int one = r.owners[a], two = r.owners[b];
            const int there = r.owners[(a + shift) % n], beside = r.owners[(b + shift) % n];
            if (one < 0 || (one == two) != (there == beside)) return false;
            if ((r.teams[one] == r.teams[two]) != (r.teams[there] == r.teams[beside])) return false;
        }
    return true;
}

// The image of every placement; empty where one has none, or is of another shape (a mirror image in space).
std::vector<std::int32_t> images_of_placements(const Atlas& atlas, const std::vector<int>& image) {
    std::vector<std::int32_t> found(atlas.size());
    for (int placement = 0; placement < atlas.size(); ++placement) {
        const auto cells = atlas.cells(placement);
        found[placement] = atlas.find(image_of({cells.begin(), cells.end()}, image));
        if (found[placement] < 0 || atlas.shapes()[found[placement]] != atlas.shapes()[placement]) return {};
    }
    return found;
}

}  // namespace

const std::vector<Symmetry>& Atlas::symmetries() const {
    const Alone alone(finding_symmetries_);
    if (!symmetries_.empty()) return symmetries_;  // there is always the identity
    const auto images = ruleset.board.symmetries();
    for (int shift = 0; shift < static_cast<int>(ruleset.colors.size()); ++shift)
        for (const auto& image : images) {
            if (!keeps_owners(ruleset, shift) || !keeps_starts(ruleset, image, shift)) continue;
            const std::vector<std::int32_t> placements = images_of_placements(*this, image);
            if (placements.empty()) continue;
            Symmetry symmetry{{image.begin(), image.end()}, {}, shift};
            for (int id = 0; id < move_count(); ++id)
                symmetry.moves.push_back(id / size() * size() + placements[id % size()]);
            symmetries_.push_back(std::move(symmetry));
        }
    return symmetries_;
}

Position transform(const Position& position, const Symmetry& symmetry) {
    const Tables& t = position.tables();
    const Board& board = position.ruleset().board;
    State image = position.state();
    std::memset(image.masks, 0, sizeof image.masks);
    for (int mask = 0; mask < t.sheets + 2 * t.lanes; ++mask) {
        const Word* from = position.state().masks + mask * t.words;
        Word* to = image.masks + mask * t.words;
        for (int cell = 0; cell < t.cells; ++cell) {
            const int bit = board.bit(cell), there = board.bit(symmetry.cells[cell]);
            to[there >> 6] |= (from[bit >> 6] >> (bit & 63) & 1) << (there & 63);
        }
    }
    for (auto& placed : image.placed)
        if (placed) placed = static_cast<std::uint16_t>(symmetry.moves[placed - 1] + 1);
    return {position.shared_atlas(), image};
}

int canonical_symmetry(const Position& position) {
    const std::vector<Symmetry>& all = position.atlas().symmetries();
    int best = 0;
    State least = position.state();
    for (std::size_t i = 1; i < all.size() && !all[i].shift; ++i) {
        const Position image = transform(position, all[i]);
        if (std::memcmp(&image.state(), &least, sizeof least) < 0) {
            least = image.state();
            best = static_cast<int>(i);
        }
    }
    return best;
}

}  // namespace cornerwise
