// Which moves are measured: those shown, typical ones and, when needed, all.
#include "advice/finding/survey.h"

#include <algorithm>

namespace cornerwise::advice {
namespace {

constexpr int sample = 24;              // typical moves that a move is compared with
constexpr double in_contention = 0.05;  // win chance from which a rival is spoken of rather than another
constexpr std::size_t surveyed = 90;    // legal moves that are measured, of more
constexpr double decided = 0.015;       // a chance, or what it lacks, with which only points are played for

// The rivals that are worth speaking of, the leader first: not those without a chance while another has one.
std::vector<int> in_the_running(const Scene& scene, std::span<const float> win) {
    std::vector<int> rivals = scene.rivals();
    if (win.empty()) return rivals;
    const auto chance = [&](int color) { return win[static_cast<std::size_t>(scene.tables().owners[color])]; };
    std::ranges::stable_sort(rivals, [&](int a, int b) { return chance(a) > chance(b); });
    if (!rivals.empty() && chance(rivals.front()) >= in_contention)
        std::erase_if(rivals, [&](int color) { return chance(color) < in_contention; });
    return rivals;
}

}  // namespace

Survey::Survey(const Position& position, std::span<const std::int32_t> shown, std::span<const std::int32_t> typical,
               std::span<const float> win)
    : scene_(position), contenders_(in_the_running(scene_, win)) {
    const Tables& t = scene_.tables();
    if (!win.empty()) {
        const double chance = win[static_cast<std::size_t>(scene_.seat())];
        is_decided_ = chance < decided || chance > 1 - decided;
    }
    for (const std::int32_t move : shown) shown_.push_back(measured(move));
    // Moves that somebody would think of: without a strike (I3) where that goes, and with one of the largest pieces.
    std::vector<std::int32_t> sensible(typical.begin(), typical.end());
    const auto strikes = [&](std::int32_t move) { return split_move(t, move).strike; };
    if (!std::ranges::all_of(sensible, strikes)) std::erase_if(sensible, strikes);
    const auto size = [&](std::int32_t move) { return t.shape_size[t.shape_of[split_move(t, move).placement]]; };
    int largest = 0;
    for (const std::int32_t move : sensible) largest = std::max<int>(largest, size(move));
    std::erase_if(sensible, [&](std::int32_t move) { return size(move) < largest - 1; });
    for (const std::int32_t move : sensible) {
        if (static_cast<int>(typical_.size()) == sample) break;
        const auto known = std::ranges::find(shown_, move, &Measure::move);
        typical_.push_back(known == shown_.end() ? measured(move) : *known);
    }
}

bool Survey::is_contender(int color) const { return std::ranges::find(contenders_, color) != contenders_.end(); }

Measure Survey::measured(std::int32_t move) const {
    Measure m = scene_.measure(move);
    if (scene_.tables().is_solid || scene_.tables().sheets > 1 || !scene_.has_own_color()) return m;
    std::vector<int> rivals = scene_.rivals();
    std::erase_if(rivals, [&](int rival) { return !scene_.has_begun(rival); });
    if (!rivals.empty()) m.worst = scene_.worst_answer(move, rivals);
    return m;
}

const std::vector<Measure>& Survey::legal() const {
    if (!legal_.empty()) return legal_;
    const std::vector<std::int32_t> moves = scene_.position().legal_ids();
    const std::size_t n = std::min(moves.size(), surveyed);
    for (std::size_t i = 0; i < n; ++i) legal_.push_back(measured(moves[i * moves.size() / n]));
    return legal_;
}

const std::vector<Aftermath>& Survey::aftermaths() const {
    if (aftermaths_.empty())
        for (const std::int32_t move : scene_.position().legal_ids()) aftermaths_.push_back(scene_.aftermath(move));
    return aftermaths_;
}

const Measure& Survey::of(std::int32_t move) const { return *std::ranges::find(shown_, move, &Measure::move); }

bool Survey::is_shown(std::int32_t move) const {
    return std::ranges::find(shown_, move, &Measure::move) != shown_.end();
}

}  // namespace cornerwise::advice
