/** How the levels of a board lie side by side on the screen; a flat board is one level. */

import type { Square } from "./outline";
import type { Point } from "./geometry";

export interface Layers {
  readonly columns: number;
  readonly rows: number;
  readonly levels: number;
}

/** How many levels stand beside each other before a new row of them begins. */
const across = (layers: Layers): number => (layers.levels <= 3 ? layers.levels : Math.ceil(layers.levels / 2));

/** Columns and rows as drawn, with one free square between levels. */
export function extentOf(layers: Layers): { columns: number; rows: number } {
  const beside = across(layers);
  const below = Math.ceil(layers.levels / beside);
  return { columns: beside * (layers.columns + 1) - 1, rows: below * (layers.rows + 1) - 1 };
}

/** The square where a cell is drawn; the lowest level comes first. */
export function toSquare(layers: Layers, [x, y, z]: Point): Square {
  const beside = across(layers);
  return {
    column: (z % beside) * (layers.columns + 1) + x,
    row: Math.floor(z / beside) * (layers.rows + 1) + layers.rows - 1 - y,
  };
}

/** The cell drawn at a square, or null between the levels. */
export function toPoint(layers: Layers, { column, row }: Square): Point | null {
  const beside = across(layers);
  const [width, height] = [layers.columns + 1, layers.rows + 1];
  const z = Math.floor(row / height) * beside + Math.floor(column / width);
  const [x, y] = [column % width, layers.rows - 1 - (row % height)];
  const inside =
    column >= 0 && row >= 0 && column < beside * width && x < layers.columns && y >= 0 && z < layers.levels;
  return inside ? [x, y, z] : null;
}
