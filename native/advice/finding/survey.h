// A survey: the moves of one position, measured once, that findings compare.
#pragma once

#include <span>
#include <vector>

#include "advice/measure/measure.h"

namespace cornerwise::advice {

class Survey {
public:
    // `shown` are the moves told together; typical moves are drawn from `typical`, most likely first. `win` is the
    // chance of every seat, if it is known: rivals without a chance are not mentioned while another rival has one.
    Survey(const Position& position, std::span<const std::int32_t> shown, std::span<const std::int32_t> typical,
           std::span<const float> win);

    const Scene& scene() const { return scene_; }
    // Rivals that are spoken of, the leader first.
    const std::vector<int>& contenders() const { return contenders_; }
    bool is_contender(int color) const;
    // Whether the mover has next to no chance, or next to no doubt, as far as is known.
    bool is_decided() const { return is_decided_; }

    const std::vector<Measure>& shown() const { return shown_; }
    const std::vector<Measure>& typical() const { return typical_; }
    // All legal moves or, of very many, some evenly spread.
    const std::vector<Measure>& legal() const;
    // Of all legal moves.
    const std::vector<Aftermath>& aftermaths() const;
    // One of the moves shown.
    const Measure& of(std::int32_t move) const;
    bool is_shown(std::int32_t move) const;

private:
    Scene scene_;
    std::vector<int> contenders_;
    bool is_decided_ = false;
    std::vector<Measure> shown_, typical_;
    mutable std::vector<Measure> legal_;         // measured when needed
    mutable std::vector<Aftermath> aftermaths_;  // found when needed

    Measure measured(std::int32_t move) const;
};

}  // namespace cornerwise::advice
