// What may be played in every game: lists of ids, masks, and ids drawn from them.
#include <algorithm>
#include <cstring>

#include "batch/batch.h"
#include "kernel/position/greedy.h"

namespace cornerwise {

// Calls visit(worker, game, ids, how many) for every game.
template <class Visit>
void Batch::each_listed(Visit visit) {
    const Tables& t = tables();
    crew_.share(size_, [&](int worker, int begin, int end) {
        MoveList list;
        std::vector<std::int32_t> ids;
        for (int game = begin; game < end; ++game) {
            kernel().generate(t, states_[game], list);
            if (ids.size() < list.moves) ids.resize(2 * list.moves);
            visit(worker, game, ids.data(), kernel().list_ids(t, states_[game], list, ids.data()));
        }
    });
}

// Every part of the batch collects its own, as nobody knows yet where they will begin.
std::size_t Batch::list_legal(std::int64_t* offsets) {
    const Tables& t = tables();
    lists_.resize(static_cast<std::size_t>(size_));
    crew_.share(size_, [&](int, int begin, int end) {
        MoveList list;
        std::vector<std::int32_t>& ids = lists_[begin].ids;
        std::size_t n = 0;
        for (int game = begin; game < end; ++game) {
            const State& s = states_[game];
            offsets[game] = static_cast<std::int64_t>(n);
            const std::size_t rolls = s.actor == chance ? rolls_of(t.seats - std::popcount(s.out)).size() : 0;
            kernel().generate(t, s, list);
            if (ids.size() < n + list.moves + rolls) ids.resize(2 * (n + list.moves + rolls));
            for (std::size_t i = 0; i < rolls; ++i) ids[n + i] = static_cast<std::int32_t>(i);
            n += rolls + static_cast<std::size_t>(kernel().list_ids(t, s, list, ids.data() + n));
        }
        lists_[begin].end = end;
        lists_[begin].size = n;
    });
    std::size_t total = 0;
    for (int begin = 0; begin < size_; begin = lists_[begin].end) {
        Listed& part = lists_[begin];
        for (int game = begin; game < part.end; ++game) offsets[game] += static_cast<std::int64_t>(total);
        part.begins = total;
        total += part.size;
    }
    offsets[size_] = static_cast<std::int64_t>(total);
    return total;
}

void Batch::write_legal(std::int32_t* out) {
    crew_.share(size_, [&](int, int begin, int end) {
        // The work is split as it was when the lists were made.
        for (; begin < end; begin = lists_[begin].end)
            std::copy_n(lists_[begin].ids.data(), lists_[begin].size, out + lists_[begin].begins);
    });
}

void Batch::masks(std::uint8_t* out) {
    const auto width = static_cast<std::size_t>(move_count(tables()));
    each_listed([=](int, int game, const std::int32_t* ids, int n) {
        std::uint8_t* row = out + width * static_cast<std::size_t>(game);
        std::memset(row, 0, width);
        for (int i = 0; i < n; ++i) row[ids[i]] = 1;
    });
}

void Batch::packed_masks(std::uint8_t* out) {
    const auto width = static_cast<std::size_t>(packed_bytes());
    each_listed([=](int, int game, const std::int32_t* ids, int n) {
        std::uint8_t* row = out + width * static_cast<std::size_t>(game);
        std::memset(row, 0, width);
        for (int i = 0; i < n; ++i) row[ids[i] >> 3] |= static_cast<std::uint8_t>(1 << (ids[i] & 7));
    });
}

void Batch::sample(const std::uint8_t* where, std::int32_t* out) {
    const Tables& t = tables();
    crew_.share(size_, [&](int, int begin, int end) {
        MoveList list;
        for (int game = begin; game < end; ++game) {
            const State& s = states_[game];
            Random& random = rows_[game].random;
            out[game] = -1;
            if (where && !where[game]) continue;
            if (s.actor == chance) {
                out[game] = throw_dice(game);
            } else if (s.actor >= 0) {
                kernel().generate(t, s, list);
                out[game] = join_move(t, kernel().pick(t, s, list, random.below(list.moves)));
            }
        }
    });
}

void Batch::choose_greedily(const std::uint8_t* where, std::int32_t* out) {
    crew_.share(size_, [&](int, int begin, int end) {
        for (int game = begin; game < end; ++game) {
            const State& s = states_[game];
            out[game] = -1;
            if (where && !where[game]) continue;
            const std::vector<std::int32_t> best = greedy_moves(tables(), s);
            if (s.actor == chance) out[game] = throw_dice(game);
            else if (!best.empty()) out[game] = best[rows_[game].random.below(static_cast<std::uint32_t>(best.size()))];
        }
    });
}

}  // namespace cornerwise
