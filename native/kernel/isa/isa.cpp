// The hot loops, compiled once per instruction set (CORNERWISE_ISA names the namespace).
// No standard-library code may be instantiated here: the linker could hand it to CPUs that cannot run it.
#include "kernel/isa/rating.inl"
#include "kernel/isa/rows.inl"

namespace cornerwise::CORNERWISE_ISA {
namespace {

// Erases the width, the one template parameter.
#define BY_WIDTH(call)                  \
    switch (t.words) {                  \
        case 2: return Rules<2>::call;  \
        case 4: return Rules<4>::call;  \
        default: return Rules<8>::call; \
    }

void start(const Tables& t, State& s) { BY_WIDTH(start(t, s)) }
void generate(const Tables& t, const State& s, MoveList& list) { BY_WIDTH(generate(t, s, list)) }
void generate_lane(const Tables& t, const State& s, int lane, std::uint32_t shapes, MoveList& list) {
    list.moves = 0;
    BY_WIDTH(generate_lane(t, s, lane, shapes, list))
}
void place(const Tables& t, State& s, MoveCode move) { BY_WIDTH(place(t, s, move)) }
void roll(const Tables& t, State& s, const std::uint8_t* dice) { BY_WIDTH(roll(t, s, dice)) }
void retire(const Tables& t, State& s, int seat) { BY_WIDTH(retire(t, s, seat)) }
void settle(const Tables& t, State& s, int color) { BY_WIDTH(settle(t, s, color)) }
void lay(const Tables& t, State& s, int lane, int supply, int placement) {
    BY_WIDTH(lay(t, s, lane, supply, placement))
}
MoveCode pick(const Tables& t, const State& s, const MoveList& list, std::uint32_t k) { BY_WIDTH(pick(t, s, list, k)) }
std::uint64_t perft(const Tables& t, const State& s, int depth) { BY_WIDTH(perft(t, s, depth)) }
int play_out_randomly(const Tables& t, State& s, Random& random) { BY_WIDTH(play_out_randomly(t, s, random)) }

#define GUIDE_BY_WIDTH(call)            \
    switch (t.words) {                  \
        case 2: return Guide<2>::call;  \
        case 4: return Guide<4>::call;  \
        default: return Guide<8>::call; \
    }

void play_out_guided(const Tables& t, State& s, const Policy& policy, const Recent& recent, Random& random,
                     const Replies& replies, Trace& trace) {
    GUIDE_BY_WIDTH(play_out_guided(t, s, policy, recent, random, replies, trace))
}
void play_out_listed(const Tables& t, State& s, const Policy& policy, const Recent& recent, Random& random,
                     const Replies& replies, const Outlook& outlook, Trace& trace) {
    GUIDE_BY_WIDTH(play_out_listed(t, s, policy, recent, random, replies, outlook, trace))
}
int sketch(const Tables& t, const State& s, const MoveList& list, int last, Sketch* out) {
    GUIDE_BY_WIDTH(sketch_all(t, s, list, last, out))
}

#define JUDGE_BY_WIDTH(call)            \
    switch (t.words) {                  \
        case 2: return Judge<2>::call;  \
        case 4: return Judge<4>::call;  \
        default: return Judge<8>::call; \
    }

void planes(const Tables& t, const State& s, int last, Word* out) { JUDGE_BY_WIDTH(planes(t, s, last, out)) }
void rate(const Tables& t, const State& s, const MoveList& list, int last, const Network& network, Rating* out,
          float* value) {
    JUDGE_BY_WIDTH(rate(t, s, list, last, network, out, value))
}
void place_listing(const Tables& t, State& s, MoveCode move, MoveList& list) {
    BY_WIDTH(place_listing(t, s, move, list))
}
void roll_listing(const Tables& t, State& s, const std::uint8_t* dice, MoveList& list) {
    BY_WIDTH(roll_listing(t, s, dice, list))
}

#define ROWS_BY_WIDTH(call)            \
    switch (t.words) {                 \
        case 2: return Rows<2>::call;  \
        case 4: return Rows<4>::call;  \
        default: return Rows<8>::call; \
    }

bool is_legal(const Tables& t, const State& s, MoveCode move) { ROWS_BY_WIDTH(is_legal(t, s, move)) }
int list_ids(const Tables& t, const State& s, const MoveList& list, std::int32_t* out) {
    ROWS_BY_WIDTH(list_ids(t, s, list, out))
}
void spread(const Tables& t, const Word* mask, std::uint8_t* out) { ROWS_BY_WIDTH(spread(t, mask, out)) }

#undef ROWS_BY_WIDTH
#undef JUDGE_BY_WIDTH
#undef GUIDE_BY_WIDTH
#undef BY_WIDTH
}  // namespace

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
extern const Kernel table;
const Kernel table = {TEXT(CORNERWISE_ISA),
                      start,
                      generate,
                      generate_lane,
                      place,
                      roll,
                      retire,
                      settle,
                      lay,
                      pick,
                      perft,
                      play_out_randomly,
                      play_out_guided,
                      play_out_listed,
                      sketch,
                      planes,
                      rate,
                      place_listing,
                      roll_listing,
                      is_legal,
                      list_ids,
                      spread};

}  // namespace cornerwise::CORNERWISE_ISA
