// Batches as Python sees them: everything goes into arrays, the caller's own or new ones.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <climits>

#include "batch/batch.h"
#include "doors/python/bindings.h"

namespace cornerwise {
namespace {

using Array = nb::ndarray<nb::device::cpu>;
using ReadArray = nb::ndarray<nb::device::cpu, nb::ro>;

// A batch and a guard: one call at a time, checked rather than crashed on.
struct Games {
    std::unique_ptr<Batch> batch;
    std::atomic<bool> busy{false};
};

class Busy {
public:
    explicit Busy(Games& games) : games_(games) {
        if (games_.busy.exchange(true)) raise("CornerwiseError", "Another thread is using this batch.");
    }
    ~Busy() { games_.busy = false; }
    Busy(const Busy&) = delete;

private:
    Games& games_;
};

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text;
    for (const std::size_t n : shape) text += (text.empty() ? "" : ", ") + std::to_string(n);
    return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

template <class A>
void check_layout(const A& array, const std::vector<std::size_t>& shape, const std::string& noun) {
    std::vector<std::size_t> is;
    for (std::size_t i = 0; i < array.ndim(); ++i) is.push_back(array.shape(i));
    if (is != shape)
        raise("CornerwiseError", noun + " has the shape " + shape_text(is) + ", not " + shape_text(shape) + ".");
    std::int64_t step = 1;
    for (std::size_t i = array.ndim(); i-- > 0; step *= static_cast<std::int64_t>(array.shape(i)))
        if (array.shape(i) > 1 && array.stride(i) != step) raise("CornerwiseError", noun + " is not contiguous.");
}

// What a byte of an array may stand for.
enum class Bytes { flags, numbers };

bool is_byte(nb::dlpack::dtype type, Bytes bytes) {
    const auto code = static_cast<nb::dlpack::dtype_code>(type.code);
    return type.bits == 8 && type.lanes == 1 &&
           (code == nb::dlpack::dtype_code::Int || code == nb::dlpack::dtype_code::UInt ||
            (code == nb::dlpack::dtype_code::Bool && bytes == Bytes::flags));
}

// Memory of the caller, to be written to.
template <class T>
T* out_of(nb::handle value, const std::vector<std::size_t>& shape, const char* type, const std::string& noun,
          Bytes bytes = Bytes::numbers) {
    Array array;
    if (!nb::try_cast(value, array, false))
        raise("WrongType", noun + " is a writable array in memory, of " + type + ".");
    const bool fits = sizeof(T) == 1 ? is_byte(array.dtype(), bytes) : array.dtype() == nb::dtype<T>();
    if (!fits) raise("WrongType", noun + " is an array of " + std::string(type) + ".");
    check_layout(array, shape, noun);
    return static_cast<T*>(array.data());
}

// Move ids from int32 or int64 numbers.
std::vector<std::int32_t> ids_of(nb::handle value, int size) {
    ReadArray array;
    if (!nb::try_cast(value, array, false)) raise("WrongType", "The ids of a step are an array of int32 or int64.");
    const bool is_wide = array.dtype() == nb::dtype<std::int64_t>();
    if (!is_wide && array.dtype() != nb::dtype<std::int32_t>())
        raise("WrongType", "The ids of a step are an array of int32 or int64.");
    if (array.ndim() != 1 || array.shape(0) != static_cast<std::size_t>(size))
        raise("CornerwiseError", "A step takes " + std::to_string(size) + " ids, one for every game.");
    std::vector<std::int32_t> ids(static_cast<std::size_t>(size));
    const std::int64_t step = array.stride(0);
    for (int i = 0; i < size; ++i) {
        if (!is_wide) {
            ids[i] = static_cast<const std::int32_t*>(array.data())[i * step];
            continue;
        }
        const std::int64_t id = static_cast<const std::int64_t*>(array.data())[i * step];
        ids[i] = id < INT_MIN || id > INT_MAX ? INT_MIN : static_cast<std::int32_t>(id);
    }
    return ids;
}

// Which games are meant: none stands for all of them.
std::optional<std::vector<std::uint8_t>> marks_of(nb::handle value, int size) {
    if (value.is_none()) return std::nullopt;
    ReadArray array;
    if (!nb::try_cast(value, array, false) || !is_byte(array.dtype(), Bytes::flags))
        raise("WrongType", "Games are marked by an array of bool.");
    check_layout(array, {static_cast<std::size_t>(size)}, "The array of marked games");
    const auto* from = static_cast<const std::uint8_t*>(array.data());
    return std::vector<std::uint8_t>(from, from + size);
}

void step(Games& games, nb::handle value) {
    Batch& batch = *games.batch;
    const Busy busy(games);
    const std::vector<std::int32_t> ids = ids_of(value, batch.size());
    std::optional<Mistake> mistake;
    {
        nb::gil_scoped_release release;
        mistake = batch.step(ids.data());
    }
    if (!mistake) return;
    const Position position = batch.position(mistake->game);
    const std::string where = "Game " + std::to_string(mistake->game) + ": ";
    const std::int32_t id = mistake->id;
    if (position.is_over()) raise("IllegalMove", where + "it is over; its id is −1, or reset it first.");
    if (position.state().actor == chance)
        raise("IllegalRoll", where + "there is no roll " + std::to_string(id) + " of " +
                                 std::to_string(position.dice_to_roll()) + " dice.");
    if (id < 0 || id >= batch.atlas().move_count())
        raise("IllegalMove", where + "there is no move " + std::to_string(id) + "; moves have numbers from 0 to " +
                                 std::to_string(batch.atlas().move_count() - 1) + ".");
    const nb::object reason = nb::cast(position).attr("explain")(id);
    raise("IllegalMove", where + "move " + std::to_string(id) + " is not legal. " + nb::str(reason).c_str());
}

// Where JAX reads an array without copying it; env/array.py does the same.
constexpr std::align_val_t aligned{64};

nb::tuple legal(Games& games, nb::handle out) {
    Batch& batch = *games.batch;
    const Busy busy(games);
    const auto n = static_cast<std::size_t>(batch.size());
    std::vector<std::int64_t> offsets(n + 1);
    std::size_t total;
    {
        nb::gil_scoped_release release;
        total = batch.list_legal(offsets.data());
    }
    const auto write_to = [&](std::int32_t* ids) {
        nb::gil_scoped_release release;
        batch.write_legal(ids);
    };
    if (out.is_none()) {
        auto* ids = static_cast<std::int32_t*>(operator new(total * sizeof(std::int32_t), aligned));
        const nb::capsule owner(ids, [](void* p) noexcept { operator delete(p, aligned); });
        write_to(ids);
        return nb::make_tuple(nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>(ids, {total}, owner),
                              own_array(std::move(offsets)));
    }
    if (!nb::isinstance<nb::tuple>(out) || nb::len(out) != 2)
        raise("WrongType", "Legal ids go out into a pair of arrays: ids and offsets.");
    const nb::object to_ids = out[0], to_offsets = out[1];
    Array array;
    if (!nb::try_cast(to_ids, array, false) || array.dtype() != nb::dtype<std::int32_t>() || array.ndim() != 1)
        raise("WrongType", "The array for ids is a writable array of int32 with one axis.");
    check_layout(array, {array.shape(0)}, "The array for ids");
    if (array.shape(0) < total)
        raise("CornerwiseError", "The array for ids holds " + std::to_string(array.shape(0)) + ", but there are " +
                                     std::to_string(total) + " legal moves.");
    auto* const starts = out_of<std::int64_t>(to_offsets, {n + 1}, "int64", "The array for offsets");
    write_to(static_cast<std::int32_t*>(array.data()));
    std::copy(offsets.begin(), offsets.end(), starts);
    return nb::make_tuple(to_ids, to_offsets);
}

// Fills an array of the caller's.
template <class T, class Write>
void fill(Games& games, nb::handle out, const std::vector<std::size_t>& shape, const char* type, const char* noun,
          Write write, Bytes bytes = Bytes::numbers) {
    const Busy busy(games);
    T* to = out_of<T>(out, shape, type, noun, bytes);
    nb::gil_scoped_release release;
    write(*games.batch, to);
}

std::vector<std::size_t> shape_of(const Games& games, std::initializer_list<int> rest) {
    std::vector<std::size_t> shape{static_cast<std::size_t>(games.batch->size())};
    for (const int n : rest) shape.push_back(static_cast<std::size_t>(n));
    return shape;
}

int game_of(const Games& games, nb::handle value) {
    const int game = number_of(value, "A game of a batch");
    if (game < 0 || game >= games.batch->size())
        raise("CornerwiseError",
              "The games of this batch have numbers from 0 to " + std::to_string(games.batch->size() - 1) + ".");
    return game;
}

// A live, read-only view on what the batch keeps.
template <class T>
auto view(nb::handle_t<Games> self, const std::vector<T>& values) {
    return View1<T>(values.data(), {values.size()}, self);
}
template <class T>
auto view_by_seat(nb::handle_t<Games> self, const std::vector<T>& values) {
    const auto seats = static_cast<std::size_t>(nb::cast<const Games&>(self).batch->tables().seats);
    return View2<T>(values.data(), {values.size() / seats, seats}, self);
}

Batch& batch_of(nb::handle_t<Games> self) { return *nb::cast<Games&>(self).batch; }

}  // namespace

void bind_batch(nb::module_& m) {
    nb::class_<Games>(m, "Batch", "Many games of one ruleset side by side; cornerwise.env.Batch is its face.")
        .def(
            "__init__",
            [](Games* self, const RulesetHandle& ruleset, int size, std::uint64_t seed, int threads, bool starts_over,
               bool offers_chance) {
                if (size < 1)
                    raise("CornerwiseError", "A batch has one game or more, not " + std::to_string(size) + ".");
                if (threads < 1 || threads > 256) raise("CornerwiseError", "A batch runs on 1 to 256 threads.");
                std::unique_ptr<Batch> made;
                try {
                    made = std::make_unique<Batch>(ruleset.atlas, size,
                                                   Batch::Options{seed, threads, starts_over, offers_chance});
                } catch (const std::bad_alloc&) {
                    raise("CornerwiseError", "There is not enough memory for " + std::to_string(size) + " games.");
                }
                Games* games = new (self) Games;
                games->batch = std::move(made);
            },
            nb::arg("ruleset"), nb::arg("size"), nb::arg("seed"), nb::arg("threads"), nb::arg("starts_over"),
            nb::arg("offers_chance"))
        .def("step", &step, nb::arg("ids").none(), nb::sig("def step(self, ids: typing.Any) -> None"))
        .def(
            "reset",
            [](Games& games, nb::handle where, std::optional<std::uint64_t> seed) {
                const Busy busy(games);
                const auto marks = marks_of(where, games.batch->size());
                const std::uint8_t* marked = marks ? marks->data() : nullptr;
                if (seed) games.batch->reseed(*seed, marked);
                else games.batch->reset(marked);
            },
            nb::arg("where").none(), nb::arg("seed").none(),
            nb::sig("def reset(self, where: typing.Any, seed: int | None) -> None"))
        .def(
            "put",
            [](Games& games, nb::handle game, const Position& position, int last) {
                const Busy busy(games);
                if (!same_ruleset(games.batch->shared_atlas(), position.shared_atlas()))
                    raise("CornerwiseError", "The position belongs to another ruleset.");
                const int at = game_of(games, game);
                if (last == -1) {
                    games.batch->put(at, position);
                    return;
                }
                for (const Piece& piece : position.pieces()) {
                    if (piece.placement != last) continue;
                    games.batch->put(at, position, last, piece.sheet * games.batch->tables().colors + piece.color);
                    return;
                }
                raise("CornerwiseError", "The move before is not on the board of this position.");
            },
            nb::arg("game").none(), nb::arg("position"), nb::arg("last") = -1,
            nb::sig("def put(self, game: int, position: Position, last: int = -1) -> None"))
        .def(
            "position",
            [](Games& games, nb::handle game) {
                const Busy busy(games);
                return games.batch->position(game_of(games, game));
            },
            nb::arg("game").none(), nb::sig("def position(self, game: int) -> Position"))
        .def("legal", &legal, nb::arg("out").none(),
             nb::sig("def legal(self, out: typing.Any) -> tuple[typing.Any, typing.Any]"))
        .def(
            "masks",
            [](Games& games, nb::handle out) {
                fill<std::uint8_t>(
                    games, out, shape_of(games, {games.batch->atlas().move_count()}), "bool, int8 or uint8",
                    "The array for masks", [](Batch& b, std::uint8_t* to) { b.masks(to); }, Bytes::flags);
            },
            nb::arg("out").none(), nb::sig("def masks(self, out: typing.Any) -> None"))
        .def(
            "packed_masks",
            [](Games& games, nb::handle out) {
                fill<std::uint8_t>(games, out, shape_of(games, {games.batch->packed_bytes()}), "uint8 or int8",
                                   "The array for packed masks",
                                   [](Batch& b, std::uint8_t* to) { b.packed_masks(to); });
            },
            nb::arg("out").none(), nb::sig("def packed_masks(self, out: typing.Any) -> None"))
        .def(
            "sample",
            [](Games& games, nb::handle out, nb::handle where) {
                const auto marks = marks_of(where, games.batch->size());
                fill<std::int32_t>(games, out, shape_of(games, {}), "int32", "The array for ids",
                                   [&](Batch& b, std::int32_t* to) { b.sample(marks ? marks->data() : nullptr, to); });
            },
            nb::arg("out").none(), nb::arg("where").none(),
            nb::sig("def sample(self, out: typing.Any, where: typing.Any) -> None"))
        .def(
            "choose_greedily",
            [](Games& games, nb::handle out, nb::handle where) {
                const auto marks = marks_of(where, games.batch->size());
                fill<std::int32_t>(
                    games, out, shape_of(games, {}), "int32", "The array for ids",
                    [&](Batch& b, std::int32_t* to) { b.choose_greedily(marks ? marks->data() : nullptr, to); });
            },
            nb::arg("out").none(), nb::arg("where").none(),
            nb::sig("def choose_greedily(self, out: typing.Any, where: typing.Any) -> None"))
        .def(
            "planes",
            [](Games& games, nb::handle out) {
                const Tables& t = games.batch->tables();
                fill<std::uint8_t>(games, out, shape_of(games, {games.batch->plane_count(), t.rows, t.columns}),
                                   "uint8 or int8", "The array for planes",
                                   [](Batch& b, std::uint8_t* to) { b.planes(to); });
            },
            nb::arg("out").none(), nb::sig("def planes(self, out: typing.Any) -> None"))
        .def(
            "features",
            [](Games& games, nb::handle out) {
                fill<float>(games, out, shape_of(games, {games.batch->feature_count()}), "float32",
                            "The array for features", [](Batch& b, float* to) { b.features(to); });
            },
            nb::arg("out").none(), nb::sig("def features(self, out: typing.Any) -> None"))
        .def(
            "scores",
            [](Games& games, nb::handle out) {
                fill<std::int32_t>(games, out, shape_of(games, {games.batch->tables().seats}), "int32",
                                   "The array for scores", [](Batch& b, std::int32_t* to) { b.scores(to); });
            },
            nb::arg("out").none(), nb::sig("def scores(self, out: typing.Any) -> None"))
        .def(
            "play_out",
            [](Games& games, int times, std::optional<nb::dict> tuning, std::uint64_t seed, nb::handle shares,
               nb::handle scores) {
                const Busy busy(games);
                if (times < 1) raise("CornerwiseError", "A position is played out once or more often.");
                const auto shape = shape_of(games, {games.batch->tables().seats});
                float* to_shares = out_of<float>(shares, shape, "float32", "The array for shares");
                float* to_scores = out_of<float>(scores, shape, "float32", "The array for scores");
                std::optional<Policy> policy;
                if (tuning) policy = tuning_from(*tuning, games.batch->tables()).policy;
                nb::gil_scoped_release release;
                games.batch->play_out(times, policy ? &*policy : nullptr, seed, to_shares, to_scores);
            },
            nb::arg("times"), nb::arg("tuning").none(), nb::arg("seed"), nb::arg("shares").none(),
            nb::arg("scores").none(),
            nb::sig("def play_out(self, times: int, tuning: dict[str, typing.Any] | None, seed: int, shares: "
                    "typing.Any, scores: typing.Any) -> None"))
        .def("save",
             [](Games& games) {
                 const Busy busy(games);
                 const std::string bytes = games.batch->save();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def(
            "restore",
            [](Games& games, const nb::bytes& bytes) {
                const Busy busy(games);
                try {
                    games.batch->restore({static_cast<const char*>(bytes.data()), bytes.size()});
                } catch (const std::invalid_argument& error) {
                    raise("CornerwiseError", error.what());
                }
            },
            nb::arg("saved"))
        .def_prop_ro("size", [](const Games& g) { return g.batch->size(); })
        .def_prop_ro("nbytes", [](const Games& g) { return g.batch->memory(); })
        .def_prop_ro(
            "plane_shape",
            [](const Games& g) {
                const Tables& t = g.batch->tables();
                return nb::make_tuple(g.batch->plane_count(), t.rows, t.columns);
            },
            nb::sig("def plane_shape(self) -> tuple[int, int, int]"))
        .def_prop_ro("feature_count", [](const Games& g) { return g.batch->feature_count(); })
        .def_prop_ro("packed_bytes", [](const Games& g) { return g.batch->packed_bytes(); })
        .def_prop_ro("seats", [](nb::handle_t<Games> self) { return view(self, batch_of(self).seats); })
        .def_prop_ro("colors", [](nb::handle_t<Games> self) { return view(self, batch_of(self).colors); })
        .def_prop_ro("ended", [](nb::handle_t<Games> self) { return view(self, batch_of(self).ended); })
        .def_prop_ro("rewards", [](nb::handle_t<Games> self) { return view_by_seat(self, batch_of(self).rewards); })
        .def_prop_ro("final_scores",
                     [](nb::handle_t<Games> self) { return view_by_seat(self, batch_of(self).final_scores); })
        .def_prop_ro("final_ranks",
                     [](nb::handle_t<Games> self) { return view_by_seat(self, batch_of(self).final_ranks); });
}

}  // namespace cornerwise
