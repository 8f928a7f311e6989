// How the page sees the search: begun, advanced in slices, asked what it knows.
#include <cstring>

#include "doors/wasm/door.h"
#include "doors/wasm/json.h"
#include "ground/fail.h"
#include "thinking/levels/chooser.h"
#include "thinking/merge.h"

namespace cornerwise {
namespace {

struct Thinker {
    std::unique_ptr<Search> search;
    std::unique_ptr<Chooser> chooser;  // while a level chooses
    int ruleset;
    int seat = 0;                // that is to move in the position it has begun
    std::vector<Result> others;  // what other instances have found in it
};
std::vector<std::unique_ptr<Thinker>> thinkers;

Thinker& thinker(int number) {
    if (number < 0 || number >= static_cast<int>(thinkers.size()) || !thinkers[static_cast<std::size_t>(number)])
        fail("There is no such search.");
    return *thinkers[static_cast<std::size_t>(number)];
}

// All parts in the order in which the kernel lists them, as little-endian numbers.
std::shared_ptr<const NetworkStore> network_from(std::string_view bytes, const Tables& t) {
    auto network = std::make_shared<NetworkStore>();
    std::size_t at = 0;
    network->visit_parts(t, [&]<class T>(const char* name, std::vector<T>& part, std::size_t size) {
        if (bytes.size() - at < size * sizeof(T)) fail("The network misses its " + std::string(name) + ".");
        part.resize(size);
        std::memcpy(part.data(), bytes.data() + at, size * sizeof(T));
        at += size * sizeof(T);
    });
    if (at != bytes.size()) fail("The network is made for another game.");
    return network;
}

Tuning tuning_from(const Json& data) {
    Tuning tuning;
    tuning.visit_numbers([&]<class T>(const char* name, T& number) {
        if (const Json* found = data.find(name)) number = static_cast<T>(found->number);
    });
    const auto fill = [](const Json* row, float* to, std::size_t most) {
        for (std::size_t i = 0; row && i < row->items.size() && i < most; ++i)
            to[i] = static_cast<float>(row->items[i].number);
    };
    fill(data.find("first_piece"), tuning.first_piece.data(), max_shapes);
    if (data["shape"].items.size() != phase_count || data["level"].items.size() != phase_count)
        fail("The tuning does not tell of every phase of the game.");
    for (std::size_t p = 0; p < phase_count; ++p) {
        fill(&data["shape"].items[p], tuning.policy.shape[p], max_shapes);
        const Json& features = data["level"].items[p];
        for (std::size_t f = 0; f < features.items.size() && f < feature_count; ++f)
            fill(&features.items[f], tuning.policy.level[p][f], feature_levels);
    }
    return tuning;
}

void check(const Thinker& thinker, double simulations, int last) {
    if (state().actor < 0) fail("Nobody is to move, so there is nothing to think about.");
    if (!(simulations >= 1)) fail("A search needs a limit of one simulation or more.");
    if (last >= atlas(thinker.ruleset)->size()) fail("The last placement does not exist.");
}

std::uint64_t whole(double number) { return static_cast<std::uint64_t>(number); }

void add(const Outcome& outcome, int seats, std::vector<double>& reals) {
    reals.insert(reals.end(), outcome.win.begin(), outcome.win.begin() + seats);
    reals.insert(reals.end(), outcome.score.begin(), outcome.score.begin() + seats);
}

// [simulations, nodes, depth, is exact, lines], win and score of every seat, and the lines.
void tell(const Result& result, int seats) {
    std::vector<double>& reals = answer().reals;
    reals = {static_cast<double>(result.simulations), static_cast<double>(result.nodes),
             static_cast<double>(result.depth), static_cast<double>(result.is_exact),
             static_cast<double>(result.lines.size())};
    add(result.value, seats, reals);
    for (const Line& line : result.lines) add_line(line, seats, reals);
}

// All that another instance needs to add a search to its own, floats as they are: [simulations, nodes, depth, is exact,
// lines], then of the whole and of every line utility, win and score of all seats a game can have, before each line its
// move, visits, prior, is decided and is exact; at the end the line that is expected.
void add_outcome(const Outcome& outcome, std::vector<double>& reals) {
    for (const Values* values : {&outcome.utility, &outcome.win, &outcome.score})
        reals.insert(reals.end(), values->begin(), values->end());
}

class Share {
public:
    explicit Share(std::string_view bytes) : bytes_(bytes) {}

    Result read() {
        Result result;
        result.simulations = next<std::uint64_t>();
        result.nodes = next<std::uint64_t>();
        result.depth = next<int>();
        result.is_exact = next<int>() != 0;
        const std::size_t lines = next<std::size_t>();
        result.value = outcome();
        for (std::size_t i = 0; i < lines; ++i) {
            Line line{};
            line.move = next<std::int32_t>();
            line.visits = next<std::uint32_t>();
            line.prior = next<float>();
            line.is_decided = next<int>() != 0;
            line.is_exact = next<int>() != 0;
            line.mean = outcome();
            result.lines.push_back(line);
        }
        while (!bytes_.empty()) result.expected.push_back(next<std::int32_t>());
        return result;
    }

private:
    std::string_view bytes_;

    template <class T>
    T next() {
        double number = 0;
        if (bytes_.size() < sizeof number) fail("What another search has found is not whole.");
        std::memcpy(&number, bytes_.data(), sizeof number);
        bytes_.remove_prefix(sizeof number);
        return static_cast<T>(number);
    }
    Outcome outcome() {
        Outcome found;
        for (Values* values : {&found.utility, &found.win, &found.score})
            for (float& value : *values) value = next<float>();
        return found;
    }
};

}  // namespace

Result result_of(int search) {
    const Thinker& t = thinker(search);
    std::vector<Result> parts{t.search->result()};
    parts.insert(parts.end(), t.others.begin(), t.others.end());
    return merged(parts, t.seat);
}
int ruleset_of(int search) { return thinker(search).ruleset; }
void add_line(const Line& line, int seats, std::vector<double>& reals) {
    reals.insert(reals.end(), {static_cast<double>(line.move), static_cast<double>(line.visits), line.prior,
                               static_cast<double>(line.is_decided), static_cast<double>(line.is_exact)});
    add(line.mean, seats, reals);
}

// From its tuning (JSON of so many bytes) and, behind it, its network (so many bytes, perhaps none); its number.
CORNERWISE_EXPORT(open_search)
int open_search(int ruleset, int tuning_bytes, int network_bytes, std::uint64_t seed, double megabytes) {
    const std::shared_ptr<const Atlas>& a = atlas(ruleset);
    if (!(megabytes >= 1 && megabytes <= 1024)) fail("A search takes 1 to 1024 megabytes of memory.");
    Tuning tuning = tuning_from(Json::parse(input(tuning_bytes)));
    if (network_bytes)
        tuning.network = network_from(
            input(tuning_bytes + network_bytes).substr(static_cast<std::size_t>(tuning_bytes)), a->tables());
    tuning.complete(a->tables());
    auto made = std::make_unique<Thinker>();
    made->search = std::make_unique<Search>(a, tuning, seed, 1, static_cast<std::size_t>(megabytes * (1 << 20)));
    made->ruleset = ruleset;
    thinkers.push_back(std::move(made));
    return static_cast<int>(thinkers.size()) - 1;
}
CORNERWISE_EXPORT(close_search) void close_search(int number) {
    thinker(number);
    thinkers[static_cast<std::size_t>(number)].reset();
}
CORNERWISE_EXPORT(clear_search) void clear_search(int number) {
    thinker(number).chooser.reset();
    thinker(number).search->clear();
}

CORNERWISE_EXPORT(begin_search) void begin_search(int number, double simulations, int last, int compares) {
    Thinker& t = thinker(number);
    check(t, simulations, last);
    t.chooser.reset();
    t.others.clear();
    t.seat = state().actor;
    t.search->begin(position(t.ruleset), {whole(simulations), 0, 0}, last, compares != 0);
}
CORNERWISE_EXPORT(begin_choice)
void begin_choice(int number, double simulations, double care, double taste, double blindness, double megabytes,
                  std::uint64_t seed, int last) {
    Thinker& t = thinker(number);
    check(t, simulations, last);
    const Level level{
        {whole(simulations), 0, 0}, care, taste, blindness, static_cast<std::size_t>(megabytes * (1 << 20))};
    t.chooser.reset();
    t.others.clear();
    t.chooser = std::make_unique<Chooser>(*t.search, position(t.ruleset), last, level, seed);
}

CORNERWISE_EXPORT(advance_search) int advance_search(int number, double simulations) {
    Thinker& t = thinker(number);
    return t.chooser ? t.chooser->advance(whole(simulations)) : t.search->advance(whole(simulations));
}
CORNERWISE_EXPORT(count_simulations) double count_simulations(int number) {
    return static_cast<double>(thinker(number).search->simulations());
}
CORNERWISE_EXPORT(tell_result) void tell_result(int number) {
    const Thinker& t = thinker(number);
    tell(result_of(number), atlas(t.ruleset)->ruleset.seats);
}
// What this search has found by itself, for another instance; and what another instance has found in the same position,
// so many bytes of it, which belongs to all answers of this search until it begins anew.
CORNERWISE_EXPORT(tell_share) void tell_share(int number) {
    const Result result = thinker(number).search->result();
    std::vector<double>& reals = answer().reals;
    reals = {static_cast<double>(result.simulations), static_cast<double>(result.nodes),
             static_cast<double>(result.depth), static_cast<double>(result.is_exact),
             static_cast<double>(result.lines.size())};
    add_outcome(result.value, reals);
    for (const Line& line : result.lines) {
        reals.insert(reals.end(), {static_cast<double>(line.move), static_cast<double>(line.visits), line.prior,
                                   static_cast<double>(line.is_decided), static_cast<double>(line.is_exact)});
        add_outcome(line.mean, reals);
    }
    reals.insert(reals.end(), result.expected.begin(), result.expected.end());
}
CORNERWISE_EXPORT(take_share) void take_share(int number, int bytes) {
    Thinker& t = thinker(number);
    if (t.chooser || !t.search->has_begun()) fail("This search has not begun, so nothing can be added to it.");
    t.others.push_back(Share(input(bytes)).read());
}
// The move; what was thought is told too, or nothing where it is a first thought.
CORNERWISE_EXPORT(tell_choice) int tell_choice(int number) {
    const Thinker& t = thinker(number);
    if (!t.chooser) fail("This search has not begun to choose.");
    const Choice choice = t.chooser->choice();
    answer().reals.clear();
    if (choice.result) tell(*choice.result, atlas(t.ruleset)->ruleset.seats);
    return choice.move;
}

}  // namespace cornerwise
