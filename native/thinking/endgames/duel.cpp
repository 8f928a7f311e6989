// Alpha-beta over the list of what can still happen.
#include "thinking/endgames/duel.h"

#include <algorithm>
#include <bit>

#include "ground/random.h"
#include "kernel/scoring.h"

namespace cornerwise {

static constexpr int infinity = 1 << 14;

bool Duel::fits(const Tables& t) {
    if (t.turns != Turns::rotation || t.is_solid || t.opening_touches) return false;
    if (t.scoring != Scoring::leftover || t.tally != Tally::sum) return false;
    if (t.all_placed_bonus < 0 || t.smallest_last_bonus < 0) return false;  // who is made to place may lose by it
    return has_two_sides(t) && std::all_of(t.owners, t.owners + t.colors, [](int owner) { return owner >= 0; });
}

Duel::Duel(const Tables& t, const State& state, const Outlook& outlook, std::size_t positions)
    : t_(t), outlook_(outlook) {
    static_cast<Prospect&>(start_) = outlook.start;
    color_of_.resize(static_cast<std::size_t>(outlook.size));
    others_.resize(static_cast<std::size_t>(t.colors) * outlook.words);
    for (int color = 0; color < t.colors; ++color) {
        side_of_[color] = t.teams[t.owners[color]] != t.teams[0];
        scores_[color] = color_score(t, state, color);
        start_.supply[color] = state.supply[color];
        start_.margin += side_of_[color] ? -scores_[color] : scores_[color];
        const Range& own = outlook.colors[color];
        for (int i = 0; i < outlook.words; ++i)
            others_[color * outlook.words + i] =
                outlook.start.possible[i] & ~(own.first_word <= i && i <= own.last_word ? own.mask(i) : 0);
    }
    Random random(0x9e3779b97f4a7c15u);
    for (int k = 0; k < outlook.size; ++k) {
        int color = 0;
        while (others_[color * outlook.words + k / 64] >> k % 64 & 1) ++color;
        color_of_[k] = static_cast<std::uint8_t>(color);
        keys_.push_back(random.next());
    }
    settle(start_, state.color);
    table_.resize(std::bit_ceil(std::max<std::size_t>(positions, 2)));
    options_.resize(static_cast<std::size_t>(max_pieces) + 1);
}

// What a color could gain if every shape that still fits somewhere could be placed.
int Duel::most_gain(const Place& place, int color) const {
    int sum = 0;
    bool all = true;
    for (std::uint32_t rest = place.supply[color]; rest; rest &= rest - 1) {
        const int shape = std::countr_zero(rest);
        const Range& r = outlook_.shapes[color][shape];
        Word any = (place.possible[r.first_word] & r.first_mask) | (place.possible[r.last_word] & r.last_mask);
        for (int i = r.first_word + 1; i < r.last_word; ++i) any |= place.possible[i];
        if (any) sum += t_.shape_size[shape];
        else all = false;
    }
    return all ? sum + t_.all_placed_bonus + t_.smallest_last_bonus : sum;
}

// What a color can be sure of: placements that no other color can rule out, not even one of its own side, which may
// have no other move, and that do not rule out each other.
int Duel::safe_gain(const Place& place, int color) const {
    const Range& r = outlook_.colors[color];
    Word rest[Prospect::most_words], open[Prospect::most_words];
    for (int i = r.first_word; i <= r.last_word; ++i) {
        rest[i] = place.possible[i] & r.mask(i);
        open[i] = place.open[i];
    }
    const Word* others = &others_[color * outlook_.words];
    std::uint32_t supply = place.supply[color];
    int sum = 0;
    for (int i = r.first_word; i <= r.last_word; ++i)
        while (const Word word = rest[i] & open[i]) {
            const int k = 64 * i + std::countr_zero(word);
            const Word *out = outlook_.ruled_out_by(k), *opens = outlook_.opened_by(k) - r.first_word;
            Word threats = 0;
            for (int j = 0; j < outlook_.words; ++j) threats |= out[j] & place.possible[j] & others[j];
            if (threats) {
                rest[i] &= ~(Word{1} << k % 64);
                continue;
            }
            const int shape = t_.shape_of[outlook_.placements[k]];
            supply &= ~(1u << shape);
            sum += t_.shape_size[shape];
            if (!supply) sum += t_.all_placed_bonus + (shape == t_.smallest ? t_.smallest_last_bonus : 0);
            bool behind = false;  // it opened something that was passed over before
            for (int j = r.first_word; j <= r.last_word; ++j) {
                rest[j] &= ~out[j];
                behind |= j < i && (rest[j] & opens[j] & ~open[j]);
                open[j] |= opens[j];
            }
            if (behind) {
                i = r.first_word - 1;
                break;
            }
        }
    return sum;
}

// K5: the next color that can place is to move; one that cannot never will.
void Duel::settle(Place& place, int color) const {
    place.color = -1;
    place.gains[0] = place.gains[1] = 0;
    for (int i = 0; i < t_.colors; ++i, color = color + 1 == t_.colors ? 0 : color + 1) {
        if (!outlook_.can_place(place, color)) continue;
        if (place.color < 0) place.color = static_cast<std::int8_t>(color);
        place.gains[side_of_[color]] += most_gain(place, color);
    }
}

// What the placement that led here earned.
int Duel::points(const Place& next, int move) const {
    const int shape = t_.shape_of[outlook_.placements[move]];
    if (next.supply[color_of_[move]]) return t_.shape_size[shape];
    return t_.shape_size[shape] + t_.all_placed_bonus + (shape == t_.smallest ? t_.smallest_last_bonus : 0);
}

void Duel::play(const Place& place, int move, Place& next) const {
    outlook_.play(place, place.color, move, next);
    std::copy_n(place.supply, max_colors, next.supply);
    const int color = place.color, shape = t_.shape_of[outlook_.placements[move]];
    next.supply[color] &= ~(1u << shape);
    next.key = place.key ^ keys_[move];
    // That the smallest came last cannot be told from what has been placed.
    if (!next.supply[color] && shape == t_.smallest)
        next.key ^= 0xd6e8feb86659fd93u * static_cast<std::uint64_t>(color + 1);
    const int earned = points(next, move);
    next.margin = place.margin + (side_of_[color] ? -earned : earned);
    settle(next, color + 1 == t_.colors ? 0 : color + 1);
}

// Whether so many positions are too few by experience: about eight times as many are needed for 24 more places.
bool Duel::is_hopeless(const Place& place, std::uint64_t positions) const {
    int places = 0;
    for (int i = 0; i < outlook_.words; ++i) places += std::popcount(place.possible[i] & place.open[i]);
    return places > 8 * (static_cast<int>(std::bit_width(positions)) - 4);
}

Duel::Bounds Duel::bounds(const Place& place) const {
    if (place.color < 0) return {place.margin, place.margin};
    const int side = side_of_[place.color], margin = side ? -place.margin : place.margin;
    return {margin - place.gains[1 - side], margin + place.gains[side]};
}

Duel::Bounds Duel::sharper_bounds(const Place& place, Bounds bounds) const {
    const int side = side_of_[place.color];
    for (int color = 0; color < t_.colors; ++color) {
        const int safe = safe_gain(place, color);
        if (side_of_[color] == side) bounds.low += safe;
        else bounds.high -= safe;
    }
    return bounds;
}

std::uint64_t Duel::key_of(const Place& place) {
    return place.key ^ 0x2545f4914f6cdd1du * static_cast<std::uint64_t>(place.color + 1);
}

const Duel::Entry* Duel::find(std::uint64_t key) const {
    const Entry* pair = &table_[slot(key)];
    return pair[0].key == key ? &pair[0] : pair[1].key == key ? &pair[1] : nullptr;
}

// Of two entries the first is for what took the most effort, the second for what came last.
void Duel::remember(std::uint64_t key, Bounds bounds, int move, std::uint64_t effort) {
    Entry* pair = &table_[slot(key)];
    const auto bits = static_cast<std::uint16_t>(std::bit_width(effort));
    Entry& entry = pair[0].key == key || (pair[1].key != key && bits >= pair[0].effort) ? pair[0] : pair[1];
    entry = {key, static_cast<std::int16_t>(bounds.low), static_cast<std::int16_t>(bounds.high),
             static_cast<std::uint16_t>(move), bits};
}

// The moves worth a look, the most promising first: by what is won and what each side may still win.
// Returns the most that those left out can reach; at least beta if one of them is sure to.
int Duel::list_options(const Place& place, int first, int alpha, int beta, std::vector<Option>& options) const {
    options.clear();
    const int side = side_of_[place.color];
    int best = -infinity;
    Place next;
    const Range& r = outlook_.colors[place.color];
    for (int i = r.first_word; i <= r.last_word; ++i)
        for (Word word = place.possible[i] & place.open[i] & r.mask(i); word; word &= word - 1) {
            const int move = 64 * i + std::countr_zero(word);
            play(place, move, next);
            const int margin = side ? -next.margin : next.margin;
            const int low = margin - next.gains[1 - side], high = margin + next.gains[side];
            if (low >= beta) return low;
            if (high <= alpha) {
                best = std::max(best, high);
                continue;
            }
            __builtin_prefetch(&table_[slot(key_of(next))]);
            options.push_back({static_cast<std::uint16_t>(move), move == first ? infinity : low + high});
        }
    std::ranges::stable_sort(options, std::greater{}, &Option::promise);
    return best;
}

// What a move is worth to the side that makes it.
int Duel::follow(const Place& place, int move, int alpha, int beta, std::size_t depth) {
    Place next;
    play(place, move, next);
    const int side = side_of_[place.color];
    if (next.color < 0) return side ? -next.margin : next.margin;
    return side_of_[next.color] == side ? search(next, alpha, beta, depth + 1)
                                        : -search(next, -beta, -alpha, depth + 1);
}

int Duel::search(const Place& place, int alpha, int beta, std::size_t depth) {
    Bounds known = bounds(place);
    const auto is_enough = [&] { return known.low >= beta || known.high <= alpha || known.is_exact(); };
    const auto answer = [&] { return known.low >= beta ? known.low : known.high; };
    if (is_enough()) return answer();
    if (++visited_ > budget_ || (visited_ % 256 == 0 && (*bell_)())) gave_up_ = true;
    if (gave_up_) return 0;
    const std::uint64_t before = visited_, key = key_of(place);
    int best_move = -1;
    if (const Entry* entry = find(key)) {
        known = {entry->low, entry->high};
        best_move = entry->move;
    } else {
        known = sharper_bounds(place, known);
    }
    if (is_enough()) return answer();
    alpha = std::max(alpha, known.low);
    beta = std::min(beta, known.high);
    std::vector<Option>& options = options_[depth];
    int best = list_options(place, best_move, alpha, beta, options), reached = alpha;
    for (std::size_t i = 0; best < beta && i < options.size(); ++i) {
        const int value = follow(place, options[i].move, reached, beta, depth);
        if (gave_up_) return 0;
        if (value > best) {
            best = value;
            best_move = options[i].move;
        }
        reached = std::max(reached, best);
    }
    if (best <= alpha) known.high = std::max(known.low, std::min(known.high, best));
    else if (best >= beta) known.low = std::min(known.high, best);
    else known.low = known.high = best;
    remember(key, known, best_move, visited_ - before);
    return best <= alpha ? known.high : known.low;
}

static std::pair<int, int> best_first(const Duel::Judged& move) { return {move.low, move.high}; }

void Duel::begin(std::uint64_t positions) {
    budget_ = visited_ + positions;
    gave_up_ = (*bell_)();
}

// Halves the interval in which the best of these moves lies until it is a point, or until the winner is known: that
// first.
void Duel::sharpen(std::span<Judged> moves, Bounds& best, bool only_sign) {
    while (!gave_up_ && !best.is_exact() && !(only_sign && best.is_decided())) {
        const bool may_win = !best.is_won() && best.high > 0, may_tie = best.low < 0 && best.high >= 0;
        const int aim = may_win ? 1 : may_tie ? 0 : (best.low + best.high + 1) >> 1;
        int reached = -infinity;
        for (Judged& move : moves) {
            int value = move.high;
            if (move.low < aim && move.high >= aim) {
                value = follow(start_, move.move, aim - 1, aim, 0);
                if (gave_up_) return;
                if (value >= aim) move.low = std::max(move.low, value);
                else move.high = std::min(move.high, value);
            } else if (move.low >= aim) {
                value = move.low;
            }
            reached = std::max(reached, value);
            if (reached >= aim) break;
        }
        if (reached >= aim) best.low = std::max(best.low, reached);
        else best.high = std::min(best.high, reached);
        for (Judged& move : moves) move.high = std::min(move.high, best.high);
        std::ranges::stable_sort(moves, std::greater{}, best_first);
    }
}

// The final scores after a move of which the margin is known, if both sides play their best.
std::array<int, max_seats> Duel::final_scores(int move, int margin) {
    std::array<int, max_colors> colors = scores_;
    Place place = start_;
    int value = side_of_[place.color] ? -margin : margin;  // from here on the first side's
    while (true) {
        Place next;
        play(place, move, next);
        colors[color_of_[move]] += points(next, move);
        if (next.color < 0) break;
        place = next;
        const int aim = side_of_[place.color] ? -value : value;
        std::vector<Option> options;
        list_options(place, -1, -infinity, infinity, options);
        const auto best = std::ranges::find_if(options, [&](const Option& option) {
            return follow(place, option.move, aim - 1, aim, 0) >= aim || gave_up_;
        });
        gave_up_ |= best == options.end();
        if (gave_up_) return {};
        move = best->move;
    }
    std::array<int, max_seats> scores{};
    add_colors(t_, colors.data(), scores.data());
    return scores;
}

Duel::Verdict Duel::solve(std::uint64_t positions, const Bell& bell, std::uint64_t times) {
    bell_ = &bell;
    std::vector<Option> options;
    list_options(start_, -1, -infinity, infinity, options);
    Verdict verdict{{}, {-infinity, -infinity}};
    auto& [moves, best] = verdict;
    for (const Option& option : options) {
        Place next;
        play(start_, option.move, next);
        const int side = side_of_[start_.color], margin = side ? -next.margin : next.margin;
        moves.push_back({{margin - next.gains[1 - side], margin + next.gains[side]}, option.move, false, {}});
        best = {std::max(best.low, moves.back().low), std::max(best.high, moves.back().high)};
    }
    begin(positions);
    if (!is_hopeless(start_, positions)) sharpen(moves, best, true);
    // Once the victory is decided nothing but the score is left to think about.
    if (best.is_decided()) {
        begin(times * positions);
        sharpen(moves, best, false);
    }
    if (best.is_exact()) {
        begin(times * positions);
        const auto tell_scores = [&](Judged& move) {
            if (gave_up_ || move.has_scores || !move.is_exact()) return;
            move.scores = final_scores(move.move, move.low);
            move.has_scores = !gave_up_;
        };
        for (Judged& move : moves) {
            Bounds one = move;
            sharpen(std::span(&move, 1), one, false);
            tell_scores(move);
        }
        begin(times * positions);
        std::ranges::for_each(moves, tell_scores);
    }
    std::ranges::stable_sort(moves, std::greater{}, best_first);
    for (Judged& move : moves) move.move = outlook_.placements[move.move];
    return verdict;
}

Duel::Bounds Duel::decide(std::span<const std::int32_t> moves, std::uint64_t positions, const Bell& bell) {
    bell_ = &bell;
    begin(positions);
    Place place = start_, next;
    for (const std::int32_t move : moves) {
        play(place, outlook_.number_of[place.color * t_.placements + move], next);
        place = next;
    }
    Bounds known = bounds(place);
    if (known.is_exact() || is_hopeless(place, positions)) return known;
    for (const int aim : {1, 0})
        if (!known.is_decided() && known.low < aim && known.high >= aim) {
            const int value = search(place, aim - 1, aim, 0);
            if (gave_up_) break;
            if (value >= aim) known.low = std::max(known.low, value);
            else known.high = std::min(known.high, value);
        }
    return known;
}

}  // namespace cornerwise
