// Positions as short URL-safe text, exact both ways.
//
//   text   = turn *( "." pieces )             one field of pieces per supply (a color; in the dice game a sheet)
//   turn   = who *( tag value )               who: color index, in the dice game the seat; "c" chance; "z" over
//   pieces = *( three base-64 digits: placement [color digit in the dice game] ), in the order of the shapes
//   tags   : u set up: turns cannot have led here · x out (hex) · q retired, in their order · r rota · l smallest last
//   (hex) · n round · s starter · t step · d free dice · k strikes used
#include <algorithm>
#include <charconv>

#include "ground/fail.h"
#include "kernel/position/laying.h"
#include "kernel/position/past.h"
#include "kernel/position/position.h"
#include "kernel/scoring.h"

namespace cornerwise {

static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static std::string hex(unsigned value) {
    char text[16];
    return std::string{text, std::to_chars(text, text + sizeof text, value, 16).ptr};
}

std::string Position::text() const {
    const Tables& t = tables();
    const State& s = state_;
    const bool dice = ruleset().is_dice();
    std::string out;
    if (s.actor == nobody) out = "z";
    else if (s.actor == chance) out = "c";
    else out = std::to_string(dice ? s.actor : s.color);
    if (impossible_past(t, s)) out += "u";
    if (s.out) out += "x" + hex(s.out);
    if (const std::vector<int> seats = retired(); !seats.empty()) {
        out += "q";
        for (const int seat : seats) out += std::to_string(seat);
    }
    if (s.rota) out += "r" + std::to_string(s.rota);
    if (s.smallest_last) out += "l" + hex(s.smallest_last);
    if (s.round) out += "n" + std::to_string(s.round);
    if (s.starter) out += "s" + std::to_string(s.starter);
    if (s.step) out += "t" + std::to_string(s.step);
    if (std::ranges::any_of(s.dice, [](auto n) { return n; })) {
        out += "d";
        for (int face = 1; face <= max_faces; ++face) out += std::string(s.dice[face], static_cast<char>('0' + face));
    }
    if (std::ranges::any_of(s.strikes, [](auto n) { return n; })) {
        out += "k";
        for (int seat = 0; seat < t.seats; ++seat) out += hex(s.strikes[seat]);
    }
    for (int supply = 0; supply < t.supplies; ++supply) {
        out += ".";
        for (int shape = 0; shape < t.shapes; ++shape) {
            const int placement = s.placed[supply * t.shapes + shape] - 1;
            if (placement < 0) continue;
            out += digits[placement >> 12];
            out += digits[placement >> 6 & 63];
            out += digits[placement & 63];
            if (dice) out += static_cast<char>('0' + (s.inks[shape] >> (2 * supply) & 3));
        }
    }
    return out;
}

namespace {

std::vector<Laid> parse_pieces(const Tables& t, std::string_view field, int supply) {
    const bool dice = t.turns == Turns::dice;
    const std::size_t length = dice ? 4 : 3;
    if (field.size() % length) fail("The pieces in the position text are cut off.");
    std::vector<Laid> pieces;
    for (std::size_t at = 0; at < field.size(); at += length) {
        std::size_t placement = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t digit = digits.find(field[at + i]);
            if (digit == std::string_view::npos) fail("The position text has a character that does not belong there.");
            placement = placement << 6 | digit;
        }
        if (placement >= static_cast<std::size_t>(t.placements))
            fail("The position text names a placement that does not exist.");
        const int color = dice ? field[at + 3] - '0' : supply;
        if (color < 0 || color >= t.colors) fail("The position text names a color that does not exist.");
        pieces.push_back({dice ? supply * t.colors + color : color, supply, static_cast<int>(placement)});
    }
    return pieces;
}

void parse_retired(const Tables& t, State& s, std::string_view seats) {
    std::uint8_t order = 0;
    for (const char digit : seats) {
        const int seat = digit - '0';
        if (seat < 0 || seat >= t.seats || s.retired[seat] || is_deserted(t, s))
            fail("The position text tells of a retirement that cannot have been.");
        s.retired[seat] = ++order;
    }
}

// The colors that a retired seat put out, in the dice game the seat itself (R2).
unsigned out_by_retiring(const Tables& t, const State& s) {
    unsigned gone = 0;
    for (int seat = 0; seat < t.seats; ++seat) {
        if (!s.retired[seat]) continue;
        if (t.turns == Turns::dice) gone |= 1u << seat;
        for (int color = 0; color < t.colors; ++color)
            if (t.owners[color] == seat) gone |= 1u << color;
    }
    return gone;
}

// Whether the text says that the position was set up.
bool parse_turn(const Tables& t, State& s, std::string_view field) {
    bool is_set_up = false;
    auto bad = [] { fail("The turn in the position text cannot be read."); };
    if (field.empty()) bad();
    const bool dice = t.turns == Turns::dice;
    const char who = field[0];
    if (who == 'z') s.actor = nobody;
    else if (who == 'c' && dice) s.actor = chance;
    else if (who >= '0' && who - '0' < (dice ? t.seats : t.colors)) s.actor = static_cast<std::int8_t>(who - '0');
    else bad();
    std::size_t at = 1;
    while (at < field.size()) {
        const char tag = field[at++];
        std::size_t end = at;
        while (end < field.size() && std::string_view("uxqrlnstdk").find(field[end]) == std::string_view::npos &&
               end - at < 32)
            ++end;
        // "d" is also a hexadecimal digit; the two tags whose values are hexadecimal have one digit.
        if (tag == 'x' || tag == 'l') end = std::min(at + 1, field.size());
        if (tag == 'k') end = std::min(at + static_cast<std::size_t>(t.seats), field.size());
        const std::string_view value = field.substr(at, end - at);
        at = end;
        auto number = [&](unsigned below, int base = 10) {
            unsigned n = 0;
            const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), n, base);
            if (error != std::errc{} || rest != value.data() + value.size() || n >= below) bad();
            return static_cast<std::uint8_t>(n);
        };
        if (tag == 'u') is_set_up = value.empty() || (bad(), false);
        else if (tag == 'x') s.out = number(1u << (dice ? t.seats : t.colors), 16);
        else if (tag == 'q') parse_retired(t, s, value);
        else if (tag == 'l') s.smallest_last = number(1u << t.supplies, 16);
        else if (tag == 'r' && !dice) s.rota = number(std::max(t.rota_size, 1));
        else if (tag == 'n' && dice) s.round = number(200);
        else if (tag == 's' && dice) s.starter = number(t.seats);
        else if (tag == 't' && dice) s.step = number(t.seats);
        else if (tag == 'd' && dice) {
            if (value.empty() || value.size() > static_cast<std::size_t>(t.seats)) bad();
            for (const char face : value) {
                if (face < '1' || face > '6') bad();
                ++s.dice[face - '0'];
            }
        } else if (tag == 'k' && dice) {
            if (value.size() != static_cast<std::size_t>(t.seats)) bad();
            for (int seat = 0; seat < t.seats; ++seat) {
                if (value[seat] < '0' || value[seat] - '0' > t.strikes) bad();
                s.strikes[seat] = static_cast<std::uint8_t>(value[seat] - '0');
            }
        } else {
            bad();
        }
    }
    return is_set_up;
}

}  // namespace

Position Position::parse(std::shared_ptr<const Atlas> atlas, std::string_view text) {
    const Tables& t = atlas->tables();
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; fields.size() <= max_seats + 1;) {
        const std::size_t dot = text.find('.', at);
        fields.push_back(text.substr(at, dot - at));
        if (dot == std::string_view::npos) break;
        at = dot + 1;
    }
    if (fields.size() != static_cast<std::size_t>(t.supplies) + 1)
        fail("The position text should have " + std::to_string(t.supplies + 1) + " parts after the ruleset.");

    Position position(atlas);
    const State fresh = position.state_;
    State turn = fresh;
    turn.actor = turn.color = turn.out = 0;
    const bool is_set_up = parse_turn(t, turn, fields[0]);

    std::vector<Laid> pieces;
    for (int supply = 0; supply < t.supplies; ++supply) {
        std::uint32_t seen = 0;
        for (const Laid& piece : parse_pieces(t, fields[supply + 1], supply)) {
            const int shape = t.shape_of[piece.placement];
            if (seen >> shape & 1)
                fail("The position text uses the piece " + atlas->ruleset.shapes[shape].name + " twice.");
            seen |= 1u << shape;
            pieces.push_back(piece);
        }
    }
    State s = fresh;
    if (!lay_pieces(t, s, pieces).empty())
        fail("The pieces in the position text cannot have been placed under the rules.");

    s.actor = turn.actor;
    s.out = turn.out;
    std::ranges::copy(turn.retired, s.retired);
    s.rota = turn.rota;
    s.round = turn.round;
    s.starter = turn.starter;
    s.step = turn.step;
    std::ranges::copy(turn.dice, s.dice);
    std::ranges::copy(turn.strikes, s.strikes);
    for (int supply = 0; supply < t.supplies; ++supply)
        if ((turn.smallest_last >> supply & 1) && (s.supply[supply] || t.smallest < 0))
            fail("The position text claims a last piece for a color that is not finished.");
    s.smallest_last = turn.smallest_last;
    if (s.actor >= 0 && (s.out >> s.actor & 1)) fail("The position text gives the turn to somebody who is out.");

    if (t.turns == Turns::dice) {
        const bool rolled = s.actor >= 0;
        s.color = static_cast<std::int8_t>(rolled ? ((s.actor - s.round) % t.colors + t.colors) % t.colors : -1);
        if (rolled ? (s.starter + s.step) % t.seats != s.actor : s.step)
            fail("The dice in the position text do not fit the turn.");
    } else if (s.actor >= 0) {
        s.color = s.actor;
        s.actor = t.owners[s.color] >= 0 ? t.owners[s.color] : t.rota[s.rota];
    } else {
        s.color = -1;
    }
    const unsigned everybody = (1u << (t.turns == Turns::dice ? t.seats : t.colors)) - 1;
    const unsigned retired = out_by_retiring(t, s);
    if ((s.out & retired) != retired || (t.rota_size && !is_deserted(t, s) && s.retired[t.rota[s.rota]]))
        fail("The position text lets somebody who has retired go on.");
    if ((s.actor == nobody) != (s.out == everybody || is_deserted(t, s)))
        fail("The position text does not agree with itself about the end.");
    if (const char* sentence = impossible_past(t, s); sentence && !is_set_up) fail(sentence);
    position.state_ = s;
    if (s.actor >= 0 && !position.legal_count()) fail("The position text gives the turn to somebody who cannot move.");
    // In the flat games a color without a place never gets one again. In space, or where a first piece waits for
    // something to touch, the mark is history.
    if (t.turns == Turns::rotation && !t.is_solid && !t.opening_touches)
        for (int color = 0; color < t.colors; ++color)
            if ((s.out & ~retired) >> color & 1)
                if (const auto left = position.places_left(color);
                    std::ranges::any_of(left, [](int n) { return n > 0; }))
                    fail("The position text calls a color out that can still place.");
    if (position.text() != text) fail("The position text is not in its one proper form.");
    return position;
}

}  // namespace cornerwise
