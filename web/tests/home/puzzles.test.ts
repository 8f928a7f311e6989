/** Puzzles at home: made, judged and solved by the kernel compiled for the browser, and as the server does it. */

import { beforeAll, describe, expect, test } from "vitest";
import { PuzzleBench } from "../../src/home/puzzles/bench";
import { Solving, type Listener } from "../../src/home/puzzles/solving";
import type { LaidPiece, Solution } from "../../src/wire";
import { data, isMissing, readKernelFile } from "./built";

interface Day {
  readonly pieces: Record<string, number>;
  readonly givens: readonly string[];
  readonly difficulty: string;
}
interface Judged {
  readonly puzzle: string;
  readonly placed: LaidPiece[];
  readonly is_solved: boolean;
  readonly faults: readonly string[];
  readonly verdict: Solution["verdict"] | "";
}

const TODAY = "2026-11-29";
/** Those that take a moment here; the others are for benchmarks. */
const QUICK = ["cube-4", "soma", "fours-8x10", "fours-8x10-apart", "cube-5", "fives-15x16", "all-84-descending"];

let bench: PuzzleBench;
beforeAll(async () => {
  if (!isMissing) bench = await PuzzleBench.load(readKernelFile, () => Date.parse(`${TODAY}T12:00:00Z`));
});

const patient = (): Listener => ({
  isWanted: () => true,
  progress: () => undefined,
  breathe: () => Promise.resolve(),
  now: () => performance.now() / 1000,
});

describe.skipIf(isMissing)("puzzles at home", { timeout: 60_000 }, () => {
  test("every day has the puzzle that it has everywhere", () => {
    const days = JSON.parse(data("puzzles", "days.json")) as Record<string, Day>;
    expect(Object.keys(days)).toHaveLength(14);
    for (const [day, { pieces, givens, difficulty }] of Object.entries(days)) {
      const made = bench.detail(`daily-${day}`);
      expect(Object.fromEntries(made.pieces.map(({ shape, count }) => [shape, count])), day).toEqual(pieces);
      const named = made.givens.map(({ color, cells }) => `${color}:${cells.map((cell) => made.board.names[cell])}`);
      expect(named, day).toEqual(givens);
      if (day === TODAY) expect(bench.list().puzzles[0]).toMatchObject({ name: `daily-${day}`, difficulty });
    }
  });

  test("lists today's puzzle and the whole library", () => {
    const { puzzles } = bench.list();
    expect(puzzles.map(({ is_daily }) => is_daily).indexOf(true)).toBe(0);
    expect(puzzles.length).toBeGreaterThan(15);
    for (const { name, pieces, cells } of puzzles) {
      const detail = bench.detail(name);
      expect(detail.pieces.reduce((sum, { count }) => sum + count, 0)).toBe(pieces);
      expect(detail.board.cells).toHaveLength(cells);
      expect(detail.rules.length).toBeGreaterThan(0);
    }
  });

  test("refuses what is no puzzle, and days that are too far away", () => {
    for (const name of ["nonsense", "daily-", "daily-soon", "daily-2026-02-31", "daily-2026-10-01", "daily-2026-12-24"])
      expect(() => bench.detail(name), name).toThrow("There is no puzzle");
  });

  test("judges what lies, and knows what can be completed, as the server does", async () => {
    const judged = JSON.parse(data("puzzles", "judged.json")) as Judged[];
    expect(judged.length).toBeGreaterThan(40);
    const solving = new Solving(bench);
    for (const { puzzle, placed, is_solved, faults, verdict } of judged) {
      const where = `${puzzle} with ${placed.length} pieces`;
      const checked = bench.check(puzzle, placed);
      expect({ ...checked, faults: checked.faults.map(({ kind }) => kind) }, where).toEqual({ is_solved, faults });
      if (!verdict) continue;
      const answer = await solving.solve({ puzzle, placed, hint: null }, patient());
      expect(answer.verdict, where).toBe(verdict);
      if (verdict === "found") expect(bench.check(puzzle, answer.placed).is_solved, where).toBe(true);
    }
  });

  test.each(QUICK)("%s is solved, and hints lead there", async (puzzle) => {
    const solving = new Solving(bench);
    const ask = (hint: Solution["hint"], placed: LaidPiece[] = []) =>
      solving.solve({ puzzle, placed, hint }, patient());
    const solution = await ask(null);
    expect(bench.check(puzzle, solution.placed)).toEqual({ is_solved: true, faults: [] });
    expect((await ask(null, solution.placed)).sentence).toBe("It is solved.");
    const region = await ask("region");
    const piece = await ask("piece");
    const placement = await ask("placement");
    expect(region.piece).toBeNull();
    expect(piece.piece).toMatchObject({ shape: placement.piece!.shape, cells: [] });
    expect(region.cells).toEqual(expect.arrayContaining(placement.piece!.cells));
  });

  test("a search that is not wanted any more stops, and tells how far it came until then", async () => {
    const heard: number[] = [];
    const listener = { ...patient(), progress: (part: number) => heard.push(part), isWanted: () => heard.length < 3 };
    const solving = new Solving(bench);
    await expect(solving.solve({ puzzle: "all-84-17x21", placed: [], hint: null }, listener)).rejects.toThrow(
      "It was stopped.",
    );
    expect(heard).toHaveLength(3);
    expect(heard[2]).toBeGreaterThan(0);
  });

  test("a piece that makes no sense costs nothing but a sentence", () => {
    const odd: LaidPiece = { shape: "O", color: "blue", cells: [0, 1, 2, 999] };
    expect(() => bench.check("fours-8x10", [odd])).toThrow("no such piece");
    expect(() => bench.check("fours-8x10", [{ ...odd, cells: [0, 1, 2, 5] }])).toThrow("no such piece");
    expect(bench.check("fours-8x10", [])).toEqual({ is_solved: false, faults: [] });
  });
});
