// What becomes of the games of a batch when they are played out, and what they stand at.
#include <algorithm>

#include "batch/batch.h"
#include "kernel/scoring.h"

namespace cornerwise {

void Batch::play_out(int times, const Policy* policy, std::uint64_t seed, float* shares, float* scores) {
    const Tables& t = tables();
    crew_.share(size_, [&](int, int begin, int end) {
        for (int game = begin; game < end; ++game) {
            float* mean_share = shares + static_cast<std::size_t>(game) * t.seats;
            float* mean_score = scores + static_cast<std::size_t>(game) * t.seats;
            std::fill_n(mean_share, t.seats, 0.0f);
            std::fill_n(mean_score, t.seats, 0.0f);
            Random random = stream(seed, game);
            for (int i = 0; i < times; ++i) {
                State s = states_[game];
                if (!policy) {
                    kernel().play_out_randomly(t, s, random);
                } else {
                    Recent recent;
                    if (rows_[game].last >= 0) recent.add(rows_[game].last_lane % t.colors, rows_[game].last);
                    Trace trace;
                    kernel().play_out_guided(t, s, *policy, recent, random, Replies{}, trace);
                }
                float won[max_seats];
                int points[max_seats], ranks[max_seats];
                seat_scores(t, s, points);
                seat_ranks(t, s, points, ranks);
                win_shares(t, ranks, won);
                for (int seat = 0; seat < t.seats; ++seat) {
                    mean_share[seat] += won[seat] / static_cast<float>(times);
                    mean_score[seat] += static_cast<float>(points[seat]) / static_cast<float>(times);
                }
            }
        }
    });
}

void Batch::scores(std::int32_t* out) {
    const Tables& t = tables();
    crew_.share(size_, [&](int, int begin, int end) {
        for (int game = begin; game < end; ++game) {
            int points[max_seats];
            seat_scores(t, states_[game], points);
            std::copy_n(points, t.seats, out + static_cast<std::size_t>(game) * t.seats);
        }
    });
}

}  // namespace cornerwise
