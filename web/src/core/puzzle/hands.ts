/** What somebody's hands do to a puzzle: pointing at the board, dragging, turning, and keys. */

import type { Square } from "../board/outline";
import type { Point } from "../board/geometry";
import { toPoint, toSquare } from "../board/layers";
import type { KeyPress } from "../table/keys";
import * as puzzle from "./puzzle";
import type { PuzzleState } from "./puzzle";

/** What hands work on; a workbench is one. */
export interface Work {
  readonly state: PuzzleState;
  apply(change: (state: PuzzleState) => PuzzleState): void;
  undo(): void;
}

export class Hands {
  constructor(
    private readonly work: Work,
    /** Is a dragged piece laid only when that is confirmed? */
    private readonly asksFirst: () => boolean,
  ) {}

  readonly holds = (): boolean => this.work.state.hand !== null;
  /** Does the held piece lie over a square, or next to it? */
  readonly covers = (column: number, row: number): boolean =>
    puzzle.heldCells(this.work.state)?.points.some((point) => {
      const square = toSquare(puzzle.layersOf(this.work.state), point);
      return Math.abs(square.column - column) <= 1 && Math.abs(square.row - row) <= 1;
    }) ?? false;
  /** The square of the held piece's grabbed cell. */
  readonly grabbed = (): Square | null => {
    const at = this.work.state.hand?.at;
    return at ? toSquare(puzzle.layersOf(this.work.state), at) : null;
  };
  readonly hover = (column: number, row: number): void => {
    if (this.holds()) this.carry(column, row);
  };
  readonly leave = (): void => this.work.apply((state) => puzzle.moveHand(state, null));
  readonly carry = (column: number, row: number): void => {
    const at = this.pointAt(column, row);
    if (at) this.work.apply((state) => puzzle.moveHand(state, at));
  };
  /** A click lays the held piece; without one it takes the piece that lies there. */
  readonly press = (column: number, row: number): void => {
    if (!this.pointAt(column, row)) return;
    const isLaying = this.holds();
    this.tap(column, row);
    if (isLaying) this.work.apply(puzzle.layHand);
  };
  /** A finger brings the held piece there; without one it takes the piece that lies there. */
  readonly tap = (column: number, row: number): void => {
    const at = this.pointAt(column, row);
    if (!at) return;
    if (this.holds()) this.carry(column, row);
    else this.take(at);
  };
  /** A drag has ended. */
  readonly release = (): void => {
    if (!this.asksFirst()) this.work.apply(puzzle.layHand);
  };
  readonly turn = (direction: 1 | -1): void =>
    this.work.apply((state) => puzzle.twistKind(state, direction === 1 ? "clockwise" : "counterclockwise"));
  /** Turns the piece over: flat ones are flipped, cubes are tipped. */
  readonly flip = (): void =>
    this.work.apply((state) => puzzle.twistKind(state, puzzle.layersOf(state).levels > 1 ? "tipAway" : "flipX"));

  /** Does what a key means; false where it means nothing here. */
  key(press: KeyPress): boolean {
    if (press.control && press.key.toLowerCase() === "z") {
      this.work.undo();
      return true;
    }
    const change = puzzle.puzzleKey(this.work.state, press);
    if (change) this.work.apply(change);
    return change !== null;
  }

  private pointAt(column: number, row: number): Point | null {
    return toPoint(puzzle.layersOf(this.work.state), { column, row });
  }
  private take(at: Point): void {
    const cell = this.work.state.detail.board.cells.findIndex((each) => String(each) === String(at));
    if (cell >= 0) this.work.apply((state) => puzzle.takeBack(state, cell));
  }
}
