// Shapes, boards and the atlas as Python sees them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "doors/python/bindings.h"

namespace cornerwise {
namespace {

nb::tuple point_rows(const std::vector<Point>& points) {
    nb::list rows;
    for (const Point& p : points) rows.append(nb::make_tuple(p.x, p.y, p.z));
    return nb::tuple(rows);
}

// Points as the numbers that arrays show without copying.
const int* numbers(const std::vector<Point>& points) {
    static_assert(sizeof(Point) == 3 * sizeof(int));
    return &points.data()->x;
}

}  // namespace

int cell_of(const Board& board, nb::handle value) {
    if (nb::isinstance<nb::str>(value)) {
        const std::string text = text_of(value, "The name of a cell");
        const int cell = board.parse_cell(text);
        if (cell < 0) raise(misread_cell(board, text));
        return cell;
    }
    const int cell = number_of(value, "A cell");
    if (cell < 0 || cell >= board.cell_count())
        raise("NotationError", "There is no cell " + std::to_string(cell) + ".");
    return cell;
}

void bind_geometry(nb::module_& m) {
    nb::class_<ShapeHandle> shape(m, "Shape", "A polyform up to symmetry, named.");
    copies_itself(shape);
    is_given(shape, "Shapes belong to a ruleset: ruleset.shapes has them all.");
    compares_by<ShapeHandle>(shape, [](const ShapeHandle& h) { return std::vector<int>{h.index}; });
    shape.def_prop_ro(
             "name", [](const ShapeHandle& h) { return h.shape().name; }, "Its short name, such as \"W\".")
        .def_prop_ro(
            "size", [](const ShapeHandle& h) { return h.shape().size(); }, "How many cells it covers.")
        .def_prop_ro(
            "cells", [](const ShapeHandle& h) { return point_rows(h.shape().cells); },
            "One orientation as (x, y, z) rows.", nb::sig("def cells(self) -> tuple[tuple[int, int, int], ...]"))
        .def_prop_ro(
            "orientations",
            [](const ShapeHandle& h) {
                nb::list rows;
                for (int i = 0; i < h.shape().orientations(); ++i) rows.append(point_rows(h.shape().orientation(i)));
                return nb::tuple(rows);
            },
            "Every way it can lie, each as (x, y, z) rows sorted by z, y, x.",
            nb::sig("def orientations(self) -> tuple[tuple[tuple[int, int, int], ...], ...]"))
        .def_prop_ro(
            "coordinates",
            [](nb::handle_t<ShapeHandle> self) {
                const Shape& shape = nb::cast<const ShapeHandle&>(self).shape();
                const auto ways = static_cast<std::size_t>(shape.orientations()),
                           size = static_cast<std::size_t>(shape.size());
                return View3<int>(numbers(shape.points), {ways, size, 3}, self);
            },
            "The same as an array: (x, y, z) of every cell of every orientation.")
        .def("__repr__", [](const ShapeHandle& h) { return "<Shape " + h.shape().name + ">"; });

    nb::class_<BoardHandle> board(m, "Board", "An immutable lattice of cells.");
    copies_itself(board);
    is_given(board, "A board belongs to a ruleset: ruleset.board is the one.");
    compares_by<BoardHandle>(board, [](const BoardHandle& h) { return std::vector<int>{h.board().cell_count()}; });
    board
        .def_prop_ro(
            "columns", [](const BoardHandle& h) { return h.board().columns(); },
            "Width of the grid that cells are named on.")
        .def_prop_ro(
            "rows", [](const BoardHandle& h) { return h.board().rows(); }, "Depth of the grid that cells are named on.")
        .def_prop_ro(
            "levels", [](const BoardHandle& h) { return h.board().levels(); }, "Greatest height; 1 when flat.")
        .def_prop_ro(
            "cell_count", [](const BoardHandle& h) { return h.board().cell_count(); }, "How many cells there are.")
        .def_prop_ro(
            "heights",
            [](const BoardHandle& h) {
                nb::list rows;
                for (int y = 0; y < h.board().rows(); ++y) {
                    nb::list row;
                    for (int x = 0; x < h.board().columns(); ++x) row.append(h.board().height(x, y));
                    rows.append(nb::tuple(row));
                }
                return nb::tuple(rows);
            },
            "Height limit of every column, as rows from the bottom; 0 is outside.",
            nb::sig("def heights(self) -> tuple[tuple[int, ...], ...]"))
        .def_prop_ro(
            "coordinates",
            [](nb::handle_t<BoardHandle> self) {
                const Board& board = nb::cast<const BoardHandle&>(self).board();
                return View2<int>(numbers(board.points()), {board.points().size(), 3}, self);
            },
            "The (x, y, z) of every cell: x from the left, y from the bottom, z from the ground.")
        .def(
            "cell",
            [](const BoardHandle& h, nb::handle x, nb::handle y, nb::handle z) -> std::optional<int> {
                const int cell = h.board().cell_at(
                    Point{number_of(x, "A coordinate"), number_of(y, "A coordinate"), number_of(z, "A coordinate")});
                return cell < 0 ? std::nullopt : std::optional(cell);
            },
            nb::arg("x").none(), nb::arg("y").none(), nb::arg("z").none() = 0, "The cell at a coordinate, or None.",
            nb::sig("def cell(self, x: int, y: int, z: int = 0) -> int | None"))
        .def(
            "cell_name",
            [](const BoardHandle& h, nb::handle cell) { return h.board().cell_name(cell_of(h.board(), cell)); },
            nb::arg("cell").none(), "The name of a cell: \"e8\", in space \"d3.1\".",
            nb::sig("def cell_name(self, cell: int | str) -> str"))
        .def(
            "parse_cell",
            [](const BoardHandle& h, nb::handle name) {
                text_of(name, "The name of a cell");  // a number is no name
                return cell_of(h.board(), name);
            },
            nb::arg("text").none(), "The cell with this name.", nb::sig("def parse_cell(self, text: str) -> int"))
        .def(
            "edge_neighbors",
            [](const BoardHandle& h, nb::handle cell) {
                return int_tuple(h.board().edge_neighbors(cell_of(h.board(), cell)));
            },
            nb::arg("cell").none(), "Cells that share an edge (in space: a face).",
            nb::sig("def edge_neighbors(self, cell: int | str) -> tuple[int, ...]"))
        .def(
            "corner_neighbors",
            [](const BoardHandle& h, nb::handle cell) {
                return int_tuple(h.board().corner_neighbors(cell_of(h.board(), cell)));
            },
            nb::arg("cell").none(), "Cells that share only a corner, in the plane.",
            nb::sig("def corner_neighbors(self, cell: int | str) -> tuple[int, ...]"))
        .def_prop_ro(
            "symmetries",
            [](const BoardHandle& h) {
                nb::list rows;
                for (const auto& image : h.board().symmetries()) rows.append(int_tuple(image));
                return nb::tuple(rows);
            },
            "Permutations of the cells that map the board onto itself, identity first.",
            nb::sig("def symmetries(self) -> tuple[tuple[int, ...], ...]"))
        .def("__repr__", [](const BoardHandle& h) {
            const Board& b = h.board();
            return "<Board " + std::to_string(b.columns()) + "×" + std::to_string(b.rows()) +
                   (b.is_flat() ? "" : "×" + std::to_string(b.levels())) + ", " + std::to_string(b.cell_count()) +
                   " cells>";
        });

    nb::class_<AtlasHandle> atlas(m, "Atlas", "Every placement of a ruleset; ids are stable.");
    copies_itself(atlas);
    is_given(atlas, "An atlas belongs to a ruleset: ruleset.atlas is the one.");
    compares_by<AtlasHandle>(atlas, [](const AtlasHandle& h) { return std::vector<int>{h.atlas->size()}; });
    atlas.def("__len__", [](const AtlasHandle& h) { return h.atlas->size(); })
        .def_prop_ro(
            "shapes",
            [](nb::handle_t<AtlasHandle> self) {
                const auto& v = nb::cast<const AtlasHandle&>(self).atlas->shapes();
                return View1<std::uint8_t>(v.data(), {v.size()}, self);
            },
            "Shape index of every placement.")
        .def_prop_ro(
            "orientations",
            [](nb::handle_t<AtlasHandle> self) {
                const auto& v = nb::cast<const AtlasHandle&>(self).atlas->orientations();
                return View1<std::uint16_t>(v.data(), {v.size()}, self);
            },
            "Orientation number of every placement, counted over all shapes.")
        .def_prop_ro(
            "cells",
            [](nb::handle_t<AtlasHandle> self) {
                const Atlas& a = *nb::cast<const AtlasHandle&>(self).atlas;
                return View2<std::int16_t>(
                    a.cell_rows().data(), {static_cast<std::size_t>(a.size()), static_cast<std::size_t>(a.row_width())},
                    self);
            },
            "Cells of every placement in ascending order, padded with −1.")
        .def(
            "find",
            [](const AtlasHandle& h, nb::handle value) -> std::optional<int> {
                std::vector<int> cells;
                if (!nb::try_cast(value, cells)) raise("WrongType", "A placement is found by a sequence of cells.");
                const int id = h.atlas->find(std::move(cells));
                return id < 0 ? std::nullopt : std::optional(id);
            },
            nb::arg("cells").none(), "The placement that covers exactly these cells, or None.",
            nb::sig("def find(self, cells: collections.abc.Sequence[int]) -> int | None"))
        .def_prop_ro(
            "nbytes", [](const AtlasHandle& h) { return h.atlas->memory(); }, "Memory it takes.")
        .def("__repr__", [](const AtlasHandle& h) {
            return "<Atlas of " + h.atlas->ruleset.key + ", " + std::to_string(h.atlas->size()) + " placements>";
        });
}

}  // namespace cornerwise
