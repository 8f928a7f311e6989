/** Sets of unit cells in the plane or in space: turning, flipping, moving and normalizing them. */

/** A cell's coordinates: x from the left, y from the bottom, z from the ground; `[4, 7, 0]` is e8. */
export type Point = readonly [number, number, number];

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

type Map3 = (p: Point) => Point;

/** A quarter turn clockwise, seen from above, about the origin. */
export const clockwise: Map3 = ([x, y, z]) => [y, -x || 0, z];
/** A quarter turn counter-clockwise, seen from above, about the origin. */
export const counterclockwise: Map3 = ([x, y, z]) => [-y || 0, x, z];
/** The mirror image left to right. */
export const mirrorX: Map3 = ([x, y, z]) => [-x || 0, y, z];
/** The mirror image top to bottom. */
export const mirrorY: Map3 = ([x, y, z]) => [x, -y || 0, z];
/** A quarter turn away from the viewer: what was on top now faces north. */
export const tipAway: Map3 = ([x, y, z]) => [x, z, -y || 0];
/** A quarter turn to the right: what was on top now faces east. */
export const tipRight: Map3 = ([x, y, z]) => [z, y, -x || 0];

/** Applies a map to every cell. */
export const transform = (cells: readonly Point[], map: Map3): Point[] => cells.map(map);

/** The cells after so many quarter turns clockwise, as a board that is turned so often shows them. */
export const quarters = (cells: readonly Point[], turns: number): readonly Point[] =>
  Array.from({ length: turns }).reduce<readonly Point[]>((turned) => transform(turned, clockwise), cells);

const compare = (a: Point, b: Point): number => a[2] - b[2] || a[1] - b[1] || a[0] - b[0];

/** The same cells moved so that the smallest coordinates are zero, in board order. */
export function normalize(cells: readonly Point[]): Point[] {
  const low = corner(cells);
  return cells.map((p) => subtract(p, low)).sort(compare);
}

/** The smallest x, y and z that occur. */
export function corner(cells: readonly Point[]): Point {
  return [0, 1, 2].map((axis) => Math.min(...cells.map((p) => p[axis]!))) as unknown as Point;
}

/** How many columns, rows and levels the cells span. */
export function extent(cells: readonly Point[]): Point {
  const low = corner(cells);
  return [0, 1, 2].map((axis) => Math.max(...cells.map((p) => p[axis]!)) - low[axis]! + 1) as unknown as Point;
}

/** A text that is equal for equal sets of cells up to moving them. */
export const fingerprint = (cells: readonly Point[]): string => normalize(cells).join(" ");

/** The cell nearest to the middle of the set: where a piece is best taken hold of. */
export function middle(cells: readonly Point[]): Point {
  const mean = [0, 1, 2].map((axis) => cells.reduce((sum, p) => sum + p[axis]!, 0) / cells.length);
  const distance = (p: Point) => p.reduce((sum, value, axis) => sum + (value - mean[axis]!) ** 2, 0);
  return cells.reduce((best, p) => (distance(p) < distance(best) - 1e-9 ? p : best));
}
