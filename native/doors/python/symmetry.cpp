// Symmetries as Python sees them.
#include "kernel/position/symmetry.h"

#include <nanobind/stl/string.h>

#include "doors/python/bindings.h"

namespace cornerwise {

nb::tuple symmetries_of(const SharedAtlas& atlas) {
    nb::list found;
    for (std::size_t i = 0; i < atlas->symmetries().size(); ++i)
        found.append(SymmetryHandle{atlas, static_cast<int>(i)});
    return nb::tuple(found);
}

Position image_of(const Position& position, nb::handle value) {
    if (!nb::isinstance<SymmetryHandle>(value))
        raise("WrongType", "A position is transformed by a Symmetry of its ruleset.");
    const SymmetryHandle& symmetry = nb::cast<const SymmetryHandle&>(value);
    if (!same_ruleset(position.shared_atlas(), symmetry.atlas))
        raise("CornerwiseError", "The symmetry belongs to another ruleset.");
    if (symmetry.symmetry().shift)
        raise("CornerwiseError", "Under this symmetry the colors move on; it maps observations, not positions.");
    return transform(position, symmetry.symmetry());
}

nb::tuple canonical_of(const Position& position) {
    const SymmetryHandle symmetry{position.shared_atlas(), canonical_symmetry(position)};
    return nb::make_tuple(transform(position, symmetry.symmetry()), symmetry);
}

void bind_symmetry(nb::module_& m) {
    nb::class_<SymmetryHandle> symmetry(m, "Symmetry",
                                        "A way to turn or mirror the board that a ruleset does not notice.");
    copies_itself(symmetry);
    is_given(symmetry, "Symmetries belong to a ruleset: ruleset.symmetries has them all.");
    compares_by<SymmetryHandle>(symmetry, [](const SymmetryHandle& s) { return std::vector<int>{s.index}; });
    symmetry.def_ro("index", &SymmetryHandle::index, "Its number among the symmetries of the ruleset.")
        .def_prop_ro(
            "shift", [](const SymmetryHandle& s) { return s.symmetry().shift; },
            "How many places the colors move on; 0: they stay.")
        .def_prop_ro(
            "cells",
            [](nb::handle_t<SymmetryHandle> self) {
                const auto& v = nb::cast<const SymmetryHandle&>(self).symmetry().cells;
                return View1<std::int32_t>(v.data(), {v.size()}, self);
            },
            "The image of every cell.")
        .def_prop_ro(
            "moves",
            [](nb::handle_t<SymmetryHandle> self) {
                const auto& v = nb::cast<const SymmetryHandle&>(self).symmetry().moves;
                return View1<std::int32_t>(v.data(), {v.size()}, self);
            },
            "The image of every move id.")
        .def("__repr__", [](const SymmetryHandle& s) {
            return "<Symmetry " + std::to_string(s.index) + " of " + s.atlas->ruleset.key + ">";
        });
}

}  // namespace cornerwise
