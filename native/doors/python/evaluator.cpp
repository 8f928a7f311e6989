// Lets a Python callable judge the leaves of a search: arrays go in, arrays come out, once per batch.
#include <nanobind/stl/vector.h>

#include <cmath>

#include "batch/batch.h"
#include "doors/python/bindings.h"

namespace cornerwise {
namespace {

template <class T>
nb::object array_of(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape, owner));
}

using Floats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

// The numbers that came back, if they are as many as there should be.
Floats floats_of(nb::handle value, std::size_t count) {
    Floats array;
    if (!nb::try_cast(value, array, false) || array.size() != count)
        raise("CornerwiseError",
              "An evaluator gives back two arrays of float32: a number per legal move, and a number "
              "per seat of every position.");
    return array;
}

// Reads what came back: priors that add up to one, and values from the mover's seat on to all seats.
void read(const Tables& t, std::span<const Leaf> leaves, const std::vector<std::int32_t>& ids,
          const std::vector<std::int64_t>& offsets, const float* policy, const float* shares,
          std::span<Thoughts> thoughts) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        double total = 0;
        for (std::int64_t at = offsets[i]; at < offsets[i + 1]; ++at) total += policy[at];
        const auto count = static_cast<float>(offsets[i + 1] - offsets[i]);
        for (std::int64_t at = offsets[i]; at < offsets[i + 1]; ++at)
            thoughts[i].candidates.push_back(
                {ids[at], total > 0 ? static_cast<float>(policy[at] / total) : 1.0f / count});
        for (int seat = 0; seat < t.seats; ++seat)
            thoughts[i].value[(leaves[i].state.actor + seat) % t.seats] = shares[i * t.seats + seat];
    }
}

}  // namespace

Evaluator evaluator_of(nb::handle callable, int batch, SharedAtlas atlas) {
    // The search's owner keeps the callable alive.
    const auto evaluate = [callable, atlas = std::move(atlas)](std::span<const Leaf> leaves,
                                                               std::span<Thoughts> thoughts) {
        const Tables& t = atlas->tables();
        const std::size_t n = leaves.size();
        Batch games(atlas, static_cast<int>(n), {0, 1, false, true});
        for (std::size_t i = 0; i < n; ++i)
            games.put(static_cast<int>(i), Position(atlas, leaves[i].state), leaves[i].last, leaves[i].last_lane);
        const auto rows = static_cast<std::size_t>(t.rows), columns = static_cast<std::size_t>(t.columns);
        const auto planes = static_cast<std::size_t>(games.plane_count());
        const auto features = static_cast<std::size_t>(games.feature_count());
        std::vector<std::uint8_t> seen(n * planes * rows * columns);
        std::vector<float> numbers(n * features);
        std::vector<std::int64_t> offsets(n + 1);
        games.planes(seen.data());
        games.features(numbers.data());
        std::vector<std::int32_t> ids(games.list_legal(offsets.data()));
        games.write_legal(ids.data());

        const nb::gil_scoped_acquire acquire;
        nb::list positions;
        for (const Leaf& leaf : leaves) positions.append(Position(atlas, leaf.state));
        const nb::object found =
            callable(array_of(std::move(seen), {n, planes, rows, columns}), array_of(std::move(numbers), {n, features}),
                     array_of(std::vector(ids), {ids.size()}), array_of(std::vector(offsets), {n + 1}), positions);
        if (!nb::isinstance<nb::tuple>(found) || nb::len(found) != 2)
            raise("CornerwiseError", "An evaluator gives back a pair: policy and shares.");
        const Floats policy = floats_of(found[0], ids.size());
        const Floats shares = floats_of(found[1], n * static_cast<std::size_t>(t.seats));
        read(t, leaves, ids, offsets, policy.data(), shares.data(), thoughts);
    };
    return {evaluate, batch};
}

}  // namespace cornerwise
