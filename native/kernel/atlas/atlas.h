// The atlas: every placement of a ruleset with its masks, and the tables the hot loops run on.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ground/ruleset.h"
#include "ground/threads.h"
#include "kernel/atlas/tables.h"

namespace cornerwise {

// A way to turn or mirror the board that the ruleset does not notice, if the colors move on by `shift` places.
struct Symmetry {
    std::vector<std::int32_t> cells;  // cell → its image
    std::vector<std::int32_t> moves;  // move id → its image
    int shift = 0;
};

class Atlas {
public:
    // Fails with a sentence when the ruleset exceeds what the kernel can hold.
    explicit Atlas(Ruleset ruleset);
    Atlas(const Atlas&) = delete;

    const Ruleset ruleset;
    const Tables& tables() const { return tables_; }
    int size() const { return tables_.placements; }
    int move_count() const { return cornerwise::move_count(tables_); }
    std::size_t memory() const;

    // The cells of a placement in ascending order.
    std::span<const std::int16_t> cells(int placement) const;
    // The placement that covers exactly these cells (in any order), or −1.
    int find(std::vector<int> cells) const;
    // Those that leave the colors in place, identity first, then those that move them on; found when first asked.
    const std::vector<Symmetry>& symmetries() const;

    // Plain arrays for the outside: one row per placement, cells padded with −1.
    const std::vector<std::int16_t>& cell_rows() const { return cell_rows_; }
    int row_width() const { return row_width_; }
    const std::vector<std::uint8_t>& shapes() const { return shape_of_; }
    const std::vector<std::uint16_t>& orientations() const { return orientation_of_; }

private:
    Tables tables_{};
    int row_width_ = 0;
    std::vector<std::uint16_t> rank_;
    std::vector<Word> room_;
    std::vector<std::int32_t> room_first_;
    std::vector<Word> cells_of_, attract_, repel_;
    std::vector<char> cells_stamp_, attract_stamp_, repel_stamp_;
    std::vector<std::uint8_t> shape_of_, central_, top_level_;
    std::vector<std::uint16_t> orientation_of_, anchor_of_;
    std::vector<std::int16_t> cell_rows_, nearby_;
    std::vector<std::vector<std::int32_t>> by_lowest_cell_;
    mutable SharedMutex finding_symmetries_;
    mutable std::vector<Symmetry> symmetries_;

    void add_placements();
    void write_axes();
    void write_program();
    void measure_placements();
};

}  // namespace cornerwise
