import { describe, expect, test } from "vitest";
import { extentOf, toPoint, toSquare } from "../../src/core/board/layers";
import {
  beginPuzzle,
  dropHand,
  heldCells,
  lay,
  layHand,
  moveHand,
  pickKind,
  pickOnto,
  puzzleKey,
  remaining,
  takeBack,
  toGo,
  twistKind,
  type PuzzleState,
} from "../../src/core/puzzle/puzzle";
import { DETAIL, grid } from "./puzzles";

const L4 = { shape: "L4", color: "blue" };
const TWO = { shape: "2", color: "blue" };
const at = (state: PuzzleState, x: number, y: number) => moveHand(state, [x, y, 0]);

describe("laying a puzzle", () => {
  test("a piece lies where its cells are free, and no longer in the tray", () => {
    const state = layHand(at(pickKind(beginPuzzle(DETAIL), L4), 1, 0));
    expect(state.laid).toHaveLength(1);
    expect(state.hand).toBeNull();
    expect(toGo(state)).toBe(2);
    expect(pickKind(state, L4).hand).toBeNull();
  });
  test("not on top of another", () => {
    const first = layHand(at(pickKind(beginPuzzle(DETAIL), L4), 1, 0));
    const second = at(pickKind(first, TWO), 1, 0);
    expect(heldCells(second)!.isFree).toBe(false);
    expect(layHand(second).laid).toHaveLength(1);
  });
  test("taking back puts it into the hand as it lay", () => {
    const laid = layHand(at(twistKind(pickKind(beginPuzzle(DETAIL), TWO), "clockwise"), 3, 1));
    const back = takeBack(laid, laid.laid[0]!.cells[0]!);
    expect(back.laid).toEqual([]);
    expect(layHand(back).laid[0]!.cells).toEqual(laid.laid[0]!.cells);
  });
  test("the hand stays on the board", () => {
    const state = at(pickKind(beginPuzzle(DETAIL), L4), 99, -99);
    expect(heldCells(state)!.cells.every((cell) => cell >= 0)).toBe(true);
    expect(dropHand(state).hand).toBeNull();
  });
  test("givens count as used", () => {
    const given = { ...DETAIL, givens: [{ shape: "2", color: "blue", cells: [0, 1] }] };
    expect(remaining(beginPuzzle(given)).find((each) => each.kind.shape === "2")!.count).toBe(1);
  });
  test("without a pointer a piece shows itself where it fits", () => {
    const first = layHand(pickOnto(beginPuzzle(DETAIL), L4));
    expect(first.laid).toHaveLength(1);
    const second = pickOnto(first, TWO);
    expect(heldCells(second)!.isFree).toBe(true);
    expect(heldCells(pickOnto(dropHand(second), TWO))).toEqual(heldCells(second));
  });
  test("keys alone", () => {
    let state = beginPuzzle(DETAIL);
    for (const key of ["l", "ArrowLeft", "ArrowDown", "Enter"])
      state = puzzleKey(state, { key, shift: false, control: false })!(state);
    expect(state.laid).toHaveLength(1);
    expect(lay(state, []).laid).toEqual([]);
  });
});

test("levels lie side by side and come back", () => {
  for (const levels of [1, 3, 4, 5]) {
    const layers = { columns: 3, rows: 2, levels };
    const seen = new Set<string>();
    for (const point of grid(3, 2, levels)) {
      const square = toSquare(layers, point);
      expect(toPoint(layers, square)).toEqual(point);
      seen.add(`${square.column},${square.row}`);
      expect(square.column).toBeLessThan(extentOf(layers).columns);
      expect(square.row).toBeLessThan(extentOf(layers).rows);
    }
    expect(seen.size).toBe(6 * levels);
  }
  expect(toPoint({ columns: 3, rows: 2, levels: 3 }, { column: 3, row: 0 })).toBeNull();
});
