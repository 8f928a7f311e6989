// Who hunts, in which order, and for how long at a time.
#include "puzzles/problem/hunt.h"

#include <algorithm>
#include <chrono>

#include "ground/fail.h"
#include "puzzles/problem/order.h"
#include "puzzles/problem/verify.h"

namespace cornerwise::puzzles {
namespace {

constexpr double longest_slice = 50;  // milliseconds

// Nodes that take about a millisecond.
double pace(Method method) { return method == Method::cover ? 400 : 8000; }

std::unique_ptr<Solver> make(Method method, const std::shared_ptr<const Instance>& instance, std::uint64_t seed) {
    if (method == Method::scan) return make_scan(instance, {seed, 4000, {}, {}});
    if (method == Method::cover) return make_cover(instance, {seed + 1, {}, {}});
    return make_paint(instance, seed);
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Hunt::Hunt(std::shared_ptr<const Problem> problem, std::uint64_t seed, Method method)
    : problem_(std::move(problem)), seed_(seed) {
    const Problem& p = *problem_;
    if (p.is_laying()) {
        if (method != Method::all && method != Method::beam)
            fail("A puzzle laid under the rules is solved by the beam search only.");
        task_.emplace(p);
        beam_ = task_->start(seed);
        winner_ = Method::beam;
        return;
    }
    if (method == Method::beam) fail("The beam search is for puzzles laid under the rules, with start cells.");
    if (method == Method::paint && p.contact != Contact::apart)
        fail("Painting is for puzzles whose colors must stay apart, and nothing more.");
    rows_.emplace(problem_);
    const auto enter = [&](Method one, double share) { runners_.push_back({one, share, nullptr}); };
    // Nobody proves much about a large region; only cover proves at all.
    const double proving = p.open_cells().size() > 100 ? 0.05 : 1;
    if (method != Method::all) {
        enter(method, 1);
    } else if (p.contact == Contact::apart) {
        enter(Method::paint, 4);
        enter(Method::cover, proving);
        enter(Method::scan, 0.5);
    } else if (p.is_solid() || p.goal == Goal::place) {
        // Flat regions to be filled scan well; elsewhere the tightest spot first is better.
        enter(Method::cover, 4);
        enter(Method::scan, 1);
    } else {
        enter(Method::scan, 4);
        enter(Method::cover, proving);
    }
}

Progress Hunt::advance(double seconds) {
    if (progress_ == Progress::running) progress_ = task_ ? lay(seconds) : run(seconds);
    return progress_;
}

Progress Hunt::run(double seconds) {
    const double end = now() + seconds;
    while (true) {
        Runner& runner = runners_[at_];
        if (!runner.solver) runner.solver = make(runner.method, rows_->instance, seed_);
        if (!slice_end_)
            slice_end_ = runner.solver->nodes() +
                         std::max<std::uint64_t>(
                             1, static_cast<std::uint64_t>(milliseconds_ * runner.share * pace(runner.method)));
        const double rest = end - now();
        if (rest <= 0) return Progress::running;
        const std::uint64_t nodes = runner.solver->nodes();
        const Progress progress = runner.solver->advance(rest, slice_end_ - std::min(slice_end_, nodes), true);
        if (progress != Progress::running) {
            winner_ = runner.method;
            return progress;
        }
        if (runner.solver->nodes() < slice_end_) continue;  // the clock said so
        slice_end_ = 0;
        if (++at_ == runners_.size()) {
            at_ = 0;
            milliseconds_ = std::min(longest_slice, 2 * milliseconds_);
        }
    }
}

Progress Hunt::lay(double seconds) {
    if (!problem_->pieces_left()) return Progress::found;
    const double end = now() + seconds;
    while (true) {
        const double rest = end - now();
        if (rest <= 0) return Progress::running;
        const Progress progress = beam_->advance(rest);
        // In search of the most, every better laying is a find; only all of them end it.
        const bool has_all = static_cast<int>(beam_->best().size()) == problem_->pieces();
        if (progress == Progress::exhausted ||
            (progress == Progress::found && (has_all || problem_->goal != Goal::most)))
            return progress;
    }
}

std::vector<Laid> Hunt::found() const {
    if (!problem_->pieces_left()) return problem_->givens;
    if (task_) return task_->laid(beam_->best());
    std::vector<Laid> laid = problem_->givens;
    for (const Runner& runner : runners_)
        if (runner.method == winner_)
            for (const Laid& piece : rows_->laid(runner.solver->solution())) laid.push_back(piece);
    return laid;
}

std::vector<Laid> Hunt::solution() const {
    if (progress_ != Progress::found && problem_->goal != Goal::most) fail("No solution has been found yet.");
    const std::vector<Laid> order = laying_order(*problem_, found());
    if (const auto fault = verify(*problem_, order)) fail("What was found is no solution: " + fault->sentence);
    return order;
}

std::uint64_t Hunt::nodes() const {
    std::uint64_t sum = beam_ ? beam_->nodes() : 0;
    for (const Runner& runner : runners_)
        if (runner.solver) sum += runner.solver->nodes();
    return sum;
}

double Hunt::closed() const {
    double most = 0;
    for (const Runner& runner : runners_)
        if (runner.solver && runner.method == Method::cover) most = std::max(most, runner.solver->closed());
    return most;
}

int Hunt::best() const {
    int most = beam_ ? static_cast<int>(beam_->best().size()) : 0;
    for (const Runner& runner : runners_)
        if (runner.solver) most = std::max(most, runner.solver->deepest());
    return most;
}

}  // namespace cornerwise::puzzles
