// How a crew shares its work.
#include "batch/crew.h"

#include <algorithm>

namespace cornerwise {
namespace {

// A learner's calls follow each other within microseconds, and waking a thread takes longer than many of them. So
// threads look for about a tenth of a millisecond before they sleep, and soon let go first whoever else wants the
// processor.
constexpr int looks = 500, looks_at_once = 300;

void pause(int look) {
    if (look >= looks_at_once) std::this_thread::yield();
#if defined(__x86_64__) || defined(__i386__)
    else __builtin_ia32_pause();
#elif defined(__aarch64__)
    else __asm__ volatile("yield");
#endif
}

}  // namespace

Crew::~Crew() {
    is_over_ = true;
    call();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::share(int count, const std::function<void(int, int, int)>& work) {
    if (size_ == 1 || count <= part) {
        if (count) work(0, 0, count);
        return;
    }
    while (static_cast<int>(threads_.size()) < size_ - 1)
        threads_.emplace_back([this, worker = static_cast<int>(threads_.size()) + 1] { serve(worker); });
    work_ = &work;
    const int parts = (count + part - 1) / part;
    for (int worker = 0, begin = 0; worker < size_; ++worker) {
        shares_[worker].next = begin;
        begin = std::min(count, (worker + 1) * parts / size_ * part);
        shares_[worker].end = begin;
    }
    is_open_ = true;
    call();
    // Nobody may work on when this ends, even if it ends because the memory does.
    struct End {
        Crew& crew;
        ~End() {
            for (Share& share : crew.shares_) share.next = share.end;
            crew.is_open_ = false;
            crew.wait();
        }
    } end{*this};
    take_parts(0);
}

void Crew::wait() {
    for (int look = 0; look < looks && within_; ++look) pause(look);
    if (!within_) return;
    std::unique_lock lock(mutex_);
    is_waiting_ = true;
    done_.wait(lock, [this] { return within_ == 0; });
    is_waiting_ = false;
}

// Either a thread sees the new round before it sleeps, or it is seen to be about to.
void Crew::call() {
    ++round_;
    if (!sleepers_) return;
    { const std::lock_guard lock(mutex_); }
    wake_.notify_all();
}

void Crew::take_parts(int worker) {
    for (int turn = 0; turn < size_; ++turn) {
        Share& share = shares_[(worker + turn) % size_];
        for (int begin; (begin = share.next.fetch_add(part)) < share.end;)
            (*work_)(worker, begin, std::min(begin + part, share.end));
    }
}

void Crew::serve(int worker) {
    std::uint64_t seen = 0;
    while (true) {
        for (int look = 0; look < looks && round_ == seen; ++look) pause(look);
        if (round_ == seen) {
            std::unique_lock lock(mutex_);
            ++sleepers_;
            wake_.wait(lock, [&] { return round_ != seen; });
            --sleepers_;
        }
        if (is_over_) return;
        seen = round_;
        ++within_;
        if (is_open_) take_parts(worker);
        if (--within_ || !is_waiting_) continue;
        { const std::lock_guard lock(mutex_); }
        done_.notify_one();
    }
}

}  // namespace cornerwise
