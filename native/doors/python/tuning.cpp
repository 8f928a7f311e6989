// The tuning of a search as Python has it: a dictionary of numbers and arrays.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "doors/python/bindings.h"

namespace cornerwise {
namespace {

template <class T>
std::vector<T> numbers(const nb::dict& data, const char* name, std::size_t size) {
    if (!data.contains(name)) raise("CornerwiseError", "The network misses its " + std::string(name) + ".");
    const auto array = nb::cast<nb::ndarray<const T, nb::c_contig, nb::device::cpu>>(data[name]);
    if (array.size() != size)
        raise("CornerwiseError", "The network's " + std::string(name) + " has " + std::to_string(array.size()) +
                                     " numbers, not " + std::to_string(size) + ".");
    return {array.data(), array.data() + array.size()};
}

std::shared_ptr<const NetworkStore> network_from(const nb::dict& data, const Tables& t) {
    if (t.turns != Turns::rotation || t.is_solid)
        raise("CornerwiseError", "A network rates moves on flat boards without dice only.");
    if (t.stride > (network_columns + 1 + 7) / 8 * 8)
        raise("CornerwiseError",
              "A network rates moves on boards of up to " + std::to_string(network_columns) + " columns.");
    auto network = std::make_shared<NetworkStore>();
    network->visit_parts(t, [&]<class T>(const char* name, std::vector<T>& part, std::size_t size) {
        part = numbers<T>(data, name, size);
    });
    return network;
}

// Larger ones would make ratings that cannot be compared.
float finite(float number, const std::string& what) {
    if (!(std::abs(number) <= 1e6f)) raise("CornerwiseError", what + " is a finite number, of a million at most.");
    return number;
}

}  // namespace

Tuning tuning_from(const nb::dict& data, const Tables& t) {
    Tuning tuning;
    tuning.visit_numbers([&]<class T>(const char* name, T& number) {
        if (data.contains(name))
            number =
                static_cast<T>(finite(nb::cast<float>(data[name]), "What a search has for its " + std::string(name)));
    });
    if (data.contains("network")) tuning.network = network_from(nb::cast<nb::dict>(data["network"]), t);
    if (data.contains("first_piece")) {
        const auto weights = nb::cast<std::vector<float>>(data["first_piece"]);
        for (std::size_t i = 0; i < weights.size() && i < max_shapes; ++i)
            tuning.first_piece[i] = finite(weights[i], "The weight of a first piece");
    }
    Policy& policy = tuning.policy;
    if (data.contains("shape")) {
        const auto rows = nb::cast<std::vector<std::vector<float>>>(data["shape"]);
        for (std::size_t p = 0; p < rows.size() && p < phase_count; ++p)
            for (std::size_t i = 0; i < rows[p].size() && i < max_shapes; ++i)
                policy.shape[p][i] = finite(rows[p][i], "The weight of a shape");
    }
    if (data.contains("level")) {
        const auto rows = nb::cast<std::vector<std::vector<std::vector<float>>>>(data["level"]);
        for (std::size_t p = 0; p < rows.size() && p < phase_count; ++p)
            for (std::size_t f = 0; f < rows[p].size() && f < feature_count; ++f)
                for (std::size_t i = 0; i < rows[p][f].size() && i < feature_levels; ++i)
                    policy.level[p][f][i] = finite(rows[p][f][i], "The weight of a feature");
    }
    tuning.complete(t);
    return tuning;
}

}  // namespace cornerwise
