/** How board coordinates lie on the screen: the board may be turned so that one's own corner is near. */

import type { Square } from "./outline";
import type { Point } from "./geometry";

export interface Frame {
  /** Columns of the board itself, e.g. 14. */
  readonly columns: number;
  /** Rows of the board itself. */
  readonly rows: number;
  /** Quarter turns clockwise, 0..3. */
  readonly turned: number;
}

/** Columns and rows as drawn. */
export const drawn = (frame: Frame): { columns: number; rows: number } =>
  frame.turned % 2 === 0 ? { columns: frame.columns, rows: frame.rows } : { columns: frame.rows, rows: frame.columns };

/** The square on the screen where a cell is drawn; row 0 is the top one. */
export function toSquare(frame: Frame, [x, y]: Point): Square {
  const { columns, rows } = frame;
  switch (frame.turned) {
    case 1:
      return { column: y, row: x };
    case 2:
      return { column: columns - 1 - x, row: y };
    case 3:
      return { column: rows - 1 - y, row: columns - 1 - x };
    default:
      return { column: x, row: rows - 1 - y };
  }
}

/** The cell drawn at a square of the screen, on the ground. */
export function toPoint(frame: Frame, { column, row }: Square): Point {
  const { columns, rows } = frame;
  switch (frame.turned) {
    case 1:
      return [row, column, 0];
    case 2:
      return [columns - 1 - column, row, 0];
    case 3:
      return [columns - 1 - row, rows - 1 - column, 0];
    default:
      return [column, rows - 1 - row, 0];
  }
}

/** The step on the board that a step on the screen means; `[0, 1]` is one square down. */
export function toStep(frame: Frame, right: number, down: number): Point {
  const from = toPoint(frame, { column: 0, row: 0 });
  const to = toPoint(frame, { column: right, row: down });
  return [to[0] - from[0], to[1] - from[1], 0];
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A cell's name, `e8`, or in space with its height, `d3.1`. */
export const cellName = ([x, y, z]: Point, levels = 1): string =>
  `${LETTERS[x]}${y + 1}${levels > 1 ? `.${z + 1}` : ""}`;

/** The cell a name means, or null. */
export function parseCell(text: string): Point | null {
  const match = /^([a-z])(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text.trim().toLowerCase());
  if (!match) return null;
  return [LETTERS.indexOf(match[1]!), Number(match[2]) - 1, Number(match[3] ?? 1) - 1];
}
