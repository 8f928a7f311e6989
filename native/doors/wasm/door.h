// What the files of this door share: how questions come in and how answers go out.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/position/position.h"
#include "thinking/search.h"

// A function that the page calls.
#define CORNERWISE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace cornerwise {

// The page writes texts and data here before it asks; the state of the position it asks about lies beside it, and takes
// the place of the next one when something is done.
std::string_view input(int bytes);
State& state();

// What was answered last: whole numbers, real ones, a text. Every answer takes the place of the one before.
struct Answer {
    std::vector<std::int32_t> numbers;
    std::vector<double> reals;
    std::string text;

    template <class Range>
    void add_list(const Range& range) {
        numbers.push_back(static_cast<std::int32_t>(std::size(range)));
        numbers.insert(numbers.end(), std::begin(range), std::end(range));
    }
};
Answer& answer();

// A ruleset that was read before, by its number.
const std::shared_ptr<const Atlas>& atlas(int ruleset);
// The position that is asked about.
inline Position position(int ruleset) { return {atlas(ruleset), state()}; }
// What a search that was begun before knows by now, and the ruleset it thinks about.
Result result_of(int search);
int ruleset_of(int search);
// A line as reals: its move, visits, prior, is decided, is exact, win and score of every seat.
void add_line(const Line& line, int seats, std::vector<double>& reals);

}  // namespace cornerwise
