// The one way out of what cannot be done: a sentence that says why.
#pragma once

#include <string>

namespace cornerwise {

enum class Failure {
    invalid,   // what was asked for makes no sense
    overflow,  // a number does not fit
    memory,    // more would be needed than is allowed
};

// Throws std::invalid_argument, std::overflow_error or std::length_error. In a build without exceptions it tells the
// handler instead, which must not come back.
[[noreturn]] void fail(const std::string& sentence, Failure failure = Failure::invalid);

#ifndef __cpp_exceptions
using FailureHandler = void (*)(Failure failure, const char* sentence);
void set_failure_handler(FailureHandler handler);
#endif

}  // namespace cornerwise
