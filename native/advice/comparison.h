// A comparison: moves of one position, and what sets each apart.
#pragma once

#include "advice/finding/finding.h"
#include "advice/finding/opening.h"
#include "advice/finding/pair.h"
#include "advice/finding/survey.h"

namespace cornerwise::advice {

class Comparison {
public:
    // As a survey is made.
    Comparison(const Position& position, std::span<const std::int32_t> shown, std::span<const std::int32_t> typical,
               std::span<const float> win = {})
        : survey_(position, shown, typical, win) {}
    // Why a move is good and then what is bad about it, compared with the moves told beside it or, if it holds of two
    // thirds of all legal moves, with most of them. A plus is left out that one of the `worse` moves has as well, or of
    // which a move told beside it has more. `expected` are the moves after it.
    std::vector<Finding> alone(std::int32_t move, std::span<const std::int32_t> worse = {},
                               std::span<const std::int32_t> expected = {}) const;
    // What a move lacks or has in comparison with another; begins with what speaks for it, or with what speaks against
    // it.
    std::vector<Finding> beside(std::int32_t move, std::int32_t other, Against against, bool is_praised) const {
        return advice::beside(survey_, move, other, against, is_praised);
    }
    // What the moves told together have in common, where they are first pieces.
    Shared shared() const { return is_opening(scene()) ? advice::shared(survey_) : Shared(); }
    const Scene& scene() const { return survey_.scene(); }
    // What typical moves are, here.
    std::vector<std::int32_t> typical() const;

private:
    Survey survey_;

    // Of these, what a reader would take for a plus or a minus of this move alone.
    std::vector<Finding> told(std::vector<Finding> found, const Measure& m, std::span<const Measure* const> others,
                              std::span<const std::int32_t> worse) const;
    // Whether half of the moves told beside it do as much: what is compared with some of them would not set it apart.
    bool is_common(const Finding& plus, const Measure& m) const;
    // What the moves shown do alike may still be more than most others do; of growth that says less, for large pieces
    // grow more.
    std::vector<Finding> unlisted(const Measure& m, std::span<const std::int32_t> worse) const;
};

}  // namespace cornerwise::advice
