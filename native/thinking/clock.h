// How long a search may think, and the clock that says when it is over.
#pragma once

#include <chrono>
#include <cstdint>

namespace cornerwise {

// A search stops at the first limit it reaches; zero means no such limit.
struct Limit {
    std::uint64_t simulations = 0;
    double seconds = 0, cpu_seconds = 0;
};

// The processor time of this thread so far.
double thread_cpu_seconds();

// The time that a search has left, on one of its threads.
class Clock {
public:
    // Starts now.
    Clock(const Limit& limit, int threads)
        : limit_(limit),
          threads_(threads),
          start_(std::chrono::steady_clock::now()),
          cpu_start_(thread_cpu_seconds()) {}

    // The same time, but the processor's of this thread.
    Clock on_this_thread() const {
        Clock clock = *this;
        clock.cpu_start_ = thread_cpu_seconds();
        return clock;
    }

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    double cpu_seconds() const;  // of this thread
    bool is_over() const;

private:
    Limit limit_;
    int threads_;
    std::chrono::steady_clock::time_point start_;
    double cpu_start_;
};

}  // namespace cornerwise
