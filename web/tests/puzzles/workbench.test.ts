/** The workbench of a puzzle, with the server's answers in the test's hands. */

import { expect, test, vi } from "vitest";
import { lay, layHand, moveHand, pickKind, takeBack } from "../../src/core/puzzle/puzzle";
import { Workbench, type Bench } from "../../src/core/puzzle/workbench";
import type { Checked, LaidPiece, Solution } from "../../src/wire";
import { DETAIL } from "./puzzles";

const FOUND: Solution = {
  type: "solution",
  reply: null,
  puzzle: DETAIL.name,
  verdict: "found",
  sentence: "",
  hint: null,
  cells: [],
  piece: null,
  placed: [],
  faults: [],
};
const PAIR: LaidPiece = { shape: "2", color: "blue", cells: [0, 1] };

/** A bench, and how to answer what it asks. */
function setUp(laid: readonly LaidPiece[] = [], wasShown = false) {
  const seen: Bench[] = [];
  const outside = {
    check: vi.fn(async (placed: readonly LaidPiece[]): Promise<Checked> => ({
      is_solved: placed.length === 2,
      faults: [],
    })),
    solve: vi.fn(async (_: readonly LaidPiece[], hint: Solution["hint"]): Promise<Solution> => ({ ...FOUND, hint })),
    keep: vi.fn(),
    wasShown,
    celebrate: vi.fn(),
  };
  const bench = new Workbench(DETAIL, laid, outside, (next) => seen.push(next));
  return { bench, outside, seen, now: () => seen.at(-1)! };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const layPair = (bench: Workbench) => {
  bench.apply((state) => pickKind(state, { shape: "2", color: "blue" }));
  bench.apply((state) => moveHand(state, [0, 0, 0]));
  bench.apply(layHand);
};

test("what is laid is kept, checked and taken back", async () => {
  const { bench, outside, now } = setUp();
  layPair(bench);
  expect(outside.keep).toHaveBeenLastCalledWith([expect.objectContaining({ shape: "2" })], false);
  await settled();
  expect(outside.check).toHaveBeenCalledTimes(2); // once when opened
  bench.undo();
  expect(now().puzzle.laid).toEqual([]);
  expect(now().past).toEqual([]);
  bench.undo();
  expect(outside.keep).toHaveBeenCalledTimes(2);
});

test("an answer about what lay there before is not taken", async () => {
  const { bench, outside, now } = setUp();
  await settled();
  let answer: (checked: Checked) => void = () => undefined;
  outside.check.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  layPair(bench);
  bench.apply((state) => takeBack(state, state.laid[0]!.cells[0]!));
  answer({ is_solved: true, faults: [] });
  await settled();
  expect(now().puzzle.isSolved).toBe(false);
});

test("a solution found is remembered, a solution shown is not", async () => {
  const { bench, outside, now } = setUp();
  outside.solve.mockResolvedValue({ ...FOUND, placed: [PAIR, { shape: "2", color: "blue", cells: [2, 3] }] });
  await bench.solve();
  await settled();
  expect([now().puzzle.isSolved, now().puzzle.isShown]).toEqual([true, true]);
  expect(outside.celebrate).not.toHaveBeenCalled();
  expect(outside.keep).toHaveBeenLastCalledWith(expect.anything(), true);
  bench.apply((state) => takeBack(state, 0));
  bench.apply(layHand);
  await settled();
  expect(now().puzzle.isSolved).toBe(true);
  expect(outside.celebrate, "to put a piece of it back is not to find it").not.toHaveBeenCalled();
  bench.apply((state) => lay(state, []));
  expect(now().puzzle.isShown).toBe(false);
  const again = setUp([PAIR, { shape: "2", color: "blue", cells: [2, 3] }], true);
  await settled();
  expect(again.now().puzzle.isShown).toBe(true);
  expect(again.outside.celebrate).not.toHaveBeenCalled();
  const own = setUp([{ shape: "2", color: "blue", cells: [2, 3] }]);
  layPair(own.bench);
  await settled();
  expect(own.now().puzzle.isShown).toBe(false);
  expect(own.outside.celebrate).toHaveBeenCalledOnce();
});

test("hints climb the ladder, a verdict and a failure are told", async () => {
  const { bench, outside, now } = setUp();
  outside.solve.mockImplementation(async (_, hint) => ({ ...FOUND, hint, cells: hint === "region" ? [0] : [] }));
  await bench.hint();
  await bench.hint();
  await bench.hint();
  expect(outside.solve.mock.calls.map(([, hint]) => hint)).toEqual(["region", "piece", "placement"]);
  outside.solve.mockResolvedValueOnce({ ...FOUND, verdict: "impossible" });
  await bench.solve();
  expect(now()).toMatchObject({ isBusy: false, notice: { verdict: "impossible" } });
  const problem = new Error("gone");
  outside.solve.mockRejectedValueOnce(problem);
  await bench.solve();
  expect(now()).toMatchObject({ isBusy: false, notice: { problem } });
});

test("a hint that points everywhere says at once which piece", async () => {
  const { bench, outside, seen, now } = setUp();
  outside.solve.mockImplementation(async (_, hint) => ({
    ...FOUND,
    hint,
    cells: DETAIL.board.cells.map((_, cell) => cell),
  }));
  await bench.hint();
  expect(outside.solve.mock.calls.map(([, hint]) => hint)).toEqual(["region", "piece"]);
  expect(now().puzzle.hint?.hint).toBe("piece");
  expect(seen.some(({ puzzle }) => puzzle.hint?.hint === "region")).toBe(false);
});
