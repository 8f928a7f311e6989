// Groups of merged states, a table of them per first empty cell, and the step from one to the next.
#include "puzzles/frontier.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>

#include "ground/fail.h"

namespace cornerwise::puzzles {

using Clock = std::chrono::steady_clock;

static std::uint64_t mix(std::uint64_t filled) {
    std::uint64_t h = filled * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    h *= 0x94d049bb133111ebu;
    return h ^ h >> 29;
}

void Frontier::Outlines::grow() {
    slots.assign(std::max<std::size_t>(64, 2 * slots.size()), 0);
    const std::size_t last = slots.size() - 1;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::size_t at = mix(groups[i].filled) & last;
        while (slots[at]) at = (at + 1) & last;
        slots[at] = static_cast<std::uint32_t>(i + 1);
    }
}

Frontier::Group& Frontier::Outlines::at(std::uint64_t filled) {
    if (2 * (groups.size() + 1) > slots.size()) grow();
    const std::size_t last = slots.size() - 1;
    for (std::size_t at = mix(filled) & last;; at = (at + 1) & last) {
        if (!slots[at]) {
            groups.push_back({filled, {}});
            slots[at] = static_cast<std::uint32_t>(groups.size());
            return groups.back();
        }
        if (groups[slots[at] - 1].filled == filled) return groups[slots[at] - 1];
    }
}

Frontier::Frontier(std::shared_ptr<const Instance> instance, std::uint64_t max_bytes)
    : instance_(std::move(instance)), max_bytes_(max_bytes) {
    const Instance& in = *instance_;
    in.check();
    if (in.colored() || !in.below.empty())
        fail("The frontier method counts plain packings only: colors and laying order must not matter.");
    int bits = 0;
    std::uint64_t supply = 0;
    auto reserve = [&](int number) {
        offset_.push_back(bits);
        width_.push_back(std::bit_width(static_cast<unsigned>(number)));
        bits += width_.back();
        if (bits > 63) fail("The frontier method needs a supply of at most 63 bits.");
        supply |= static_cast<std::uint64_t>(number) << offset_.back();
    };
    for (int kind = 0; kind < in.kinds(); ++kind) reserve(in.total(kind));
    reserve(in.empties);
    leave_ = {1, std::uint64_t{1} << offset_.back(), field(in.kinds())};
    by_cell_.resize(in.cell_count);
    for (const Row& row : in.rows) {
        Step step{0, std::uint64_t{1} << offset_[row.kind], field(row.kind)};
        for (int cell : row.cells) {
            const int ahead = cell - row.cells.front();
            if (ahead > 63) fail("The frontier method needs rows that reach at most 63 cells ahead.");
            step.cells |= std::uint64_t{1} << ahead;
        }
        by_cell_[row.cells.front()].push_back(step);
    }
    outlines_.resize(in.cell_count + 1);
    outlines_[0].at(0).entries.push_back({supply, 1});
    states_ = 1;
}

double Frontier::closed() const {
    return instance_->cell_count ? static_cast<double>(cell_) / instance_->cell_count : 1.0;
}

void Frontier::expand(const Group& group) {
    auto step_to = [&](const Step& step) {
        const std::uint64_t filled = group.filled | step.cells;
        const int ahead = std::countr_one(filled);
        add(outlines_[cell_ + ahead].at(ahead < 64 ? filled >> ahead : 0), group, step);
    };
    for (const Step& step : by_cell_[cell_])
        if (!(step.cells & group.filled)) step_to(step);
    if (leave_.field) step_to(leave_);
}

void Frontier::add(Group& to, const Group& from, const Step& step) {
    std::vector<Entry>& own = to.entries;
    fresh_.clear();
    bool overflow = false;
    std::size_t at = 0;
    const std::size_t size = own.size();
    for (const Entry& entry : from.entries) {
        if (!(entry.supply & step.field)) continue;
        const std::uint64_t supply = entry.supply - step.unit;
        while (at < size && own[at].supply < supply) ++at;
        if (at < size && own[at].supply == supply)
            overflow |= __builtin_add_overflow(own[at].count, entry.count, &own[at].count);
        else fresh_.push_back({supply, entry.count});
    }
    if (overflow) fail("The number of ways exceeds 64 bits.", Failure::overflow);
    if (fresh_.empty()) return;
    // Merged from the back, where there is room now.
    const std::size_t before = own.capacity();
    own.resize(size + fresh_.size());
    bytes_ += (own.capacity() - before) * sizeof(Entry);
    states_ += fresh_.size();
    auto old = own.begin() + static_cast<std::ptrdiff_t>(size);
    for (auto place = own.end(); !fresh_.empty();)
        if (old != own.begin() && old[-1].supply > fresh_.back().supply) {
            *--place = *--old;
        } else {
            *--place = fresh_.back();
            fresh_.pop_back();
        }
}

Progress Frontier::advance(double seconds) {
    const auto end = Clock::now() + std::chrono::duration<double>(std::min(seconds, 1e8));
    for (; cell_ < instance_->cell_count; ++cell_, group_ = 0) {
        Outlines& table = outlines_[cell_];
        for (; group_ < table.groups.size(); ++group_) {
            if ((group_ & 15) == 15) {
                if (Clock::now() >= end) return Progress::running;
                if (bytes_ > max_bytes_) fail("The states of the count outgrew the memory allowed.", Failure::memory);
            }
            Group& group = table.groups[group_];
            expand(group);
            bytes_ -= group.entries.capacity() * sizeof(Entry);
            std::vector<Entry>().swap(group.entries);
        }
        table = Outlines{};
    }
    return Progress::exhausted;
}

std::vector<Total> Frontier::totals() const {
    std::vector<Total> result;
    if (cell_ < instance_->cell_count) return result;
    for (const Group& group : outlines_.back().groups)
        for (const Entry& entry : group.entries) {
            Total total{{}, entry.count};
            for (int kind = 0; kind < instance_->kinds(); ++kind)
                total.left.push_back(static_cast<int>((entry.supply & field(kind)) >> offset_[kind]));
            if (!instance_->use_all || std::ranges::all_of(total.left, [](int n) { return n == 0; }))
                result.push_back(std::move(total));
        }
    std::ranges::sort(result, {}, &Total::left);
    return result;
}

// Written as plain words: the cell, the group, the number of states made, then per table its groups and their entries.
std::string Frontier::save() const {
    std::string saved;
    auto put = [&](const void* data, std::size_t n) { saved.append(static_cast<const char*>(data), n); };
    const std::uint64_t head[] = {static_cast<std::uint64_t>(cell_), group_, states_, outlines_.size()};
    put(head, sizeof head);
    for (const Outlines& table : outlines_) {
        const std::uint64_t groups = table.groups.size();
        put(&groups, sizeof groups);
        for (const Group& group : table.groups) {
            const std::uint64_t words[] = {group.filled, group.entries.size()};
            put(words, sizeof words);
            put(group.entries.data(), group.entries.size() * sizeof(Entry));
        }
    }
    return saved;
}

void Frontier::load(const std::string& saved) {
    const char *at = saved.data(), *end = at + saved.size();
    auto take = [&](void* data, std::size_t n) {
        if (static_cast<std::size_t>(end - at) < n) fail("The checkpoint is cut short.");
        if (n) std::memcpy(data, at, n);  // an empty table has no data to point to
        at += n;
    };
    std::uint64_t head[4];
    take(head, sizeof head);
    if (head[3] != outlines_.size() || head[0] > static_cast<std::uint64_t>(instance_->cell_count))
        fail("The checkpoint does not belong to this puzzle.");
    std::vector<Outlines> tables(outlines_.size());
    std::uint64_t bytes = 0;
    auto sound = [](bool fine) {
        if (!fine) fail("The checkpoint is damaged.");
    };
    for (std::size_t cell = 0; cell < tables.size(); ++cell) {
        const std::size_t ahead = tables.size() - 1 - cell;
        std::uint64_t groups;
        take(&groups, sizeof groups);
        for (std::uint64_t i = 0; i < groups; ++i) {
            std::uint64_t words[2];
            take(words, sizeof words);
            sound(words[1] <= saved.size() / sizeof(Entry));
            sound(!(words[0] & 1) && (ahead > 63 || !(words[0] >> ahead)));
            auto& entries = tables[cell].at(words[0]).entries;
            entries.resize(words[1]);
            take(entries.data(), words[1] * sizeof(Entry));
            sound(std::ranges::is_sorted(entries, {}, &Entry::supply));
            bytes += entries.capacity() * sizeof(Entry);
        }
    }
    cell_ = static_cast<int>(head[0]);
    group_ = head[1];
    states_ = head[2];
    bytes_ = bytes;
    outlines_ = std::move(tables);
}

}  // namespace cornerwise::puzzles
