import { beforeAll, describe, expect, test } from "vitest";
import { KernelError, type Kernel, type Level } from "../../src/home/kernel";
import { data, isMissing, load } from "./built";

/** What the native engine found, as tests/engine/test_golden_search.py keeps it. */
interface Found {
  readonly position: string;
  readonly last: number;
  readonly simulations: number;
  readonly nodes: number;
  readonly depth: number;
  readonly win: readonly number[];
  readonly score: readonly number[];
  readonly moves: readonly number[];
  readonly visits: readonly number[];
  readonly wins: readonly (readonly number[])[];
  readonly priors: readonly number[];
  readonly choices: readonly number[];
}
const GOLDEN = JSON.parse(data("searches.json")) as {
  readonly seed: number;
  readonly simulations: number;
  readonly levels: readonly Omit<Level, "number" | "key">[];
  readonly searches: readonly Found[];
};

let kernel: Kernel;
beforeAll(async () => {
  if (!isMissing) kernel = await load();
});

describe.skipIf(isMissing)("the engine in the browser", { timeout: 60_000 }, () => {
  test.each(GOLDEN.searches)(
    "finds in slices what the native one finds in one run: $position",
    async (golden) => {
      const position = kernel.parse(golden.position);
      const search = await kernel.search(position.ruleset, { seed: GOLDEN.seed });
      search.begin(position, GOLDEN.simulations, golden.last);
      while (search.advance(9)) expect(search.simulations).toBeLessThan(GOLDEN.simulations);
      const { lines, ...found } = search.result();
      expect({
        ...found,
        moves: lines.map((line) => line.move),
        visits: lines.map((line) => line.visits),
        wins: lines.map((line) => line.win),
        priors: lines.map((line) => line.prior),
      }).toEqual({
        ...Object.fromEntries(
          Object.entries(golden).filter(([name]) => !["position", "last", "choices"].includes(name)),
        ),
        isExact: found.isExact,
      });
      const choices = GOLDEN.levels.map((level) => {
        search.beginChoice(position, { ...level, number: 0, key: "" }, GOLDEN.seed, golden.last);
        while (search.advance(4));
        return search.choice().move;
      });
      expect(choices).toEqual(golden.choices);
      search.close();
    },
    60_000,
  );

  test("can be asked at any time", async () => {
    const position = kernel.ruleset("duo").start();
    const search = await kernel.search(position.ruleset);
    search.beginChoice(position, position.ruleset.levels.at(-1)!, 1);
    expect(search.advance(5)).toBe(true);
    const { move, result } = search.choice();
    expect(result!.simulations).toBe(5);
    expect(result!.lines[0]!.move).toBe(move);
    expect(result!.win.reduce((sum, share) => sum + share)).toBeCloseTo(1);
    search.clear();
    search.close();
    expect(() => search.result()).toThrow(KernelError);
  });

  test("refuses what makes no sense", async () => {
    const dice = kernel.ruleset("dice-2").start();
    const search = await kernel.search(dice.ruleset);
    expect(() => search.begin(dice, 10)).toThrow("Nobody is to move");
    expect(() => search.begin(kernel.ruleset("duo").start(), 10)).toThrow("This search thinks about dice-2.");
    expect(() => search.advance(0)).toThrow(KernelError);
  });
});
