/** Several instances of the kernel that think about one position, merged at the root. */

import { beforeAll, describe, expect, test } from "vitest";
import { Crew } from "../../src/home/crew";
import { Host } from "../../src/home/host";
import { KernelError, type Kernel, type Search } from "../../src/home/kernel";
import type { WorkerEnd } from "../../src/home/line";
import { Mate } from "../../src/home/play/mate";
import { Memory } from "../../src/home/store";
import type { Advice, ServerMessage, Snapshot } from "../../src/wire";
import { isMissing, load } from "./built";

let kernels: Kernel[];
beforeAll(async () => {
  if (!isMissing) kernels = await Promise.all([load(), load(), load()]);
});

/** A search of a position in an instance of its own. */
async function searched(number: number, text: string, simulations: number): Promise<Search> {
  const kernel = kernels[number]!;
  const position = kernel.parse(text);
  const search = await kernel.search(position.ruleset, { seed: number });
  search.begin(position, simulations);
  while (search.advance(64));
  return search;
}

/** A mate in this process, with an instance of the kernel of its own. */
class Near implements WorkerEnd {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  isEnded = false;
  private readonly mate = new Mate(load, (data) => {
    if (!this.isEnded) this.onmessage?.call(this as never, { data } as MessageEvent);
  });
  postMessage(said: never): void {
    void this.mate.hear(said);
  }
  terminate(): void {
    this.isEnded = true;
    void this.mate.hear("tell"); // stops it, as ending a worker does
  }
}

describe.skipIf(isMissing)("a crew", { timeout: 60_000 }, () => {
  test("adds visits up and weighs outcomes by them, the same every time", async () => {
    const text = kernels[0]!.ruleset("duo").start().text;
    const told: string[] = [];
    for (let time = 0; time < 2; time++) {
      const searches = [await searched(0, text, 400), await searched(1, text, 300), await searched(2, text, 200)];
      const alone = searches.map((search) => search.result());
      const [first, ...others] = searches as [Search, Search, Search];
      for (const other of others) first.take(other.share());
      const { lines, win, simulations, nodes } = first.result();
      expect(simulations).toBe(900);
      expect(nodes).toBe(alone.reduce((sum, { nodes }) => sum + nodes, 0));
      expect(new Set(lines.map(({ move }) => move)).size).toBe(lines.length);
      for (const line of lines) {
        const parts = alone.flatMap((each) => each.lines.filter(({ move }) => move === line.move));
        expect(line.visits).toBe(parts.reduce((sum, { visits }) => sum + visits, 0));
        const mean = parts.reduce((sum, part) => sum + part.visits * part.win[0]!, 0) / line.visits;
        expect(line.win[0]).toBeCloseTo(mean, 5);
      }
      expect(lines.map(({ visits }) => visits)).toEqual(lines.map(({ visits }) => visits).sort((a, b) => b - a));
      expect(win[0]! + win[1]!).toBeCloseTo(1, 5);
      const advice = first.advice(kernels[0]!.parse(text), 5);
      expect(advice.moves[0]!.visits).toBe(lines.find(({ move }) => move === advice.moves[0]!.move)!.visits);
      told.push(JSON.stringify([lines, win, advice]));
      // A new beginning forgets what others found.
      first.begin(kernels[0]!.parse(text), 50);
      while (first.advance(64));
      expect(first.result().simulations).toBeLessThan(900);
      for (const search of searches) search.close();
    }
    expect(told[0]).toBe(told[1]);
  });

  test("a proof of one is a proof of all", async () => {
    // The last moves of a game are proved before the first simulation.
    let position = kernels[0]!.ruleset("duo").start();
    for (let before = position; ; before = position) {
      const ids = position.legalIds;
      position = position.play(ids[ids.length - 1]!);
      if (position.isOver) {
        position = before;
        break;
      }
    }
    const [proved, other] = [await searched(0, position.text, 50), await searched(1, position.text, 50)];
    expect(proved.result().isExact).toBe(true);
    proved.take(other.share());
    expect(proved.result().isExact).toBe(true);
    expect(proved.result().lines).toEqual(other.result().lines);
    for (const search of [proved, other]) search.close();
  });

  test("refuses what is not whole, and a search that has not begun", async () => {
    const text = kernels[0]!.ruleset("duo").start().text;
    const search = await searched(0, text, 50);
    const share = search.share();
    expect(() => search.take(share.slice(0, 20))).toThrow(KernelError);
    const fresh = await kernels[1]!.search(kernels[1]!.ruleset("duo"));
    expect(() => fresh.take(share)).toThrow("has not begun");
  });

  test("thinks along when advice is asked for, and ends with it", async () => {
    const heard: ServerMessage[] = [];
    const mates: Near[] = [];
    const make = () => mates[mates.push(new Near()) - 1]!;
    const crew = () => new Crew(make, "", kernels[0]!.manifest, 2);
    const host = new Host(
      kernels[0]!,
      new Memory(),
      0,
      (message) => void heard.push(message),
      undefined,
      undefined,
      crew,
    );
    const game = await host.open({ ruleset: "duo", seats: [{ kind: "here" }, { kind: "here" }] });
    await host.hear({ type: "join", id: 1, game, tokens: [], seq: null });
    const { ply } = heard.find((message): message is Snapshot => message.type === "snapshot")!;
    await host.hear({ type: "advise", id: 2, game, ply, seconds: 2 });
    const advice = heard.find((message): message is Advice => message.type === "advice")!;
    expect(advice.candidates.length).toBeGreaterThan(1);
    expect(mates.map(({ isEnded }) => isEnded)).toEqual([true, true]);
    // Stopped in the middle, it ends as well.
    const asked = host.hear({ type: "advise", id: 3, game, ply, seconds: 30 });
    await host.hear({ type: "stop", id: 4, game, job: "advise" });
    await asked;
    expect(heard.at(-1)).toMatchObject({ type: "error", reply: 3, kind: "stopped" });
    expect(mates.every(({ isEnded }) => isEnded)).toBe(true);
    expect(mates).toHaveLength(4);
  });
});
