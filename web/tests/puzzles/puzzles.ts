/** A small puzzle for tests. */

import type { PuzzleDetail } from "../../src/wire";

export const grid = (columns: number, rows: number, levels: number) =>
  Array.from({ length: columns * rows * levels }, (_, i): [number, number, number] => [
    i % columns,
    Math.floor(i / columns) % rows,
    Math.floor(i / columns / rows),
  ]);

export const DETAIL: PuzzleDetail = {
  name: "two-by-four",
  title: "Two by four",
  text: "",
  rules: [],
  board: { columns: 4, rows: 2, levels: 1, cells: grid(4, 2, 1), names: [], heights: [] },
  shapes: [
    {
      name: "L4",
      size: 4,
      cells: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [0, 1, 0],
      ],
      orientations: [],
    },
    {
      name: "2",
      size: 2,
      cells: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      orientations: [],
    },
  ],
  colors: ["blue"],
  pieces: [
    { shape: "L4", color: "blue", count: 1 },
    { shape: "2", color: "blue", count: 2 },
  ],
  starts: [],
  givens: [],
};
