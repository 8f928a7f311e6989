/** A puzzle being laid: pieces may lie on any free cells; whoever keeps the puzzle checks the rest. */

import type { Fault, LaidPiece, PuzzleDetail, Solution } from "../../wire";
import { add, type Point } from "../board/geometry";
import { carry, clamp, covered, take, twist, type Hand, type Twist } from "../board/hand";
import type { KeyPress } from "../table/keys";
import type { Layers } from "../board/layers";

/** A kind of piece: a shape in a color; in puzzles without colors the color is null. */
export interface Kind {
  readonly shape: string;
  readonly color: string | null;
}

export interface PuzzleState {
  readonly detail: PuzzleDetail;
  /** The pieces laid by the person, in order; givens are not among them. */
  readonly laid: readonly LaidPiece[];
  readonly hand: (Hand & Kind) | null;
  readonly orientations: Readonly<Record<string, readonly Point[]>>;
  /** The color whose pieces the tray shows. */
  readonly color: string | null;
  readonly faults: readonly Fault[];
  readonly isSolved: boolean;
  /** Was the solution shown rather than found? */
  readonly isShown: boolean;
  readonly hint: Solution | null;
}

/** A puzzle as it is opened, with what was laid before. */
export function beginPuzzle(detail: PuzzleDetail, laid: readonly LaidPiece[] = []): PuzzleState {
  const color = detail.pieces[0]?.color ?? null;
  return { detail, laid, hand: null, orientations: {}, color, faults: [], isSolved: false, isShown: false, hint: null };
}

export const layersOf = ({ detail }: PuzzleState): Layers => detail.board;
export const everything = (state: PuzzleState): readonly LaidPiece[] => [...state.detail.givens, ...state.laid];
const same = (a: Kind, b: Kind): boolean => a.shape === b.shape && a.color === b.color;

/** The twists of a puzzle: flat pieces are flipped, cubes are tipped. */
export const twistsOf = ({ detail }: PuzzleState): readonly Twist[] =>
  detail.board.levels > 1
    ? ["clockwise", "counterclockwise", "tipAway", "tipRight"]
    : ["clockwise", "counterclockwise", "flipX", "flipY"];

/** How many pieces of each kind are still to be laid. */
export function remaining(state: PuzzleState): { kind: Kind; count: number }[] {
  const used = everything(state);
  return state.detail.pieces.map((piece) => ({
    kind: { shape: piece.shape, color: piece.color },
    count: piece.count - used.filter((laid) => same(laid, piece)).length,
  }));
}

/** All pieces still to be laid. */
export const toGo = (state: PuzzleState): number =>
  remaining(state).reduce((sum, { count }) => sum + Math.max(0, count), 0);

/** How many cells are still empty. */
export const emptyCells = (state: PuzzleState): number =>
  state.detail.board.cells.length - everything(state).reduce((sum, piece) => sum + piece.cells.length, 0);

/** Are there more pieces than the region can hold? Then cells are what is to go. */
export const hasSpare = ({ pieces, shapes, board }: PuzzleDetail): boolean =>
  pieces.reduce((sum, piece) => sum + piece.count * (shapes.find(({ name }) => name === piece.shape)?.size ?? 0), 0) >
  board.cells.length;

const baseCells = (state: PuzzleState, shape: string): readonly Point[] =>
  state.orientations[shape] ??
  ((state.detail.shapes.find((each) => each.name === shape)?.cells ?? []) as readonly Point[]);

/** Takes a piece into the hand. */
export function pickKind(state: PuzzleState, kind: Kind, at: Point | null = null): PuzzleState {
  const left = remaining(state).find((each) => same(each.kind, kind));
  if (!left || left.count <= 0) return state;
  const hand = { ...take(kind.shape, baseCells(state, kind.shape)), color: kind.color };
  return { ...state, hand: { ...hand, at: at ?? state.hand?.at ?? null } };
}

/** Takes a piece and shows it on the board, unless one was there: where it fits, as near to the middle as can be. Keys and
 * fingers have no pointer that it could follow. */
export function pickOnto(state: PuzzleState, kind: Kind): PuzzleState {
  const taken = pickKind(state, kind);
  if (!taken.hand || taken.hand.at) return taken;
  const { columns, rows, cells } = state.detail.board;
  const middle: Point = [columns >> 1, rows >> 1, 0];
  const away = (cell: readonly number[]) =>
    cell.reduce((sum, each, axis) => sum + Math.abs(each - middle[axis as 0 | 1 | 2]), 0);
  const shown = [...cells].sort((a, b) => away(a) - away(b)).map((cell) => moveHand(taken, cell as Point));
  return shown.find((each) => heldCells(each)?.isFree) ?? moveHand(taken, middle);
}

export const dropHand = (state: PuzzleState): PuzzleState => ({ ...state, hand: null });

/** Moves the held piece, kept whole within the box of the board. */
export function moveHand(state: PuzzleState, at: Point | null): PuzzleState {
  if (!state.hand) return state;
  if (!at) return { ...state, hand: { ...state.hand, at: null } };
  const { columns, rows, levels } = state.detail.board;
  const [x, y] = clamp(state.hand, at, columns, rows);
  const depths = state.hand.cells.map((cell) => cell[2]);
  const z = Math.max(-Math.min(...depths), Math.min(levels - 1 - Math.max(...depths), at[2]));
  return { ...state, hand: { ...state.hand, ...carry(state.hand, [x, y, z]) } };
}

export function twistKind(state: PuzzleState, how: Twist): PuzzleState {
  if (!state.hand || !twistsOf(state).includes(how)) return state;
  const hand = { ...state.hand, ...twist(state.hand, how) };
  const turned = { ...state, hand, orientations: { ...state.orientations, [hand.shape]: hand.cells } };
  return hand.at ? moveHand(turned, hand.at) : turned;
}

/** The cells under the held piece, and whether they are all on the board and free. */
export function heldCells(state: PuzzleState): { cells: number[]; points: Point[]; isFree: boolean } | null {
  if (!state.hand?.at) return null;
  const points = covered(state.hand);
  const numbers = new Map(state.detail.board.cells.map((point, cell) => [String(point), cell]));
  const cells = points.map((point) => numbers.get(String(point)) ?? -1);
  const filled = new Set(everything(state).flatMap((piece) => piece.cells));
  return { cells, points, isFree: cells.every((cell) => cell >= 0 && !filled.has(cell)) };
}

/** Why the held piece cannot be laid where it is; null where it can. */
export function obstacle(state: PuzzleState): { kind: "off" } | { kind: "occupied"; cells: readonly number[] } | null {
  const held = heldCells(state);
  if (!held || held.isFree) return null;
  if (held.cells.includes(-1)) return { kind: "off" };
  const filled = new Set(everything(state).flatMap((piece) => piece.cells));
  return { kind: "occupied", cells: held.cells.filter((cell) => filled.has(cell)) };
}

/** Lays the held piece if its cells are free; another of its kind stays in the hand if there is one. */
export function layHand(state: PuzzleState): PuzzleState {
  const held = heldCells(state);
  if (!held?.isFree || !state.hand) return state;
  const { shape, color } = state.hand;
  const cells = [...held.cells].sort((a, b) => a - b);
  return { ...state, laid: [...state.laid, { shape, color, cells }], hand: null, hint: null };
}

/** Takes back the piece that covers a cell, into the hand. */
export function takeBack(state: PuzzleState, cell: number): PuzzleState {
  const index = state.laid.findIndex((piece) => piece.cells.includes(cell));
  if (index < 0) return state;
  const piece = state.laid[index]!;
  const points = piece.cells.map((each) => state.detail.board.cells[each] as Point);
  const grabbed = state.detail.board.cells[cell] as Point;
  const cells = points.map((point): Point => add(point, [-grabbed[0], -grabbed[1], -grabbed[2]]));
  return {
    ...state,
    laid: state.laid.filter((_, each) => each !== index),
    orientations: { ...state.orientations, [piece.shape]: cells },
    color: piece.color ?? state.color,
    hand: { shape: piece.shape, color: piece.color, cells, at: grabbed },
    isSolved: false,
    hint: null,
  };
}

/** Replaces everything laid, for instance by what lay there before. */
export const lay = (state: PuzzleState, laid: readonly LaidPiece[]): PuzzleState => ({
  ...state,
  laid,
  hand: null,
  hint: null,
  // Whoever was shown a solution and goes on from it has not found one: only a cleared board is one's own again.
  isShown: state.isShown && laid.length > 0,
});

/** Lays a solution the person has asked to be shown. */
export const laySolution = (state: PuzzleState, laid: readonly LaidPiece[]): PuzzleState => ({
  ...lay(state, laid),
  isShown: true,
});

/** Lays one given piece, as a hint names it. */
export const layPiece = (state: PuzzleState, piece: LaidPiece): PuzzleState => lay(state, [...state.laid, piece]);

/** What the check found: what is wrong, and whether it is solved. */
export const takeVerdict = (state: PuzzleState, faults: readonly Fault[], isSolved: boolean): PuzzleState => ({
  ...state,
  faults,
  isSolved,
});
export const takeHint = (state: PuzzleState, hint: Solution | null): PuzzleState => ({ ...state, hint });
export const showColor = (state: PuzzleState, color: string | null): PuzzleState => ({ ...state, color });

/** The empty cells a hint tells to look at; none where that is most of what is empty, which would tell nothing. */
export function marked(state: PuzzleState, hint: Solution | null = state.hint): readonly number[] {
  if (hint?.hint !== "region") return [];
  const filled = new Set(everything(state).flatMap((piece) => piece.cells));
  const cells = hint.cells.filter((cell) => !filled.has(cell));
  return 2 * cells.length > emptyCells(state) ? [] : cells;
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

/** What a key does in a puzzle, or null. */
export function puzzleKey(
  state: PuzzleState,
  { key, shift, control }: KeyPress,
): ((state: PuzzleState) => PuzzleState) | null {
  if (control) return null;
  const letter = key.toLowerCase();
  const { hand, detail } = state;
  if (hand) {
    const arrow = ARROWS[key];
    const center: Point = [detail.board.columns >> 1, detail.board.rows >> 1, 0];
    if (arrow) return (now) => moveHand(now, hand.at ? add(hand.at, arrow) : center);
    if (key === "Enter") return layHand;
    if (key === "Escape") return dropHand;
    if (key === " " || letter === "r") return (now) => twistKind(now, shift ? "counterclockwise" : "clockwise");
    if (letter === "f")
      return (now) =>
        twistKind(now, detail.board.levels > 1 ? (shift ? "tipRight" : "tipAway") : shift ? "flipY" : "flipX");
  }
  const named = remaining(state).filter(
    ({ kind, count }) => count > 0 && kind.color === state.color && kind.shape[0]!.toLowerCase() === letter,
  );
  if (named.length === 0) return null;
  const next = named[(named.findIndex(({ kind }) => kind.shape === hand?.shape) + 1) % named.length]!;
  return (now) => pickOnto(now, next.kind);
}

const SHOWN = ["blue", "yellow", "red", "green"];

/** The color a piece is drawn in; where a puzzle has none, shapes are told apart by one of their own. */
export function shownColor(detail: PuzzleDetail, { shape, color }: Kind): string {
  return color ?? SHOWN[detail.shapes.findIndex((each) => each.name === shape) % SHOWN.length] ?? SHOWN[0]!;
}
