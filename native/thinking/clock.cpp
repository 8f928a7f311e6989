// Reads the clocks of the operating system.
#include "thinking/clock.h"

#include <time.h>

namespace cornerwise {

double thread_cpu_seconds() {
    timespec now;
#ifdef __wasm__
    clock_gettime(CLOCK_MONOTONIC, &now);  // a browser does not tell
#else
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
#endif
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Clock::cpu_seconds() const { return thread_cpu_seconds() - cpu_start_; }

bool Clock::is_over() const {
    if (limit_.seconds > 0 && seconds() >= limit_.seconds) return true;
    return limit_.cpu_seconds > 0 && cpu_seconds() * threads_ >= limit_.cpu_seconds;
}

}  // namespace cornerwise
