// A batch as bytes: for a run that goes on later, on the same kind of machine.
#include <cstring>

#include "batch/batch.h"
#include "ground/fail.h"

namespace cornerwise {
namespace {

struct Head {
    char kind[8];
    std::uint32_t games, state_bytes, starts_over, offers_chance;
    std::uint64_t ruleset, sum;
};
constexpr char kind[8] = {'c', 'w', 'b', 'a', 't', 'c', 'h', '2'};

std::uint64_t digest(std::string_view bytes) {
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return sum;
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace

std::string Batch::save() const {
    std::string body;
    each_kept(*this, [&](const auto& values) { body += bytes_of(values); });
    Head head{{},
              static_cast<std::uint32_t>(size_),
              sizeof(State),
              options_.starts_over,
              options_.offers_chance,
              digest(atlas_->ruleset.spec),
              digest(body)};
    std::memcpy(head.kind, kind, sizeof kind);
    return std::string(reinterpret_cast<const char*>(&head), sizeof head) + body;
}

void Batch::restore(std::string_view bytes) {
    Head head;
    if (bytes.size() < sizeof head) fail("These bytes are no saved batch.");
    std::memcpy(&head, bytes.data(), sizeof head);
    if (std::memcmp(head.kind, kind, sizeof kind) != 0 || head.state_bytes != sizeof(State))
        fail("These bytes are no saved batch, or one of another version.");
    if (head.ruleset != digest(atlas_->ruleset.spec)) fail("The saved batch is of another ruleset.");
    if (head.games != static_cast<std::uint32_t>(size_))
        fail("The saved batch has " + std::to_string(head.games) + " games, this one " + std::to_string(size_) + ".");
    // Else games could wait for something that never comes: a roll that nobody offers, or to be started again.
    if (head.starts_over != options_.starts_over || head.offers_chance != options_.offers_chance)
        fail("The saved batch has another `auto_reset` or `offer_chance`.");
    const std::string_view body = bytes.substr(sizeof head);
    std::size_t wanted = 0;
    each_kept(*this, [&](const auto& values) { wanted += bytes_of(values).size(); });
    if (body.size() != wanted || digest(body) != head.sum) fail("The saved batch is damaged.");
    const char* from = body.data();
    each_kept(*this, [&](auto& values) {
        std::memcpy(static_cast<void*>(values.data()), from, bytes_of(values).size());
        from += bytes_of(values).size();
    });
}

}  // namespace cornerwise
