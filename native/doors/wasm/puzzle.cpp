// Puzzles as the page sees them: what lies, judged; hints and solutions, hunted for; a day's puzzle, made.
#include <algorithm>

#include "doors/wasm/door.h"
#include "doors/wasm/json.h"
#include "ground/fail.h"
#include "puzzles/problem/hint.h"
#include "puzzles/problem/hunt.h"
#include "puzzles/problem/make.h"
#include "puzzles/problem/verify.h"

namespace cornerwise::puzzles {
namespace {

std::vector<std::shared_ptr<const Problem>> problems;
std::shared_ptr<const Problem> begun;  // the one that is being solved
std::unique_ptr<Hunt> hunt;

const std::shared_ptr<const Problem>& problem(int number) {
    if (number < 0 || number >= static_cast<int>(problems.size())) fail("There is no such puzzle.");
    return problems[static_cast<std::size_t>(number)];
}

int keep(Problem made) {
    made.check();
    problems.push_back(std::make_shared<const Problem>(std::move(made)));
    return static_cast<int>(problems.size()) - 1;
}

// Pieces as lists: color, shape, cells.
std::vector<Laid> laid_from(const Problem& p, const Json& data) {
    std::vector<Laid> laid;
    for (const Json& row : data.items) {
        const std::vector<int> numbers = row.numbers();
        if (numbers.size() < 3) fail("A piece has a color, a shape and cells.");
        const std::vector<int> cells(numbers.begin() + 2, numbers.end());
        for (const int cell : cells)
            if (cell < 0 || cell >= p.board().cell_count()) fail("A piece covers cells of the board.");
        const Laid piece{numbers[0], p.atlas->find(cells)};
        if (piece.color < 0 || piece.color >= p.colors() || piece.placement < 0 || p.shape(piece) != numbers[1])
            fail("There is no such piece in this puzzle.");
        laid.push_back(piece);
    }
    return laid;
}

void add(const Problem& p, const Laid& piece) {
    answer().numbers.push_back(piece.color);
    answer().numbers.push_back(p.shape(piece));
    answer().add_list(p.cells(piece));
}

void add(const Problem& p, const std::vector<Laid>& laid) {
    answer().numbers.push_back(static_cast<std::int32_t>(laid.size()));
    for (const Laid& piece : laid) add(p, piece);
}

const Hunt& hunted() {
    if (!hunt) fail("No hunt has begun.");
    return *hunt;
}

}  // namespace

// A puzzle of a ruleset, from its data; its number.
CORNERWISE_EXPORT(read_problem) int read_problem(int ruleset, int bytes) {
    const Json data = Json::parse(input(bytes));
    Problem made{
        .atlas = atlas(ruleset),
        .supply = {},
        .goal = static_cast<Goal>(data["goal"].whole()),
        .contact = static_cast<Contact>(data["contact"].whole()),
        .descending = data["descending"].number != 0,
        .layable = data["layable"].number != 0,
        .rooted = data["rooted"].number != 0,
        .givens = {},
    };
    for (const Json& own : data["supply"].items) made.supply.push_back(own.numbers());
    made.givens = laid_from(made, data["givens"]);
    return keep(std::move(made));
}

// What somebody has laid: [is solved, has a fault, its color, its shape, the piece that breaks a rule], and the fault's
// kind and sentence, a line each.
CORNERWISE_EXPORT(judge_laid) void judge_laid(int number, int bytes) {
    const Problem& p = *problem(number);
    const Judgment judgment = judge(p, laid_from(p, Json::parse(input(bytes))));
    const Fault fault = judgment.fault.value_or(Fault{});
    answer().numbers = {judgment.is_solved, judgment.fault.has_value(), fault.color, fault.shape, judgment.piece};
    answer().text = fault.kind + "\n" + fault.sentence;
}

// Begins to hunt for a solution that keeps what was laid; 0 where a simple argument, told, shows that there is none.
CORNERWISE_EXPORT(begin_hunt) int begin_hunt(int number, int bytes, std::uint64_t seed) {
    const Problem& p = *problem(number);
    std::vector<Laid> laid = p.givens;
    for (const Laid& piece : laid_from(p, Json::parse(input(bytes))))
        if (!std::ranges::count(p.givens, piece)) laid.push_back(piece);
    begun = std::make_shared<const Problem>(p.with_givens(std::move(laid)));
    if (const auto fault = clash(*begun, begun->givens)) fail(fault->sentence);
    hunt.reset();
    answer().text = objection(*begun).value_or("");
    if (!answer().text.empty()) return 0;
    hunt = std::make_unique<Hunt>(begun, seed, Method::all);
    return 1;
}
// Hunts on for about so many seconds: 0 running, 1 found, 2 exhausted.
CORNERWISE_EXPORT(advance_hunt) int advance_hunt(double seconds) {
    hunted();
    return static_cast<int>(hunt->advance(seconds));
}
// [nodes, part of the search that is closed, most pieces laid, whether it is proved that there is no solution]
CORNERWISE_EXPORT(tell_hunt) void tell_hunt() {
    const Hunt& h = hunted();
    answer().reals = {static_cast<double>(h.nodes()), h.closed(), static_cast<double>(h.best()),
                      static_cast<double>(h.is_impossible())};
}
// The solution: how many pieces, and of each its color, its shape and the list of its cells.
CORNERWISE_EXPORT(tell_solution) void tell_solution() {
    answer().numbers.clear();
    add(*begun, hunted().solution());
}
// The next piece: as above, the list of the cells about it, the cell to look at, its options; 0 where everything lies.
CORNERWISE_EXPORT(tell_hint) int tell_hint() {
    answer().numbers.clear();
    const auto found = hint(begun, hunted().solution());
    if (!found) return 0;
    add(*begun, found->piece);
    answer().add_list(found->around);
    answer().numbers.push_back(found->cell);
    answer().numbers.push_back(found->options);
    return 1;
}

// A day, counted from the first of January of the year 1: [how hard its puzzle is, whether it is in space].
CORNERWISE_EXPORT(describe_day) void describe_day(double number) {
    const Day day = day_of(static_cast<std::int64_t>(number));
    answer().numbers = {day.level, day.is_solid};
}
// The puzzle that a day has on the board of a ruleset; its number, or −1. [how hard it came out, the list of how many
// pieces of each shape], and its givens as above.
CORNERWISE_EXPORT(make_day) int make_day(int ruleset, double number) {
    const Day day = day_of(static_cast<std::int64_t>(number));
    std::optional<Made> made = make_puzzle(atlas(ruleset), day.level, static_cast<std::uint64_t>(number));
    if (!made) return -1;
    answer().numbers = {made->difficulty.level};
    answer().add_list(made->problem.supply[0]);
    add(made->problem, made->problem.givens);
    return keep(std::move(made->problem));
}

}  // namespace cornerwise::puzzles
