// What follows from a tuning's numbers.
#include "thinking/tuning.h"

#include <algorithm>

#include "ground/math.h"

namespace cornerwise {

// Playouts do not count a shape's places but take the ways to cover a given corner with it for their number. In whole
// numbers, of which 32 bits hold the sum.
void Tuning::complete(const Tables& t) {
    for (int p = 0; p < phase_count; ++p) {
        float weights[max_shapes], most = -1e9f;
        for (int i = 0; i < t.shapes; ++i) {
            weights[i] = policy.shape[p][i] * policy.playout_sharpness +
                         static_cast<float>(logarithm(t.shape_orientations[i] * t.shape_size[i]));
            most = std::max(most, weights[i]);
        }
        for (int i = 0; i < t.shapes; ++i) {
            const auto share = static_cast<float>(exponential(weights[i] - most));
            policy.playout_shape[p][i] = 1 + static_cast<std::uint32_t>(share * (1 << 24));
        }
    }
}

}  // namespace cornerwise
