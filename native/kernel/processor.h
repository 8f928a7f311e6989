// What the processor we run on can do, asked of itself: not every compiler's library knows how to tell.
#pragma once

#ifdef CORNERWISE_X86
#include <cpuid.h>

#include <cstdint>
#include <initializer_list>

namespace cornerwise {

struct Processor {
    bool has_avx2 = false;    // with the counting and shifting of bits our code for AVX2 uses
    bool has_avx512 = false;  // with the parts our code for AVX-512 uses
};

inline Processor processor() {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return {};
    const bool saves = c >> 27 & 1;                             // OSXSAVE: the system says which registers it keeps
    if (!saves || !(c >> 12 & 1) || !(c >> 23 & 1)) return {};  // FMA, POPCNT
    std::uint32_t kept, high;
    __asm__ volatile("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    constexpr std::uint32_t wide = 0x06, widest = 0xe6;  // registers of 256 and of 512 bits
    if ((kept & wide) != wide || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return {};
    const auto bits = [](unsigned word, std::initializer_list<int> wanted) {
        for (int bit : wanted)
            if (!(word >> bit & 1)) return false;
        return true;
    };
    Processor found;
    found.has_avx2 = bits(b, {3, 5, 8});  // BMI, AVX2, BMI2
    // AVX512 F, DQ, BW, VL; VBMI2, VNNI, VPOPCNTDQ
    found.has_avx512 = found.has_avx2 && (kept & widest) == widest && bits(b, {16, 17, 30, 31}) && bits(c, {6, 11, 14});
    return found;
}

}  // namespace cornerwise
#endif
