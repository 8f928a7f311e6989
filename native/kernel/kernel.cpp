// Choosing the instruction set: which tables this CPU can run, and which one is current.
#include "kernel/kernel.h"

#include <atomic>

namespace cornerwise {

namespace portable {
extern const Kernel table;
}
#ifdef CORNERWISE_X86
namespace avx2 {
extern const Kernel table;
}
namespace avx512 {
extern const Kernel table;
}
#endif

const std::vector<const Kernel*>& kernels() {
    static const std::vector<const Kernel*> found = [] {
        std::vector<const Kernel*> list;
#ifdef CORNERWISE_X86
        __builtin_cpu_init();
        const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                              __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                              __builtin_cpu_supports("fma");
        if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vnni"))
            list.push_back(&avx512::table);
        if (has_avx2) list.push_back(&avx2::table);
#endif
        list.push_back(&portable::table);
        return list;
    }();
    return found;
}

static std::atomic<const Kernel*> current{nullptr};

const Kernel& kernel() {
    const Kernel* table = current.load(std::memory_order_relaxed);
    if (!table) {
        table = kernels().front();
        current.store(table, std::memory_order_relaxed);
    }
    return *table;
}

bool use_kernel(std::string_view name) {
    for (const Kernel* table : kernels())
        if (name == table->name) {
            current.store(table, std::memory_order_relaxed);
            return true;
        }
    return false;
}

}  // namespace cornerwise
