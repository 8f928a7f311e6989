// How threads wait for a node of the tree.
#include "thinking/tree.h"

#include <thread>

namespace cornerwise {

Hold::Hold(Node& node) : node_(node) {
    while (node_.lock.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
}

}  // namespace cornerwise
