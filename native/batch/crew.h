// A crew of threads that share the games of a batch among them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cornerwise {

class Crew {
public:
    // The calling thread is one of them; the others start with the first work that is large enough.
    explicit Crew(int threads) : size_(threads), shares_(static_cast<std::size_t>(threads)) {}
    ~Crew();
    Crew(const Crew&) = delete;

    int size() const { return size_; }
    // Does `work(worker, begin, end)` for all parts of 0 … count−1, and returns when all are done.
    void share(int count, const std::function<void(int worker, int begin, int end)>& work);

private:
    static constexpr int part = 32;
    // What is left of a worker's share. Everybody begins with the same games in every round, which are still in the
    // cache of its processor, and then helps the others. What everybody writes to lies on lines of the cache of its
    // own.
    struct alignas(64) Share {
        std::atomic<int> next{0};
        int end = 0;
    };

    const int size_;
    std::vector<Share> shares_;
    std::vector<std::thread> threads_;
    const std::function<void(int, int, int)>* work_ = nullptr;
    // Nobody waits for a thread that has not begun when all parts are taken: work is open, and those within count.
    alignas(64) std::atomic<int> within_{0};
    std::atomic<bool> is_open_{false};
    alignas(64) std::atomic<std::uint64_t> round_{0};
    std::atomic<int> sleepers_{0};
    std::atomic<bool> is_over_{false}, is_waiting_{false};
    std::mutex mutex_;
    std::condition_variable wake_, done_;

    void take_parts(int worker);
    void serve(int worker);
    void call();
    void wait();
};

}  // namespace cornerwise
