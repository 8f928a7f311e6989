// The order of findings, and where their cells lie.
#include "advice/finding/selection.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "advice/finding/count.h"

namespace cornerwise::advice {
namespace {

constexpr int many = 6;             // cells that are named one by one at most; of more, where they lie
constexpr int together = 3;         // steps from the middle one, also diagonal ones, within which cells lie together
constexpr double nearly_all = 0.8;  // of them that do
constexpr int most_per_topic = 2;

double strength(const Finding& finding) { return finding.weight * trait(finding.kind).importance; }

}  // namespace

// A step toward the middle says more than its share of the way.
double weight_of(Kind kind, double gap, double most) { return kind == Kind::center ? 1 : gap / most; }

std::vector<Finding> select(std::vector<Finding> found, bool is_good, int most) {
    std::erase_if(found, [&](const Finding& each) { return each.is_good != is_good; });
    std::ranges::stable_sort(found, [](const Finding& a, const Finding& b) { return strength(a) > strength(b); });
    std::vector<Finding> kept;
    for (Finding& each : found) {
        const Topic topic = trait(each.kind).topic;
        const auto same_topic = [&](const Finding& other) { return trait(other.kind).topic == topic; };
        // What is taken from one rival is not told again as taken from all, nor what reaches the top as high.
        const auto told_as = [](Kind kind) {
            return kind == Kind::rivals_space ? Kind::space_taken : kind == Kind::height ? Kind::lasting : kind;
        };
        const auto same_kind = [&](const Finding& other) { return told_as(other.kind) == told_as(each.kind); };
        if (std::ranges::count_if(kept, same_topic) >= most_per_topic || std::ranges::any_of(kept, same_kind)) continue;
        kept.push_back(std::move(each));
        if (static_cast<int>(kept.size()) == most) break;
    }
    return kept;
}

std::vector<Finding> joined(std::vector<Finding> first, std::vector<Finding> second) {
    first.insert(first.end(), std::move_iterator(second.begin()), std::move_iterator(second.end()));
    return first;
}

std::vector<Finding> located(const Scene& scene, std::vector<Finding> found) {
    const Board& board = scene.position().ruleset().board;
    for (Finding& each : found) {
        if (static_cast<int>(each.cells.size()) <= many || scene.tables().is_solid) continue;
        const auto apart = [&](int a, int b) {
            const Point &p = board.point(a), &q = board.point(b);
            return std::max(std::abs(p.x - q.x), std::abs(p.y - q.y));
        };
        const auto away = [&](int from) {
            int sum = 0;
            for (const int cell : each.cells) sum += apart(from, cell);
            return sum;
        };
        const int amid = *std::ranges::min_element(each.cells, {}, away);
        const auto close = std::ranges::count_if(each.cells, [&](int cell) { return apart(amid, cell) <= together; });
        if (static_cast<double>(close) >= nearly_all * static_cast<double>(each.cells.size())) each.near = amid;
    }
    // Safe squares all over the board are no merit of this move that anybody could see.
    std::erase_if(found, [](const Finding& each) {
        return each.kind == Kind::safe && each.near < 0 && static_cast<int>(each.cells.size()) > many;
    });
    return found;
}

}  // namespace cornerwise::advice
