// Threads and what keeps them apart; a build for the browser has one thread, and nothing to keep apart.
#pragma once

#ifndef __wasm__
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>
#endif

namespace cornerwise {

#ifndef __wasm__

using Mutex = std::mutex;
using SharedMutex = std::shared_mutex;

// Holds a mutex while it lives: exclusively, shared with others like it, or only if it is free.
using Alone = std::unique_lock<SharedMutex>;
using Together = std::shared_lock<SharedMutex>;
struct Attempt : std::unique_lock<Mutex> {
    explicit Attempt(Mutex& mutex) : std::unique_lock<Mutex>(mutex, std::try_to_lock) {}
};

inline void let_others_run() { std::this_thread::yield(); }

// Does a task on this many threads; the calling thread is number 0.
template <class Task>
void on_threads(int count, const Task& task) {
    std::vector<std::jthread> others;
    for (int i = 1; i < count; ++i) others.emplace_back(task, i);
    task(0);
}

#else

struct Mutex {};
struct SharedMutex {};
struct Alone {
    explicit Alone(SharedMutex&) {}
    ~Alone() {}
};
struct Together {
    explicit Together(SharedMutex&) {}
    ~Together() {}
};
struct Attempt {
    explicit Attempt(Mutex&) {}
    explicit operator bool() const { return true; }
};

inline void let_others_run() {}

template <class Task>
void on_threads(int, const Task& task) {
    task(0);
}

#endif

}  // namespace cornerwise
