/** Hands at a puzzle: pointing, dragging, turning and keys, without a browser. */

import { expect, test } from "vitest";
import { Hands } from "../../src/core/puzzle/hands";
import { nextPuzzle } from "../../src/core/puzzle/next";
import { heldCells, pickKind } from "../../src/core/puzzle/puzzle";
import { Workbench } from "../../src/core/puzzle/workbench";
import type { LaidPiece, PuzzleDetail } from "../../src/wire";
import { DETAIL, grid } from "./puzzles";

const PAIR: LaidPiece = { shape: "2", color: "blue", cells: [0, 1] };
const CUBES: PuzzleDetail = {
  ...DETAIL,
  board: { columns: 2, rows: 2, levels: 2, cells: grid(2, 2, 2), names: [], heights: [] },
};

function setUp(laid: readonly LaidPiece[] = [], { detail = DETAIL, asksFirst = false } = {}) {
  const outside = {
    check: async () => ({ is_solved: false, faults: [] }),
    solve: () => Promise.reject(new Error("Nobody asked for a solution.")),
    keep: () => undefined,
    wasShown: false,
    celebrate: () => undefined,
  };
  const work = new Workbench(detail, laid, outside, () => undefined);
  const hands = new Hands(work, () => asksFirst);
  const hold = (shape = "2") => work.apply((state) => pickKind(state, { shape, color: "blue" }));
  return { work, hands, hold };
}
const press = (key: string, change = {}) => ({ key, shift: false, control: false, ...change });

test("a click lays the held piece, and the next click takes it up again", () => {
  const { work, hands, hold } = setUp();
  hold();
  hands.press(1, 1); // the lower row is the second on the screen
  expect(work.state.hand).toBeNull();
  const [laid] = work.state.laid;
  expect(
    laid!.cells.every((cell) => cell < 4),
    "it lies in the lower row",
  ).toBe(true);
  hands.press(laid!.cells[0]!, 1);
  expect(work.state.laid).toEqual([]);
  expect(hands.grabbed()).toEqual({ column: laid!.cells[0], row: 1 });
});

test("a click where it does not fit, or beside the board, lays nothing", () => {
  const { work, hands, hold } = setUp([PAIR]);
  hold();
  hands.press(0, 1);
  expect([work.state.laid, hands.holds()]).toEqual([[PAIR], true]);
  hands.press(-1, 0);
  hands.press(4, 0);
  expect(work.state.laid).toEqual([PAIR]);
});

test("a finger brings the piece and lays it only where nobody wants to be asked", () => {
  for (const asksFirst of [false, true]) {
    const { work, hands, hold } = setUp([], { asksFirst });
    hold();
    hands.tap(1, 0);
    expect(work.state.laid).toEqual([]);
    hands.carry(2, 0);
    hands.release();
    expect(work.state.laid.length).toBe(asksFirst ? 0 : 1);
    expect(hands.holds()).toBe(asksFirst);
  }
});

test("a held piece is grabbed on its squares and next to them", () => {
  const { hands, hold } = setUp();
  expect([hands.covers(1, 1), hands.grabbed()]).toEqual([false, null]);
  hold();
  expect(hands.covers(1, 1), "it is not over the board yet").toBe(false);
  hands.hover(0, 1);
  const { column, row } = hands.grabbed()!;
  expect([hands.covers(column, row), hands.covers(column, row - 1), hands.covers(3, 1)]).toEqual([true, true, false]);
  hands.leave();
  expect(hands.grabbed()).toBeNull();
});

test("pointing without a piece moves nothing", () => {
  const { work, hands } = setUp([PAIR]);
  const before = work.state;
  hands.hover(0, 1);
  hands.tap(3, 0);
  hands.release();
  hands.turn(1);
  expect(work.state).toBe(before);
});

test("flat pieces are flipped, cubes are tipped into another level", () => {
  const flat = setUp();
  flat.hold("L4");
  const before = flat.work.state.hand!.cells;
  flat.hands.flip();
  expect(flat.work.state.hand!.cells).not.toEqual(before);
  expect(flat.work.state.hand!.cells.every(([, , z]) => z === 0)).toBe(true);
  flat.hands.flip();
  flat.hands.turn(1);
  flat.hands.turn(-1);
  expect(flat.work.state.hand!.cells).toEqual(before);

  const solid = setUp([], { detail: CUBES });
  solid.hold();
  solid.hands.turn(1);
  solid.hands.flip();
  expect(new Set(solid.work.state.hand!.cells.map(([, , z]) => z)).size).toBe(2);
  solid.hands.carry(3, 0); // the second level is drawn beside the first
  expect(heldCells(solid.work.state)!.points.some(([, , z]) => z === 1)).toBe(true);
});

test("keys pick, move, lay and undo; others are left to the browser", () => {
  const { work, hands } = setUp();
  expect(hands.key(press("2"))).toBe(true);
  expect(hands.key(press("ArrowLeft"))).toBe(true);
  expect(hands.key(press("Enter"))).toBe(true);
  expect(work.state.laid.length).toBe(1);
  expect(hands.key(press("x"))).toBe(false);
  expect(hands.key(press("r", { control: true })), "reloading stays the browser's").toBe(false);
  expect(hands.key(press("z", { control: true }))).toBe(true);
  expect(work.state.laid).toEqual([]);
});

test("the next puzzle is the first unsolved one after this, going round", () => {
  const list = ["a", "b", "c", "d"].map((name) => ({ name }));
  expect(nextPuzzle(list, "b", new Set(["b", "c"]))?.name).toBe("d");
  expect(nextPuzzle(list, "d", new Set(["d", "a"]))?.name).toBe("b");
  expect(nextPuzzle(list, "today", new Set(["a"]))?.name, "one that is not listed leads to the first").toBe("b");
  expect(nextPuzzle(list, "a", new Set(["a", "b", "c", "d"]))).toBeNull();
});
