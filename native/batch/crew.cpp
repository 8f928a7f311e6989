// How a crew shares its work.
#include "batch/crew.h"

#include <algorithm>

namespace cornerwise {

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::share(int count, const std::function<void(int, int, int)>& work) {
    if (size_ == 1 || count <= part) {
        if (count) work(0, 0, count);
        return;
    }
    while (static_cast<int>(threads_.size()) < size_ - 1)
        threads_.emplace_back([this, worker = static_cast<int>(threads_.size()) + 1] { serve(worker); });
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        count_ = count;
        busy_ = size_ - 1;
        next_ = 0;
        ++round_;
    }
    wake_.notify_all();
    take_parts(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
}

void Crew::take_parts(int worker) {
    for (int begin; (begin = next_.fetch_add(part)) < count_;) (*work_)(worker, begin, std::min(begin + part, count_));
}

void Crew::serve(int worker) {
    std::uint64_t seen = 0;
    while (true) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return is_over_ || round_ != seen; });
            if (is_over_) return;
            seen = round_;
        }
        take_parts(worker);
        const std::lock_guard lock(mutex_);
        if (!--busy_) done_.notify_one();
    }
}

}  // namespace cornerwise
