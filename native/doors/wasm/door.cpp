// Where questions and answers lie, for the page to find.
#include "doors/wasm/door.h"

namespace cornerwise {
namespace {

State current{};
std::string incoming;
Answer last_answer;

}  // namespace

std::string_view input(int bytes) { return std::string_view(incoming).substr(0, static_cast<std::size_t>(bytes)); }
State& state() { return current; }
Answer& answer() { return last_answer; }

CORNERWISE_EXPORT(state_address) State* state_address() { return &current; }
CORNERWISE_EXPORT(state_bytes) int state_bytes() { return sizeof current; }
// Room for so many bytes of input.
CORNERWISE_EXPORT(input_address) char* input_address(int bytes) {
    if (incoming.size() < static_cast<std::size_t>(bytes)) incoming.resize(static_cast<std::size_t>(bytes));
    return incoming.data();
}
CORNERWISE_EXPORT(numbers_address) const std::int32_t* numbers_address() { return last_answer.numbers.data(); }
CORNERWISE_EXPORT(numbers_count) int numbers_count() { return static_cast<int>(last_answer.numbers.size()); }
CORNERWISE_EXPORT(reals_address) const double* reals_address() { return last_answer.reals.data(); }
CORNERWISE_EXPORT(reals_count) int reals_count() { return static_cast<int>(last_answer.reals.size()); }
CORNERWISE_EXPORT(text_address) const char* text_address() { return last_answer.text.data(); }
CORNERWISE_EXPORT(text_bytes) int text_bytes() { return static_cast<int>(last_answer.text.size()); }

}  // namespace cornerwise
