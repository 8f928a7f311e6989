import { describe, expect, test } from "vitest";
import { tipFor } from "../src/core/learn/coach";
import { meaning } from "../src/core/table/keys";
import { askNext } from "../src/core/table/update";
import { smallState } from "./table";
import type { Candidate, PlacedView, FindingView, SupplyView } from "../src/wire";

const finding = (kind: string, is_good = true): FindingView => ({
  kind,
  is_good,
  text: "",
  cells: [],
  value: 1,
  usual: 0,
  against: "typical",
  color: null,
  shape: null,
  die: null,
  among: null,
  near: null,
});
const candidate = (cells: number[], ...kinds: string[]): Candidate => ({
  move: 0,
  text: "",
  shape: "",
  cells,
  wins: [],
  scores: [],
  weight: 1,
  error: 0,
  is_decided: false,
  is_exact: false,
  expected: [],
  findings: kinds.map((kind) => finding(kind)),
});
const laid = (count: number): PlacedView[] =>
  Array.from({ length: count }, (_, number) => ({ color: 0, shape: "1", placement: 0, cells: [], number }));
const supply = (color: string, count: number): SupplyView => ({
  color,
  seat: null,
  is_out: false,
  pieces: Array.from({ length: count }, () => ({ shape: "L4", places: 1 })),
});
const table = (placed: number, mine = 12, other = 12) =>
  smallState({
    sheets: [{ cells: [], placed: laid(placed) }],
    supplies: [supply("blue", mine), supply("yellow", other)],
  });

describe("the coach", () => {
  test("speaks of the middle at the beginning and of large pieces after it", () => {
    expect(tipFor(table(1), candidate([1, 2, 3, 4], "space"))).toBe("center");
    expect(tipFor(table(5), candidate([1, 2, 3, 4], "space"))).toBe("large");
    expect(tipFor(table(5), candidate([1], "space"))).toBe("escape");
  });
  test("speaks of what the move does", () => {
    expect(tipFor(table(9), candidate([1], "corners_closed"))).toBe("block");
    expect(tipFor(table(9), candidate([1], "safe", "corners_closed"))).toBe("reserve");
    expect(tipFor(table(9), candidate([1], "rival_piece_dies"))).toBe("others");
    expect(tipFor(table(9, 4, 2), candidate([1]))).toBe("finish");
  });
  test("does not repeat itself while it has something else to say", () => {
    expect(tipFor(table(1), candidate([1, 2, 3, 4], "space"), ["center"])).toBe("large");
    expect(tipFor(table(9), candidate([1]), ["corners", "others"])).toBe("corners");
  });
  test("has its own tips in space and none for dice", () => {
    const board = { ...smallState().rules.detail.board, levels: 2 };
    const inSpace = { ...smallState({ supplies: [supply("blue", 8), supply("yellow", 8)] }, { board }) };
    expect(tipFor(inSpace, candidate([1, 2, 3, 4]))).toBe("solid");
    expect(tipFor(inSpace, candidate([1]))).toBe("middle");
    expect(tipFor(smallState({}, { rows: { "1": ["1"] } }), candidate([1]))).toBeNull();
  });
});

describe("what fits here, by key", () => {
  const state = smallState({ targets: [0, 6, 24] });
  test("Q asks about the dots on which something fits, one after the other and round", () => {
    expect(meaning(state, { key: "q", shift: false, control: false })).toEqual({ command: "fits" });
    expect(meaning(state, { key: "Q", shift: true, control: false })).toEqual({ command: "fitsBefore" });
    const first = askNext(state, 1);
    const second = askNext(first, 1);
    expect([first.asked, second.asked, askNext(first, -1).asked]).toEqual([0, 6, 6]);
    expect(askNext(second, 1).asked).toBe(0);
  });
  test("a piece in hand is put back, and whoever may not move asks nothing", () => {
    expect(askNext(state, 1).hand).toBeNull();
    expect(askNext(smallState({ legal: [] }), 1).asked).toBeNull();
  });
});
