// The extension module: its parts, the choice of the instruction set, and loops for benchmarks.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <climits>

#include "doors/python/bindings.h"

namespace cornerwise {

nb::object printable(const std::string& sentence) {
    nb::object message =
        nb::steal(PyUnicode_DecodeUTF8(sentence.data(), static_cast<Py_ssize_t>(sentence.size()), "replace"));
    for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(message.ptr()); ++i)
        if (!Py_UNICODE_ISPRINTABLE(PyUnicode_READ_CHAR(message.ptr(), i))) PyUnicode_WriteChar(message.ptr(), i, '?');
    return message;
}

void raise(const char* kind, const std::string& sentence) {
    nb::object type = nb::module_::import_("cornerwise.errors").attr(kind);
    PyErr_SetObject(type.ptr(), printable(sentence).ptr());
    throw nb::python_error();
}

namespace {

[[noreturn]] void refuse_type(const char* noun, const char* wanted, nb::handle value) {
    raise("WrongType", std::string(noun) + " is " + wanted + ", not " + Py_TYPE(value.ptr())->tp_name + ".");
}

}  // namespace

std::optional<Py_ssize_t> whole_number(nb::handle value) {
    if (!PyIndex_Check(value.ptr()) || PyBool_Check(value.ptr())) return std::nullopt;
    const Py_ssize_t number = PyNumber_AsSsize_t(value.ptr(), nullptr);
    if (number != -1 || !PyErr_Occurred()) return number;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();  // an array of several numbers says that it is a number, until it is asked which
    return std::nullopt;
}

int number_of(nb::handle value, const char* noun) {
    const std::optional<Py_ssize_t> number = whole_number(value);
    if (!number) refuse_type(noun, "a whole number", value);
    if (*number < INT_MIN || *number > INT_MAX) raise("CornerwiseError", std::string(noun) + " is a smaller number.");
    return static_cast<int>(*number);
}

std::string text_of(nb::handle text, const char* noun) {
    if (!PyUnicode_Check(text.ptr())) refuse_type(noun, "text", text);
    Py_ssize_t size = 0;
    const char* characters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (!characters) {
        PyErr_Clear();
        raise("NotationError", "The text is not valid Unicode.");
    }
    return {characters, static_cast<std::size_t>(size)};
}

nb::tuple int_tuple(const std::vector<int>& values) {
    nb::list list;
    for (const int value : values) list.append(value);
    return nb::tuple(list);
}

nb::tuple shape_names(const Atlas& atlas, std::uint32_t shapes) {
    nb::list names;
    for (; shapes; shapes &= shapes - 1) names.append(atlas.ruleset.shapes[std::countr_zero(shapes)].name);
    return nb::tuple(names);
}

namespace {

// Plays random games from a position; returns games, pieces placed and a checksum of the final states.
std::tuple<int, std::uint64_t, std::uint64_t> random_games(const Position& p, int games, std::uint64_t seed) {
    nb::gil_scoped_release release;
    const auto [pieces, checksum] = play_randomly(p.tables(), p.state(), games, seed);
    return {games, pieces, checksum};
}

void copy_many(const Position& p, int times) {
    for (int i = 0; i < times; ++i) {
        Position copy = p;
        asm volatile("" : : "r"(&copy) : "memory");
    }
}

}  // namespace
}  // namespace cornerwise

namespace cornerwise {
void bind_advice(nb::module_& module);  // advice.cpp
}

namespace cornerwise::puzzles {
void bind_solver(nb::module_& module);   // solver.cpp
void bind_problem(nb::module_& module);  // problem.cpp
}  // namespace cornerwise::puzzles

NB_MODULE(_core, m) {
    using namespace cornerwise;
    m.doc() = "The native kernel of Cornerwise; use it through the package `cornerwise`.";
    nb::set_leak_warnings(false);
    bind_geometry(m);
    bind_symmetry(m);
    bind_ruleset(m);
    bind_moves(m);
    bind_position(m);
    bind_search(m);
    bind_advice(m);
    bind_batch(m);
    puzzles::bind_solver(m);
    puzzles::bind_problem(m);
    m.def("random_games", &random_games, nb::arg("position"), nb::arg("games"), nb::arg("seed"),
          "Plays random games to the end; returns (games, pieces placed, checksum).");
    m.def("copy_many", &copy_many, nb::arg("position"), nb::arg("times"),
          "Copies a position many times, for the benchmark.");
    m.def(
        "kernels",
        [] {
            std::vector<std::string> names;
            for (const Kernel* k : kernels()) names.emplace_back(k->name);
            return names;
        },
        "Names of the instruction sets this CPU can run, fastest first.");
    m.def("kernel", [] { return std::string(kernel().name); }, "The instruction set in use.");
    m.def(
        "use_kernel",
        [](const std::string& name) {
            if (!use_kernel(name))
                raise("CornerwiseError", "This machine cannot run the instruction set \"" + name + "\".");
        },
        nb::arg("name"), "Forces an instruction set; all give identical results.");
}
