// Counts: what can be counted of a move, and how much of it is worth telling.
#pragma once

#include <span>

#include "advice/finding/finding.h"
#include "advice/measure/measure.h"

namespace cornerwise::advice {

constexpr double nowhere = 99;  // from the middle of the board, for what never comes near it
constexpr double much = 0.25;   // of a reach that must differ to speak of what a rival's answer leaves of it

constexpr double serious = 0.4;  // share of what is typical that a move must lack to be blamed for it

enum class Topic { growth, piece, harm, answer, partner, cubes, fit, dice, result };

// What is known of a kind: what it is about, how much it tells beside others, whether fewer are better, whether only a
// plus is told of it, and how much two moves must differ in it to be told apart.
struct Trait {
    Topic topic;
    double importance;
    bool is_fewer_better, is_plus_only;
    int least;
};
Trait trait(Kind kind);

// A kind that is counted, of a color.
struct Count {
    Kind kind;
    int color;
};

// Whether a kind is a number of each move; else it tells of pieces and strikes, or of how it ends.
bool is_counted(Kind kind);
// What is counted here.
std::vector<Count> counts(const Scene& scene, std::span<const int> contenders);
// The cells that are counted; null where something else is.
const Cells* cells_of(const Count& count, const Measure& m);
double number_of(const Scene& scene, const Count& count, const Measure& m);
// Below which a plus is not worth mentioning, whatever others count.
double least_of(const Scene& scene, const Count& count);
// By how much a move must differ from typical ones to be told.
double gap_of(const Scene& scene, Kind kind, double usual, double share);
// Whether one move has so much more or less of it than another that they are told apart by it.
bool differs(const Scene& scene, const Count& count, const Measure& m, const Measure& o);
// What a move does to all rivals together, each counted for itself.
double in_all(const Scene& scene, Kind kind, const Measure& m);
// The only rival that a move takes space from; -1 where there are more, or none.
int only_victim(const Scene& scene, const Measure& m);
// What is counted of a move, compared with nothing yet.
Finding finding_of(const Scene& scene, const Count& count, const Measure& m);
// What is no count, seen where the move lies.
Finding fact_of(const Scene& scene, const Measure& m, Kind kind, bool is_good, double value, double usual,
                double weight);
// The largest of some shapes, of equal ones the last.
int largest(const Tables& t, std::uint32_t shapes);

}  // namespace cornerwise::advice
