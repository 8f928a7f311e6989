// Tables of merged states, one per first empty cell, and the step from one to the next.
#include "frontier.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <stdexcept>

namespace cornerwise::solitaire {

using Clock = std::chrono::steady_clock;

static std::uint64_t mix(std::uint64_t filled, std::uint64_t supply) {
    std::uint64_t h = filled * 0x9e3779b97f4a7c15u ^ (supply + 0x7f4a7c15u) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    h *= 0x94d049bb133111ebu;
    return h ^ h >> 29;
}

void Frontier::Table::grow() {
    std::vector<State> old(slots.empty() ? 64 : 2 * slots.size(), State{0, 0, 0});
    old.swap(slots);
    size = 0;
    for (const State& state : old)
        if (state.count) add(state.filled, state.supply, state.count);
}

void Frontier::Table::prefetch(std::uint64_t filled, std::uint64_t supply) const {
    if (!slots.empty()) __builtin_prefetch(&slots[mix(filled, supply) & (slots.size() - 1)], 1);
}

void Frontier::Table::add(std::uint64_t filled, std::uint64_t supply, std::uint64_t count) {
    if (4 * (size + 1) > 3 * slots.size()) grow();
    const std::size_t last = slots.size() - 1;
    for (std::size_t at = mix(filled, supply) & last;; at = (at + 1) & last) {
        State& slot = slots[at];
        if (!slot.count) {
            slot = {filled, supply, count};
            ++size;
            return;
        }
        if (slot.filled == filled && slot.supply == supply) {
            if (__builtin_add_overflow(slot.count, count, &slot.count))
                throw std::overflow_error("The number of ways exceeds 64 bits.");
            return;
        }
    }
}

Frontier::Frontier(std::shared_ptr<const Instance> instance, std::uint64_t max_bytes)
    : instance_(std::move(instance)), max_bytes_(max_bytes) {
    const Instance& in = *instance_;
    in.check();
    if (in.colored() || !in.below.empty())
        throw std::invalid_argument("The frontier method counts plain packings only: colors and laying order must not matter.");
    int bits = 0;
    auto reserve = [&](int largest) {
        const int width = std::bit_width(static_cast<unsigned>(largest));
        bits += width;
        return width;
    };
    for (int kind = 0; kind < in.kinds(); ++kind) {
        offset_.push_back(bits);
        width_.push_back(reserve(in.total(kind)));
    }
    empties_offset_ = bits;
    empties_width_ = reserve(in.empties);
    if (bits > 63) throw std::invalid_argument("The frontier method needs a supply of at most 63 bits.");
    by_cell_.resize(in.cell_count);
    for (const Row& row : in.rows) {
        Step step{0, std::uint64_t{1} << offset_[row.kind], row.kind};
        for (int cell : row.cells) {
            const int ahead = cell - row.cells.front();
            if (ahead > 63) throw std::invalid_argument("The frontier method needs rows that reach at most 63 cells ahead.");
            step.cells |= std::uint64_t{1} << ahead;
        }
        by_cell_[row.cells.front()].push_back(step);
    }
    tables_.resize(in.cell_count + 1);
    std::uint64_t supply = 0;
    for (int kind = 0; kind < in.kinds(); ++kind) supply |= static_cast<std::uint64_t>(in.total(kind)) << offset_[kind];
    supply |= static_cast<std::uint64_t>(in.empties) << empties_offset_;
    tables_[0].add(0, supply, 1);
    states_ = 1;
}

std::uint64_t Frontier::bytes() const {
    std::uint64_t slots = 0;
    for (const Table& table : tables_) slots += table.slots.size();
    return slots * sizeof(State);
}

double Frontier::closed() const {
    return instance_->cell_count ? static_cast<double>(cell_) / instance_->cell_count : 1.0;
}

void Frontier::expand(const State& state) {
    auto step_to = [&](std::uint64_t filled, std::uint64_t supply) {
        const int ahead = std::countr_one(filled);
        const State next{ahead < 64 ? filled >> ahead : 0, supply, state.count};
        tables_[cell_ + ahead].prefetch(next.filled, next.supply);
        arrivals_.push_back({cell_ + ahead, next});
    };
    for (const Step& step : by_cell_[cell_])
        if (!(step.cells & state.filled) && field(state.supply, step.kind))
            step_to(state.filled | step.cells, state.supply - step.unit);
    if (empties_width_ && state.supply >> empties_offset_ & ((std::uint64_t{1} << empties_width_) - 1))
        step_to(state.filled | 1, state.supply - (std::uint64_t{1} << empties_offset_));
}

void Frontier::settle() {
    for (const auto& [cell, state] : arrivals_) {
        Table& table = tables_[cell];
        const std::uint64_t before = table.size;
        table.add(state.filled, state.supply, state.count);
        states_ += table.size - before;
    }
    arrivals_.clear();
}

Progress Frontier::advance(double seconds) {
    const auto end = Clock::now() + std::chrono::duration<double>(std::min(seconds, 1e8));
    for (; cell_ < instance_->cell_count; ++cell_, slot_ = 0) {
        Table& table = tables_[cell_];
        for (; slot_ < table.slots.size(); ++slot_) {
            if ((slot_ & 4095) == 4095) {
                settle();
                if (Clock::now() >= end) return Progress::running;
                if (bytes() > max_bytes_)
                    throw std::length_error("The states of the count outgrew the memory allowed.");
            }
            if (table.slots[slot_].count) expand(table.slots[slot_]);
            if (arrivals_.size() >= 32) settle();
        }
        settle();
        table = Table{};
    }
    return Progress::exhausted;
}

std::vector<Total> Frontier::totals() const {
    std::vector<Total> result;
    if (cell_ < instance_->cell_count) return result;
    for (const State& state : tables_.back().slots) {
        if (!state.count) continue;
        Total total{{}, state.count};
        for (int kind = 0; kind < instance_->kinds(); ++kind)
            total.left.push_back(static_cast<int>(field(state.supply, kind)));
        if (!instance_->use_all || std::ranges::all_of(total.left, [](int n) { return n == 0; }))
            result.push_back(std::move(total));
    }
    std::ranges::sort(result, {}, &Total::left);
    return result;
}

// Written as plain words: the cell, the slot, the number of states made, then per table its length and slots.
std::string Frontier::save() const {
    std::string saved;
    auto put = [&](const void* data, std::size_t n) { saved.append(static_cast<const char*>(data), n); };
    const std::uint64_t head[] = {static_cast<std::uint64_t>(cell_), slot_, states_, tables_.size()};
    put(head, sizeof head);
    for (const Table& table : tables_) {
        const std::uint64_t sizes[] = {table.slots.size(), table.size};
        put(sizes, sizeof sizes);
        put(table.slots.data(), table.slots.size() * sizeof(State));
    }
    return saved;
}

void Frontier::load(const std::string& saved) {
    const char *at = saved.data(), *end = at + saved.size();
    auto take = [&](void* data, std::size_t n) {
        if (static_cast<std::size_t>(end - at) < n) throw std::invalid_argument("The checkpoint is cut short.");
        std::memcpy(data, at, n);
        at += n;
    };
    std::uint64_t head[4];
    take(head, sizeof head);
    if (head[3] != tables_.size() || head[0] > static_cast<std::uint64_t>(instance_->cell_count))
        throw std::invalid_argument("The checkpoint does not belong to this puzzle.");
    std::vector<Table> tables(tables_.size());
    for (Table& table : tables) {
        std::uint64_t sizes[2];
        take(sizes, sizeof sizes);
        if (sizes[0] > saved.size() / sizeof(State)) throw std::invalid_argument("The checkpoint is damaged.");
        table.slots.resize(sizes[0]);
        table.size = sizes[1];
        take(table.slots.data(), sizes[0] * sizeof(State));
    }
    cell_ = static_cast<int>(head[0]);
    slot_ = head[1];
    states_ = head[2];
    tables_ = std::move(tables);
}

}  // namespace cornerwise::solitaire
