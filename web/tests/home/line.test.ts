/** A worker that holds what nobody else keeps is not given up because it is slow. */

import { expect, test, vi } from "vitest";
import type { Manifest } from "../../src/home/kernel";
import { BEAT, HomeLine, type WorkerEnd } from "../../src/home/line";
import type { Said } from "../../src/home/worker";

test("with a game that is not kept, only a worker that fails is replaced", () => {
  vi.useFakeTimers();
  try {
    const workers: WorkerEnd[] = [];
    const make = (): WorkerEnd => {
      const worker = { postMessage: vi.fn(), terminate: vi.fn(), onmessage: null, onerror: null };
      workers.push(worker);
      return worker;
    };
    const line = new HomeLine(make, "kernel/", 0, () => undefined);
    const say = (number: number, said: Said) =>
      workers[number]!.onmessage?.call(null as never, { data: said } as MessageEvent);
    void line.load();
    say(0, { ready: {} as Manifest });
    say(0, { news: { unkept: "home-1" } });
    vi.advanceTimersByTime(10 * BEAT);
    expect(workers).toHaveLength(1);
    workers[0]!.onerror?.call(null as never, new Event("error") as ErrorEvent);
    expect(workers).toHaveLength(2);
    // The game went with it, and whoever comes after it is missed like any other.
    say(1, { ready: {} as Manifest });
    vi.advanceTimersByTime(4 * BEAT);
    expect(workers).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
