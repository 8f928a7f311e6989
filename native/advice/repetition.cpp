// Twins among moves, and sentences that were said before.
#include "advice/repetition.h"

#include <algorithm>

namespace cornerwise::advice {

void drop_twins(const Position& position, std::vector<Advised>& moves) {
    const Ruleset& rules = position.ruleset();
    const Tables& t = position.tables();
    const int sheet = rules.is_dice() ? position.state().actor : 0;
    const std::vector<std::int8_t> colors = position.cell_colors(sheet);
    std::vector<std::vector<int>> images = rules.board.symmetries();
    std::erase_if(images, [&](const std::vector<int>& image) {
        for (std::size_t cell = 0; cell < image.size(); ++cell)
            if (colors[static_cast<std::size_t>(image[cell])] != colors[cell]) return true;
        for (const std::vector<int>& starts : rules.starts)
            for (const int cell : starts)
                if (std::ranges::find(starts, image[static_cast<std::size_t>(cell)]) == starts.end()) return true;
        return false;
    });
    std::vector<std::int32_t> seen;
    std::vector<MoveCode> told;
    std::erase_if(moves, [&](const Advised& each) {
        if (std::ranges::find(seen, each.line.move) != seen.end()) return true;
        MoveCode code = split_move(t, each.line.move);
        const auto is_other_die = [&](const MoveCode& other) {
            return other.placement == code.placement && other.strike == code.strike;
        };
        if (std::ranges::any_of(told, is_other_die)) return true;
        told.push_back(code);
        const std::span<const std::int16_t> cells = position.atlas().cells(code.placement);
        for (const std::vector<int>& image : images) {
            std::vector<int> moved;
            for (const int cell : cells) moved.push_back(image[static_cast<std::size_t>(cell)]);
            code.placement = position.atlas().find(moved);
            if (code.placement >= 0) seen.push_back(join_move(t, code));
        }
        return false;
    });
}

void drop_repeated(std::vector<Advised>& moves) {
    const auto is_same = [](const Finding& a, const Finding& b) {
        if (a.kind == Kind::proved_equal) return false;
        return a.kind == b.kind && a.color == b.color && a.shape == b.shape && a.is_good == b.is_good &&
               (a.value == b.value || a.value == 0 || a.kind == Kind::space);
    };
    // What the first has more of than the next is not told again of the next.
    if (moves.size() > 1)
        std::erase_if(moves[1].findings, [&](const Finding& each) {
            return std::ranges::any_of(moves[0].findings, [&](const Finding& plus) {
                const bool is_mirror = plus.against == Against::next || moves.size() == 2;
                return is_mirror && plus.kind == each.kind && plus.color == each.color && plus.shape == each.shape;
            });
        });
    std::vector<Finding> said;
    for (std::size_t i = 1; i < moves.size(); ++i) {
        std::erase_if(moves[i].findings, [&](const Finding& each) {
            return std::ranges::any_of(said, [&](const Finding& other) { return is_same(each, other); });
        });
        // A plus alone would contradict the order.
        const auto is_bad = [](const Finding& each) { return !each.is_good; };
        if (std::ranges::none_of(moves[i].findings, is_bad))
            std::erase_if(moves[i].findings,
                          [](const Finding& each) { return each.is_good && each.kind < Kind::points; });
        said.insert(said.end(), moves[i].findings.begin(), moves[i].findings.end());
    }
}

}  // namespace cornerwise::advice
