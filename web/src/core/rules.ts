/** A ruleset as the page knows it: how its board, shapes and placements are named. It knows no rule. */

import type { RulesetDetail } from "../wire";
import { fingerprint, type Point } from "./board/geometry";
import type { Twist } from "./board/hand";

export interface Rules {
  readonly detail: RulesetDetail;
  /** Where each cell lies, by its number. */
  readonly points: readonly Point[];
  /** Levels of the board; 1 when it is flat. */
  readonly levels: number;
  /** Is the board a sheet of one's own that dice fill? */
  readonly hasDice: boolean;
  /** The twists a piece may be given: flat pieces are flipped, cubes are tipped. */
  readonly twists: readonly Twist[];
  /** The id of the move that makes a placement; with dice, by a die and perhaps a strike. Null where there is no such way. */
  readonly moveId: (placement: number, die: number | null, strike: boolean) => number | null;
  /** The placement a move makes. */
  readonly placementOf: (move: number) => number;
  /** The cells of a placement, ascending. */
  readonly cellsOf: (placement: number) => readonly number[];
  /** The name of a placement's shape. */
  readonly shapeOf: (placement: number) => string;
  /** The placement that covers exactly these cells, or null. */
  readonly find: (cells: readonly number[]) => number | null;
  /** The number of the cell at a point, or null outside the board. */
  readonly cellAt: (point: Point) => number | null;
  /** The height limit of the column at a point; 0 outside the footprint. */
  readonly limitAt: (point: Point) => number;
  /** The base cells of a shape by its name. */
  readonly cellsOfShape: (shape: string) => readonly Point[];
  /** How many cells a shape has. */
  readonly sizeOf: (shape: string) => number;
}

export interface AtlasData {
  /** Per placement the index of its shape. */
  readonly shapes: ArrayLike<number>;
  /** `width` columns: column k holds the k-th cell of every placement, -1 where it has fewer. */
  readonly cells: ArrayLike<number>;
  readonly width: number;
}

/** Reads an atlas; docs/programs/protocols.md says what its bytes mean. */
export function readAtlas(buffer: ArrayBuffer): AtlasData {
  const [, , count, width] = new Uint32Array(buffer, 0, 4) as unknown as [number, number, number, number];
  return {
    width,
    cells: new Int16Array(buffer, 16, count * width),
    shapes: new Uint8Array(buffer, 16 + 2 * count * width, count),
  };
}

const key = (cells: readonly number[]): string => String.fromCharCode(...cells);

/** Builds the lookups for a ruleset; the index of placements is made when it is first needed. */
export function buildRules(detail: RulesetDetail, atlas: AtlasData): Rules {
  const points = detail.board.cells as readonly Point[];
  const { columns, rows, levels } = detail.board;
  const numbers = new Int16Array(columns * rows * levels).fill(-1);
  const slot = ([x, y, z]: Point) => (z * rows + y) * columns + x;
  points.forEach((point, cell) => (numbers[slot(point)] = cell));
  const limits = new Map(detail.board.heights.map(([x, y, height]) => [`${x},${y}`, height]));
  const shapes = new Map(detail.shapes.map((shape) => [shape.name, shape]));
  const hasDice = Object.keys(detail.rows).length > 0;

  const placements = atlas.shapes.length;
  const cellsOf = (placement: number): number[] => {
    const cells: number[] = [];
    for (let column = 0; column < atlas.width; column++) {
      const cell = atlas.cells[column * placements + placement]!;
      if (cell >= 0) cells.push(cell);
    }
    return cells;
  };
  let index: Map<string, number> | null = null;
  const find = (cells: readonly number[]): number | null => {
    if (!index) {
      index = new Map();
      for (let placement = 0; placement < placements; placement++) index.set(key(cellsOf(placement)), placement);
    }
    return index.get(key([...cells].sort((a, b) => a - b))) ?? null;
  };
  const inside = ([x, y, z]: Point) => x >= 0 && y >= 0 && z >= 0 && x < columns && y < rows && z < levels;
  return {
    detail,
    points,
    levels,
    hasDice,
    twists:
      levels > 1
        ? ["clockwise", "counterclockwise", "tipAway", "tipRight"]
        : ["clockwise", "counterclockwise", "flipX", "flipY"],
    moveId: (placement, die, strike) => {
      const way = detail.ways.find((each) => each.die === die && each.strike === strike);
      return way ? way.first + placement : null;
    },
    placementOf: (move) => move - (detail.ways.findLast(({ first }) => first <= move)?.first ?? 0),
    cellsOf,
    shapeOf: (placement) => detail.shapes[atlas.shapes[placement]!]!.name,
    find,
    cellAt: (point) => (inside(point) && numbers[slot(point)]! >= 0 ? numbers[slot(point)]! : null),
    limitAt: ([x, y]) => limits.get(`${x},${y}`) ?? 0,
    cellsOfShape: (shape) => (shapes.get(shape)?.cells ?? []) as readonly Point[],
    sizeOf: (shape) => shapes.get(shape)?.size ?? 0,
  };
}

/** Do two cell sets show the same orientation of a piece? */
export const sameOrientation = (a: readonly Point[], b: readonly Point[]): boolean => fingerprint(a) === fingerprint(b);
