/** A worker that says nothing any more is replaced, and no game goes with it. */

import { expect, test, vi } from "vitest";
import type { Manifest } from "../../src/home/kernel";
import { BEAT, HomeLine, type WorkerEnd } from "../../src/home/line";
import type { Head, KeptEntry, KeptGame } from "../../src/home/store";
import type { Order, Said } from "../../src/home/worker";

test("who comes after a silent worker is given the games that only the page has", () => {
  vi.useFakeTimers();
  try {
    const workers: (WorkerEnd & { heard: Order[] })[] = [];
    const make = (): WorkerEnd => {
      const heard: Order[] = [];
      const postMessage = (order: Order) => void heard.push(order);
      workers.push({ heard, postMessage, terminate: vi.fn(), onmessage: null, onerror: null });
      return workers.at(-1)!;
    };
    const line = new HomeLine(make, "kernel/", 0, () => undefined);
    const say = (number: number, said: Said) =>
      workers[number]!.onmessage?.call(null as never, { data: said } as MessageEvent);
    const game = (seq: number, ...plies: number[]): KeptGame => ({
      head: { game: "home-1", seq } as Head,
      entries: plies.map((ply) => ({ ply }) as KeptEntry),
    });
    void line.load();
    expect(workers[0]!.heard).toMatchObject([{ load: "kernel/", copies: [] }]);
    say(0, { ready: {} as Manifest });
    say(0, { news: { unkept: "home-1", copy: game(4, 1, 2) } });
    say(0, { news: { copy: game(5, 3) } });
    vi.advanceTimersByTime(4 * BEAT);
    expect(workers).toHaveLength(2);
    expect(workers[1]!.heard).toMatchObject([{ copies: [game(5, 1, 2, 3)] }]);
    // One that fails is replaced at once.
    say(1, { ready: {} as Manifest });
    workers[1]!.onerror?.call(null as never, new Event("error") as ErrorEvent);
    expect(workers[2]!.heard).toMatchObject([{ copies: [game(5, 1, 2, 3)] }]);
  } finally {
    vi.useRealTimers();
  }
});
