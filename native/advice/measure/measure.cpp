// What a move does, from the lanes before and after it.
#include "advice/measure/measure.h"

#include <algorithm>
#include <bit>

#include "kernel/scoring.h"

namespace cornerwise::advice {
namespace {

constexpr double settled = 0.15;  // share of the board that is filled before anything can be called safe or shut out
constexpr double late = 0.5;      // share of the board after which the game is called late
constexpr double open = 0.25;     // share of the board that is filled before it is no longer called open

struct Place {
    int placement;
    Cells cells;
};

// Where a color could lay its next piece.
std::vector<Place> places_of(const Tables& t, const State& s, int color) {
    MoveList list;
    kernel().generate_lane(t, s, color, s.supply[color], list);
    std::vector<Place> places;
    for (int o = 0; list.total && o < t.orientations; ++o) {
        if (!(list.shapes >> t.orientation_shape[o] & 1)) continue;
        for (int i = 0; i < t.words; ++i)
            for (Word rest = list.anchors[o * t.words + i]; rest; rest &= rest - 1) {
                Place& place = places.emplace_back();
                place.placement = t.first[o] + t.rank[o * max_bits + 64 * i + std::countr_zero(rest)];
                for (int w = 0; w < t.words; ++w) place.cells.words[w] = t.cells_of[place.placement * t.words + w];
            }
    }
    return places;
}

std::uint32_t died_of(const Lane& before, const Lane& after) { return before.alive() & after.unused & ~after.alive(); }

}  // namespace

Scene::Scene(const Position& position) : position_(position) {
    const Tables& t = tables();
    const State& s = position_.state();
    sheet_ = t.turns == Turns::dice ? s.actor : 0;
    next_color_ = t.turns == Turns::dice ? position_.markers(1)[static_cast<std::size_t>(s.actor)] : s.color;
    for (int color = 0; t.sheets == 1 && color < t.colors; ++color) {
        const int owner = t.owners[color];
        // C7: a shared color is nobody's rival, but rivals play it.
        if (owner < 0) shared_.push_back(color);
        else if (s.retired[owner]) continue;
        else if (t.teams[owner] != t.teams[s.actor]) rivals_.push_back(color);
        else if (color != s.color) partners_.push_back(color);
    }
    has_own_color_ = t.sheets > 1 || t.owners[s.color] >= 0;
    int laid = 0;
    for (int i = 0; i < t.words; ++i) laid += std::popcount(filled(t, s, sheet_)[i]);
    // Finding what nobody can ever reach is pointless while the board is open.
    is_settled_ = !t.is_solid && t.sheets == 1 && laid >= settled * t.cells;
    is_open_ = laid < open * t.cells;
    is_late_ = laid > late * t.cells;
    own_ = own_lane(s);
    drawn_ = {t, s, sheet_ * t.colors + s.color};
    for (const std::vector<int>* colors : {&rivals_, &partners_})
        for (const int color : *colors) others_[color] = Lane(t, s, color);
    safe_ = safe_of(s, own_);
    if (t.sheets > 1) ever_ = fillable(s);
    const std::vector<std::int8_t> colors = position_.cell_colors(sheet_);
    for (int cell = 0; t.is_solid && cell < t.cells; ++cell) {
        const int laid_by = colors[static_cast<std::size_t>(cell)], owner = laid_by < 0 ? -1 : t.owners[laid_by];
        if (owner >= 0 && t.teams[owner] == t.teams[s.actor]) ours_.add(position_.ruleset().board.bit(cell));
    }
}

Cells Scene::fillable(const State& s) const {
    Cells found;
    for (int color = 0; color < tables().colors; ++color)
        found |= ever_cells(tables(), s, sheet_ * tables().colors + color);
    return found;
}

Aftermath Scene::aftermath(std::int32_t move) const {
    const Position played = position_.play(move);
    const Lane own = own_lane(played.state());
    Aftermath found;
    found.move = move;
    found.shape = tables().shape_of[split_move(tables(), move).placement];
    found.died = died_of(own_, own) & ~(1u << found.shape);
    found.kept = std::popcount(own.alive());
    found.left = std::popcount(own.unused);
    return found;
}

Cells Scene::safe_of(const State& s, const Lane& own) const {
    if (!is_settled_ || rivals_.empty()) return {};
    Cells entered;
    for (const std::vector<int>* colors : {&rivals_, &shared_})
        for (const int color : *colors) entered |= ever_cells(tables(), s, color);
    return own.next - entered;
}

// I5: a sheet is drawn on in all colors, one after the other.
Lane Scene::own_lane(const State& s) const {
    const Tables& t = tables();
    if (t.sheets == 1) return {t, s, color()};
    Lane lane(t, s, sheet_ * t.colors);
    for (int color = 1; color < t.colors; ++color) lane.join({t, s, sheet_ * t.colors + color});
    return lane;
}

Measure Scene::measure(std::int32_t move) const {
    const Tables& t = tables();
    const State& before = position_.state();
    const Position played = position_.play(move);
    const State& after = played.state();
    Measure m;
    m.move = move;
    m.code = split_move(t, move);
    m.shape = t.shape_of[m.code.placement];
    m.size = t.shape_size[m.shape];
    for (int i = 0; i < t.words; ++i) m.cells.words[i] = t.cells_of[m.code.placement * t.words + i];

    if (t.is_solid) {
        Cells inside;
        for (int i = 0; i < t.words; ++i) inside.words[i] = t.inside[i];
        m.lasting = m.cells - inside.moved(-t.layer);
        m.hidden = (m.cells.moved(-t.layer) & ours_).count();  // what it is laid upon was visible
    } else {
        Cells open;
        const Word* laid = filled(t, after, sheet_);
        for (int i = 0; i < t.words; ++i) open.words[i] = t.inside[i] & ~laid[i];
        for (const int step : {1, -1, t.stride, -t.stride}) {
            const Cells beside = m.cells.moved(step);
            const int sides = m.size - (beside & m.cells).count();
            m.sides += sides;
            m.snug += sides - (beside & open).count();
        }
    }

    const Lane own = own_lane(after);
    m.opened = (t.sheets == 1 ? own : Lane(t, after, sheet_ * t.colors + color())).live();
    // Before its first piece a color may build anywhere on the ground (S4); that is no place which this move opens or
    // takes away.
    if (t.sheets > 1 || has_begun(color())) m.opened = m.opened - drawn_.targets;
    m.reach = own.next;
    m.fresh = own.next - own_.next;
    m.space = t.sheets == 1 ? reach_by_two(t, after, color()) : Lane(t, after, sheet_ * t.colors + next_color_).next;
    m.died = died_of(own_, own) & ~(1u << m.shape);
    m.revived = own.alive() & ~own_.alive();
    m.kept = std::popcount(own.alive());
    m.left = std::popcount(own.unused);
    if (t.sheets > 1) {
        m.wasted = ever_ - m.cells - fillable(after);
        for (int face = 1; face <= max_faces; ++face) m.faces += (t.row_shapes[face] & own.alive()) != 0;
    }
    if (is_open_ && !t.is_solid && t.sheets == 1) {
        Cells before_it;
        const int from = has_begun(color()) ? nearest(own_.live(), before_it) : -1, to = nearest(m.opened, m.foremost);
        if (from < 0 || to < from) m.center = to;
    }
    const bool is_scored = t.scoring != Scoring::empty;
    if (is_scored) m.gained = color_score(t, after, color()) - color_score(t, before, color());

    Cells entered;
    for (const int rival : rivals_) {
        const Lane &old = others_[rival], now(t, after, rival);
        Measure::Toward& toward = m.toward[rival];
        toward.closed = old.live() - now.targets;
        toward.taken = old.next - now.next;
        if (has_begun(rival)) m.taken |= toward.taken;
        toward.starved = (old.live() & now.targets) - now.next;
        toward.killed = died_of(old, now);
        if (!t.is_solid) toward.contested = m.fresh & now.next;
        if (is_scored) toward.cost = color_score(t, before, rival) - color_score(t, after, rival);
        if (!is_settled_) continue;
        const Cells ever = ever_cells(t, after, rival);
        toward.shut_out = old.next - ever - m.cells;
        entered |= ever;
    }
    if (is_settled_ && !rivals_.empty()) {
        for (const int shared : shared_) entered |= ever_cells(t, after, shared);
        m.safe = own.next - entered - safe_;
    }
    for (const int partner : partners_) m.toward[partner].taken = others_[partner].next - Lane(t, after, partner).next;
    return m;
}

Answer Scene::worst_answer(std::int32_t move, std::span<const int> rivals) const {
    const Tables& t = tables();
    const Position played = position_.play(move);
    const State& after = played.state();
    const std::vector<Place> own = places_of(t, after, color());
    Cells reach;
    for (const Place& place : own) reach |= place.cells;
    Answer worst{-1, -1, reach.count()};
    for (const int rival : rivals) {
        // What is taken of the reach is all that matters, and many places take the same.
        std::vector<Place> answers = places_of(t, after, rival);
        for (Place& each : answers) each.cells &= reach;
        std::ranges::sort(answers, {}, [](const Place& each) { return each.cells.words; });
        const auto same = [](const Place& a, const Place& b) { return a.cells == b.cells; };
        answers.erase(std::ranges::unique(answers, same).begin(), answers.end());
        for (const Place& answer : answers) {
            if (!answer.cells.any()) continue;
            // A piece that does not meet it keeps its corner too, for its own cell lies there.
            Cells left;
            for (const Place& place : own)
                if (!(place.cells & answer.cells).any()) left |= place.cells;
            if (const int count = left.count(); count < worst.left) worst = {rival, answer.placement, count};
        }
    }
    return worst;
}

int Scene::nearest(const Cells& cells, Cells& foremost) const {
    const Board& board = position_.ruleset().board;
    const auto away = [](int at, int size) { return std::max({(size - 1) / 2 - at, at - size / 2, 0}); };
    int least = -1;
    for (int cell = 0; cell < tables().cells; ++cell) {
        if (!cells.has(board.bit(cell))) continue;
        const Point& at = board.point(cell);
        const int steps = std::max(away(at.x, board.columns()), away(at.y, board.rows()));
        if (least >= 0 && steps > least) continue;
        if (steps != least) foremost = {};
        least = steps;
        foremost.add(board.bit(cell));
    }
    return least;
}

std::vector<int> Scene::numbers(const Cells& cells) const {
    std::vector<int> found;
    for (int cell = 0; cell < tables().cells; ++cell)
        if (cells.has(position_.ruleset().board.bit(cell))) found.push_back(cell);
    return found;
}

}  // namespace cornerwise::advice
