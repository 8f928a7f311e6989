// What a player sees of a game: planes and numbers in the mover's frame (docs/learning/environments.md).
#include <algorithm>

#include "batch/batch.h"

namespace cornerwise {

int Batch::plane_count() const {
    const Tables& t = tables();
    return t.levels * (1 + t.sheets * (2 + 3 * t.colors)) + (t.levels > 1 ? t.sheets : 0);
}

int Batch::feature_count() const {
    const Tables& t = tables();
    return t.supplies * t.shapes + t.colors + t.supplies + 1 + (t.turns == Turns::dice ? max_faces + t.seats : 0);
}

void Batch::write_planes(int game, std::uint8_t* out) {
    const Tables& t = tables();
    const State& s = states_[game];
    const Kernel& native = kernel();
    const int size = plane_cells(t), area = t.rows * t.columns;
    const bool is_dice = t.turns == Turns::dice;
    const int first_sheet = is_dice ? std::max<int>(s.actor, 0) : 0, first_color = std::max<int>(s.color, 0);
    Word mask[max_words];
    auto add = [&](const Word* words) {
        native.spread(t, words, out);
        out += size;
    };
    add(t.inside);
    for (int i = 0; i < t.sheets; ++i) {
        const int sheet = (first_sheet + i) % t.sheets;
        const Word* full = filled(t, s, sheet);
        const std::uint8_t* const filled_plane = out;
        add(full);
        const int last = rows_[game].last_lane / t.colors == sheet ? rows_[game].last : -1;
        for (int w = 0; w < t.words; ++w)
            mask[w] = last < 0 ? 0 : t.cells_of[static_cast<std::size_t>(last) * t.words + w];
        add(mask);
        for (int j = 0; j < t.colors; ++j) {
            const int color = (first_color + j) % t.colors, lane = sheet * t.colors + color;
            const bool is_out = s.out >> (is_dice ? sheet : color) & 1;
            const Word *shut = blocked(t, s, lane), *from = targets(t, s, lane);
            add(own(game, lane));
            for (int w = 0; w < t.words; ++w) mask[w] = (is_out ? t.inside[w] : shut[w]) & ~full[w];
            add(mask);
            for (int w = 0; w < t.words; ++w) mask[w] = is_out ? 0 : from[w] & t.inside[w] & ~full[w] & ~shut[w];
            add(mask);
        }
        if (t.levels == 1) continue;
        // S3 leaves no holes, so a column's height is the number of its cubes.
        std::fill_n(out, area, std::uint8_t{0});
        for (int level = 0; level < t.levels; ++level)
            for (int at = 0; at < area; ++at)
                out[at] = static_cast<std::uint8_t>(out[at] + filled_plane[level * area + at]);
        out += area;
    }
}

void Batch::write_features(int game, float* out) const {
    const Tables& t = tables();
    const State& s = states_[game];
    const bool is_dice = t.turns == Turns::dice;
    const int first_color = std::max<int>(s.color, 0), seat = std::max<int>(s.actor, 0);
    const int first_supply = is_dice ? seat : first_color;
    for (int i = 0; i < t.supplies; ++i)
        for (int shape = 0; shape < t.shapes; ++shape)
            *out++ = static_cast<float>(s.supply[(first_supply + i) % t.supplies] >> shape & 1);
    for (int i = 0; i < t.colors; ++i) {
        const int owner = t.owners[(first_color + i) % t.colors];
        // C7: the shared color counts for the seat that will play it next; in the Dice Game colors belong to nobody.
        const int holder = owner >= 0 ? owner : t.rota_size ? t.rota[s.rota] : -1;
        *out++ = holder >= 0 && t.teams[holder] == t.teams[seat] ? 1.0f : 0.0f;
    }
    for (int i = 0; i < t.supplies; ++i) *out++ = static_cast<float>(s.out >> (first_supply + i) % t.supplies & 1);
    *out++ = static_cast<float>(s.ply) / static_cast<float>(t.supplies * t.shapes);
    if (!is_dice) return;
    for (int face = 1; face <= max_faces; ++face) *out++ = s.dice[face];
    for (int i = 0; i < t.seats; ++i) *out++ = static_cast<float>(t.strikes - s.strikes[(seat + i) % t.seats]);
}

void Batch::planes(std::uint8_t* out) {
    const auto width = static_cast<std::size_t>(plane_count()) * tables().rows * tables().columns;
    crew_.share(size_, [&](int, int begin, int end) {
        for (int game = begin; game < end; ++game) write_planes(game, out + width * static_cast<std::size_t>(game));
    });
}

void Batch::features(float* out) {
    const auto width = static_cast<std::size_t>(feature_count());
    crew_.share(size_, [&](int, int begin, int end) {
        for (int game = begin; game < end; ++game) write_features(game, out + width * static_cast<std::size_t>(game));
    });
}

}  // namespace cornerwise
