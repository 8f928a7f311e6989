import { describe, expect, test } from "vitest";
import { applyChange, follows } from "../src/core/table/change";
import type { Change, Snapshot } from "../src/wire";
import { smallRules, smallSnapshot } from "./table";

const piece = (number: number, cell: number, color = 0) => ({
  color,
  shape: "1",
  placement: cell,
  cells: [cell],
  number,
});
const step = (ply: number, cell: number) => ({
  ply,
  kind: "move" as const,
  number: ply,
  seat: 0,
  color: "blue",
  sheet: 0,
  text: "a1",
  move: cell,
  shape: "1",
  cells: [cell],
  scores: [-6, -7],
  forecast: null,
});
const start = (): Snapshot => smallSnapshot(smallRules(), { seq: 4 });
const change = (more: Partial<Change> = {}): Change => ({
  type: "change",
  game: "game0001",
  after: 4,
  seq: 5,
  ply: 1,
  set: {},
  ...more,
});

describe("changes", () => {
  test("a move adds a step and a piece, and covers its cells", () => {
    const before = start();
    const after = applyChange(
      before,
      change({
        set: { at: 1, legal: [] },
        steps: { keep: 0, add: [step(1, 7)] },
        placed: [{ sheet: 0, keep: 0, add: [piece(1, 7)] }],
      }),
    );
    expect(after).toMatchObject({ seq: 5, ply: 1, at: 1, legal: [] });
    expect(after.steps).toHaveLength(1);
    expect(after.sheets[0]!.cells[7]).toBe(0);
    expect(after.sheets[0]!.cells.filter((cell) => cell >= 0)).toHaveLength(1);
    expect(before.sheets[0]!.cells[7]).toBe(-1);
    expect(after.supplies).toBe(before.supplies);
  });

  test("going back keeps the line and takes pieces off; another line replaces its end", () => {
    const two = applyChange(
      start(),
      change({
        steps: { keep: 0, add: [step(1, 0), step(2, 6)] },
        placed: [{ sheet: 0, keep: 0, add: [piece(1, 0), piece(2, 6, 1)] }],
      }),
    );
    const back = applyChange(
      two,
      change({ after: 5, seq: 6, set: { at: 1 }, placed: [{ sheet: 0, keep: 1, add: [] }] }),
    );
    expect(back.steps).toBe(two.steps);
    expect(back.sheets[0]!.placed).toHaveLength(1);
    expect(back.sheets[0]!.cells[6]).toBe(-1);
    expect(back.sheets[0]!.cells[0]).toBe(0);
    const other = applyChange(
      back,
      change({
        after: 6,
        seq: 7,
        steps: { keep: 1, add: [step(3, 12)] },
        placed: [{ sheet: 0, keep: 1, add: [piece(2, 12, 1)] }],
      }),
    );
    expect(other.steps.map(({ ply }) => ply)).toEqual([1, 3]);
    expect(other.sheets[0]!.cells[12]).toBe(1);
  });

  test("only what follows is applied: people who come keep the number, a gap is seen", () => {
    const before = start();
    expect(follows(before, change())).toBe(true);
    expect(follows(before, change({ seq: 4 }))).toBe(true);
    expect(follows(before, change({ after: 5, seq: 6 }))).toBe(false);
    expect(follows(before, change({ game: "game0002" }))).toBe(false);
  });
});
