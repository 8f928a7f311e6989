// How a failure reaches the page: as a sentence, after which the page discards this instance.
#include <cstring>

#include "doors/wasm/door.h"
#include "ground/fail.h"

namespace cornerwise {

// The page's: it throws, and so never comes back.
__attribute__((import_module("page"), import_name("fail"))) extern "C" void fail_on_page(const char* sentence,
                                                                                         int bytes);

// Called by the page before anything else.
CORNERWISE_EXPORT(listen_to_failures) void listen_to_failures() {
    set_failure_handler(
        [](Failure, const char* sentence) { fail_on_page(sentence, static_cast<int>(std::strlen(sentence))); });
}

}  // namespace cornerwise
