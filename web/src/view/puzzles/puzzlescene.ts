/** What a puzzle's board shows: the pieces laid, and the one over it. */

import { extentOf, toSquare } from "../../core/board/layers";
import { middle, type Point } from "../../core/board/geometry";
import {
  everything,
  heldCells,
  layersOf,
  marked,
  shownColor,
  type Kind,
  type PuzzleState,
} from "../../core/puzzle/puzzle";
import type { LaidPiece } from "../../wire";
import type { Label, Moving, Still } from "../board/scene";

const pointOf = ({ detail }: PuzzleState, cell: number): Point => detail.board.cells[cell] as Point;
const squares = (state: PuzzleState, cells: readonly number[]) =>
  cells.map((cell) => toSquare(layersOf(state), pointOf(state, cell)));
const colorOf = ({ detail }: PuzzleState, kind: Kind) => shownColor(detail, kind);

/** Everything that lies there, cube by cube. */
export const cubesOf = (state: PuzzleState): { at: Point; color: string; piece: number }[] =>
  everything(state).flatMap((piece, index) =>
    piece.cells.map((cell) => ({ at: pointOf(state, cell), color: colorOf(state, piece), piece: index })),
  );

/** A piece's number on every level it reaches, so that it can be followed from one to the next. */
function numbersOf(state: PuzzleState, piece: LaidPiece, index: number): Label[] {
  const points = piece.cells.map((cell) => pointOf(state, cell));
  return [...new Set(points.map((point) => point[2]))].map((level) => ({
    square: toSquare(layersOf(state), middle(points.filter((point) => point[2] === level))),
    text: String(index + 1),
    color: colorOf(state, piece),
  }));
}

/** The board with what lies on it. */
export function still(state: PuzzleState): Still {
  const layers = layersOf(state);
  const extent = extentOf(layers);
  const { detail } = state;
  const pieces = everything(state);
  // A flat rectangle is drawn as one board; levels and crooked regions square by square.
  const isWhole = layers.levels === 1 && detail.board.cells.length === layers.columns * layers.rows;
  const waiting = detail.starts
    .map((cells, index) => ({ cells, color: detail.colors[index]! }))
    .filter(({ color }) => !pieces.some((piece) => piece.color === color));
  return {
    frame: { ...extent, turned: 0 },
    window: { column: 0, row: 0, ...extent },
    hasTable: false,
    footprint: isWhole ? null : detail.board.cells.map((each) => toSquare(layers, each as Point)),
    starts: waiting.flatMap(({ cells, color }) => squares(state, cells).map((square) => ({ square, color }))),
    pieces: pieces.map((piece, index) => ({
      key: `${index}.${piece.cells[0]}`,
      squares: squares(state, piece.cells),
      color: colorOf(state, piece),
      look: "solid",
      glow: false,
    })),
    halo: [],
    labels: layers.levels > 1 ? pieces.flatMap((piece, index) => numbersOf(state, piece, index)) : [],
    dots: [],
    dotColor: "blue",
  };
}

/** The piece in hand, what is wrong, and what a hint marks. */
export function moving(state: PuzzleState): Moving {
  const { hand, hint } = state;
  const held = heldCells(state);
  return {
    ghost:
      held && hand
        ? {
            key: "ghost",
            squares: held.points.map((each) => toSquare(layersOf(state), each)),
            color: colorOf(state, hand),
            look: held.isFree ? "legal" : "illegal",
            glow: false,
          }
        : null,
    marks: squares(state, [...new Set(state.faults.flatMap((fault) => fault.cells))]),
    proposal:
      hint?.hint === "placement" && hint.piece
        ? { squares: squares(state, hint.piece.cells), color: colorOf(state, hint.piece) }
        : null,
    played: null,
    pointed: squares(state, marked(state)),
  };
}
