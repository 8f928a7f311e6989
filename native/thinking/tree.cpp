// How threads wait for a node of the tree.
#include "thinking/tree.h"

#include "ground/threads.h"

namespace cornerwise {

Hold::Hold(Node& node) : node_(node) {
    while (node_.lock.test_and_set(std::memory_order_acquire)) let_others_run();
}

}  // namespace cornerwise
