// Choosing the instruction set: which tables this CPU can run, and which one is current.
#include "kernel/kernel.h"

#include "kernel/processor.h"

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
        const Processor found = processor();
        if (found.has_avx512) list.push_back(&avx512::table);
        if (found.has_avx2) list.push_back(&avx2::table);
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

RandomGames play_randomly(const Tables& t, const State& state, int games, std::uint64_t seed) {
    Random random(seed);
    RandomGames sum;
    for (int i = 0; i < games; ++i) {
        State s = state;
        sum.pieces += static_cast<std::uint64_t>(kernel().play_out_randomly(t, s, random));
        for (int k = 0; k < t.supplies; ++k) sum.checksum = sum.checksum * 0x9e3779b97f4a7c15u + s.supply[k];
    }
    return sum;
}

}  // namespace cornerwise
