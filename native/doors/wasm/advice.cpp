// Advice and reviews as the page hears them: kinds and numbers, to which the page finds the words.
#include "advice/advice.h"

#include "advice/review.h"
#include "doors/wasm/door.h"
#include "ground/fail.h"

namespace cornerwise {
namespace {

std::vector<std::unique_ptr<advice::Review>> reviews;

advice::Review& review(int number) {
    if (number < 0 || number >= static_cast<int>(reviews.size()) || !reviews[static_cast<std::size_t>(number)])
        fail("There is no such review.");
    return *reviews[static_cast<std::size_t>(number)];
}

template <class Range>
void add_list(const Range& range, std::vector<double>& reals) {
    reals.push_back(static_cast<double>(std::size(range)));
    for (const auto item : range) reals.push_back(static_cast<double>(item));
}

// How many, then of each its kind, what it is compared with, is good, value, usual, weight, color, shape, die, so many
// of so many, the cell amid them or -1, and a list of cells.
void add_findings(const std::vector<advice::Finding>& findings, std::vector<double>& reals) {
    reals.push_back(static_cast<double>(findings.size()));
    for (const advice::Finding& each : findings) {
        const double parts[] = {static_cast<double>(each.kind),
                                static_cast<double>(each.against),
                                static_cast<double>(each.is_good),
                                each.value,
                                each.usual,
                                each.weight,
                                static_cast<double>(each.color),
                                static_cast<double>(each.shape),
                                static_cast<double>(each.die),
                                static_cast<double>(each.some),
                                static_cast<double>(each.of),
                                static_cast<double>(each.near)};
        reals.insert(reals.end(), std::begin(parts), std::end(parts));
        add_list(each.cells, reals);
    }
}

void add_names(std::span<const std::string_view> names) {
    for (const std::string_view name : names) answer().text += std::string(name) + " ";
    answer().text += "\n";
}

}  // namespace

// The names of kinds, of what is compared with, and of verdicts, a line each.
CORNERWISE_EXPORT(tell_advice_names) void tell_advice_names() {
    answer().text.clear();
    add_names(advice::kind_names());
    add_names(advice::against_names());
    add_names(advice::verdict_names());
}

// Of the position that was searched: [confidence, verdict, is hopeless, moves], and of every move its line, its error,
// the list of what is expected to follow, and its findings.
CORNERWISE_EXPORT(tell_advice) void tell_advice(int search, int count) {
    const int ruleset = ruleset_of(search), seats = atlas(ruleset)->ruleset.seats;
    const Result result = result_of(search);
    if (result.lines.empty()) fail("The search has found nothing to advise.");
    const advice::Advice advice = advice::advise(position(ruleset), result, count);
    std::vector<double>& reals = answer().reals;
    reals = {advice.confidence, static_cast<double>(advice.verdict), static_cast<double>(advice.is_hopeless),
             static_cast<double>(advice.moves.size())};
    for (const advice::Advised& each : advice.moves) {
        add_line(each.line, seats, reals);
        reals.push_back(each.error);
        add_list(each.expected, reals);
        add_findings(each.findings, reals);
    }
}

CORNERWISE_EXPORT(open_review) int open_review() {
    reviews.push_back(std::make_unique<advice::Review>());
    return static_cast<int>(reviews.size()) - 1;
}
CORNERWISE_EXPORT(close_review) void close_review(int number) {
    review(number);
    reviews[static_cast<std::size_t>(number)].reset();
}
// The next move of the game, made in the position that is told.
CORNERWISE_EXPORT(add_to_review) void add_to_review(int number, int ruleset, int move) {
    const Position before = position(ruleset);
    if (!before.is_legal(move)) fail("A review is about legal moves.");
    review(number).add(before, move);
}
// Whether another position is to be searched, which takes the place of the state.
CORNERWISE_EXPORT(next_of_review) int next_of_review(int number) {
    const Position* next = review(number).next();
    if (next) state() = next->state();
    return next != nullptr;
}
CORNERWISE_EXPORT(hear_for_review) void hear_for_review(int number, int search) {
    const Result result = result_of(search);
    if (result.lines.empty()) fail("The search has found nothing to judge by.");
    review(number).hear(result);
}
CORNERWISE_EXPORT(progress_of_review) double progress_of_review(int number) { return review(number).progress(); }
// Of every move: [the best, cost, points], then win before and after, score before and after of every seat.
CORNERWISE_EXPORT(tell_review) void tell_review(int number, int seats) {
    std::vector<double>& reals = answer().reals;
    reals.clear();
    for (const advice::Judged& each : review(number).judged()) {
        reals.insert(reals.end(), {static_cast<double>(each.best), each.cost, each.points});
        for (const Values* values : {&each.win_before, &each.win_after, &each.score_before, &each.score_after})
            reals.insert(reals.end(), values->begin(), values->begin() + seats);
    }
}
// Of one move, counted from 0.
CORNERWISE_EXPORT(tell_review_findings) void tell_review_findings(int number, int move) {
    answer().reals.clear();
    add_findings(review(number).findings(move), answer().reals);
}

}  // namespace cornerwise
