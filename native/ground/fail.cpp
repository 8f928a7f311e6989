// How a failure reaches the door that the question came through.
#include "ground/fail.h"

#include <cstdlib>
#include <stdexcept>

namespace cornerwise {

#ifdef __cpp_exceptions

void fail(const std::string& sentence, Failure failure) {
    switch (failure) {
        case Failure::overflow: throw std::overflow_error(sentence);
        case Failure::memory: throw std::length_error(sentence);
        default: throw std::invalid_argument(sentence);
    }
}

#else

static FailureHandler handler = nullptr;

void set_failure_handler(FailureHandler handle) { handler = handle; }

void fail(const std::string& sentence, Failure failure) {
    if (handler) handler(failure, sentence.c_str());
    std::abort();
}

#endif

}  // namespace cornerwise
