/** Advice at home is the server's advice: the same search of the same position gives the same findings. */

import { beforeAll, describe, expect, test } from "vitest";
import { Host } from "../../src/home/host";
import type { Kernel } from "../../src/home/kernel";
import { Memory } from "../../src/home/store";
import type { Advice, Review, ServerMessage, Snapshot } from "../../src/wire";
import { data, isMissing, load } from "./built";

/** As tests/advice_corpus.py writes it. */
interface Reviewed {
  readonly position: string;
  readonly verdict: string;
  readonly moves: readonly { readonly move: string; readonly kinds: readonly string[] }[];
}
const SIMULATIONS = 4000;
const CORPUS = data("advice.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Reviewed)
  .filter((_, index) => index % 20 === 0);

let kernel: Kernel;
beforeAll(async () => {
  if (!isMissing) kernel = await load();
});

describe.skipIf(isMissing)("advice in the browser", { timeout: 60_000 }, () => {
  test.each(CORPUS)("says what Python says: $position", async ({ position: text, verdict, moves }) => {
    const position = kernel.parse(text);
    const search = await kernel.search(position.ruleset, { seed: 1 });
    search.begin(position, SIMULATIONS, -1, true);
    while (search.advance(100));
    const advice = search.advice(position, 3);
    search.close();
    expect(advice.verdict).toBe(verdict);
    expect(
      advice.moves.map(({ move, findings }) => ({
        move: position.ruleset.move(move).text,
        kinds: findings.map(({ kind, value, usual, cells }) => `${kind}:${value}:${usual}:${cells.length}`),
      })),
    ).toEqual(moves.map(({ move, kinds }) => ({ move, kinds })));
  });

  test("advice and a review are answered at a table at home, and stop when nobody wants them", async () => {
    const heard: ServerMessage[] = [];
    const host = new Host(kernel, new Memory(), 0, (message) => void heard.push(message));
    const game = await host.open({ ruleset: "duo", seats: [{ kind: "here" }, { kind: "here" }] });
    await host.hear({ type: "join", id: 1, game });
    const { legal } = heard.find((each): each is Snapshot => each.type === "snapshot")!;
    await host.hear({ type: "advise", id: 2, game, ply: 0, seconds: 0.2 });
    const advice = heard.find((each): each is Advice => each.type === "advice")!;
    // Drafts come on the way, and the answer comes last.
    heard.length = 0;
    await host.hear({ type: "advise", id: 9, game, ply: 0, seconds: 1.2 });
    const drafts = heard.flatMap((each) => (each.type === "thinking" && each.advice ? [each.advice] : []));
    expect(drafts.length).toBeGreaterThan(0);
    expect(drafts.length).toBeLessThanOrEqual(3);
    expect(drafts[0]!.candidates.length).toBeGreaterThan(0);
    expect(heard.at(-1)).toMatchObject({ type: "advice", reply: 9 });
    expect(advice.verdict).not.toBe("");
    expect(legal).toContain(advice.candidates[0]!.move);
    // The smallest piece first is a mistake.
    const ruleset = kernel.ruleset("duo");
    await host.hear({ type: "play", id: 3, game, ply: 0, move: ruleset.parseMove("e10").id });
    await host.hear({ type: "review", id: 4, game });
    const review = heard.find((each): each is Review => each.type === "review")!;
    expect(review.judgments).toHaveLength(1);
    expect(review.judgments[0]!.cost).toBeGreaterThan(0.1);
    expect(review.judgments[0]!.better!.findings.length).toBeGreaterThan(0);
    const asked = host.hear({ type: "review", id: 5, game });
    await host.hear({ type: "stop", id: 6, game, job: "review" });
    await asked;
    expect(heard.at(-1)).toMatchObject({ type: "error", reply: 5, kind: "stopped" });
  });
});
