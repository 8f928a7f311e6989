// The series behind exponentials and logarithms.
#include "ground/math.h"

#include <array>
#include <bit>
#include <cstdint>

namespace cornerwise {
namespace {

// The logarithm of two in two parts; the first has so few bits that a multiple of it is exact.
constexpr double ln2_high = 0x1.62e42fep-1, ln2_low = 0x1.f473de6af278fp-30;

// Of Taylor's series: 1 / n!
constexpr int exponential_terms = 14;
constexpr auto inverse_factorials = [] {
    std::array<double, exponential_terms> all{1};
    for (int i = 1; i < exponential_terms; ++i) all[i] = all[i - 1] / i;
    return all;
}();

// Two to a power that a normal number has.
double two_to(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52); }

}  // namespace

double exponential(double x) {
    if (x < -708) return 0;
    if (x > 709) x = 709;
    const double turns = x * 0x1.71547652b82fep+0;  // 1 / ln 2
    const int n = static_cast<int>(turns < 0 ? turns - 0.5 : turns + 0.5);
    const double rest = (x - n * ln2_high) - n * ln2_low;  // |rest| ≤ ln 2 / 2
    double sum = inverse_factorials.back();
    for (int i = exponential_terms - 2; i >= 0; --i) sum = sum * rest + inverse_factorials[i];
    return sum * two_to(n);
}

double logarithm(double x) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
    int n = static_cast<int>(bits >> 52) - 1023;
    double part = std::bit_cast<double>((bits & 0xfffffffffffffu) | std::uint64_t{1023} << 52);  // 1 … 2
    if (part > 1.4142135623730951) {
        part /= 2;
        ++n;
    }
    // ln part = 2 artanh q
    const double q = (part - 1) / (part + 1), square = q * q;
    double sum = 0;
    for (int i = 23; i >= 1; i -= 2) sum = sum * square + 1.0 / i;
    return n * ln2_high + (2 * q * sum + n * ln2_low);
}

double hyperbolic_tangent(double x) {
    if (x < 0) return -hyperbolic_tangent(-x);
    const double shrunk = exponential(-2 * x);
    return (1 - shrunk) / (1 + shrunk);
}

double power(double base, double exponent) {
    if (exponent == 0 || base == 1) return 1;
    if (exponent == 1 || base == 0) return base;
    return exponential(exponent * logarithm(base));
}

}  // namespace cornerwise
