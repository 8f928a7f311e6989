// How long a search may think, and the clock that says when it is over.
#pragma once

#include <chrono>
#include <cstdint>

namespace cornerwise {

// Whichever is reached first; zero means no such limit.
struct Limit {
    std::uint64_t simulations = 0;
    double seconds = 0, cpu_seconds = 0;
};

// The processor time of this thread so far.
double thread_cpu_seconds();

// The time that a search has left, on one of its threads.
class Clock {
public:
    using Instant = std::chrono::steady_clock::time_point;
    Clock(const Limit& limit, int threads, Instant start, double cpu_start)
        : limit_(limit), threads_(threads), start_(start), cpu_start_(cpu_start) {}

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    double cpu_seconds() const;  // of this thread
    bool is_over() const;

private:
    Limit limit_;
    int threads_;
    Instant start_;
    double cpu_start_;
};

}  // namespace cornerwise
