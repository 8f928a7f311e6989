/** The parts of the tables at home that need no kernel: dice, what is kept, what is told, and a worker that dies. */

import { createHash, createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { applyChange } from "../../src/core/table/change";
import { difference } from "../../src/core/table/difference";
import { BEAT, HomeLine, type WorkerEnd } from "../../src/home/line";
import type { Manifest } from "../../src/home/kernel";
import { isHome, fitsHome } from "../../src/home/names";
import { commitment, facesOf } from "../../src/home/play/dice";
import { hmac, sha256 } from "../../src/home/play/sha256";
import { Conflict, Memory, type Head } from "../../src/home/store";
import type { Order, Said } from "../../src/home/worker";
import { Lost } from "../../src/net/failure";
import type { Link } from "../../src/net/connection";
import { pack, unpack } from "../../src/net/pack";
import { choicesOf } from "../../src/home/stock";
import { smallRules, smallSnapshot } from "../table";

describe("dice", () => {
  test("hashes are those of everybody else", () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
      expect(Buffer.from(sha256(bytes)).toString("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
      const key = bytes.slice(0, 64);
      const mac = createHmac("sha256", key).update(bytes).digest("hex");
      expect(Buffer.from(hmac(key, bytes)).toString("hex")).toBe(mac);
    }
  });
  test("a throw is the server's", () => {
    expect(facesOf("00".repeat(32), 1, 4)).toEqual([1, 2, 2, 5]);
    expect(commitment("00".repeat(32))).toBe(createHash("sha256").update(Buffer.alloc(32)).digest("hex"));
  });
});

describe("what is kept", () => {
  const head = (seq: number): Head => ({ game: "home-1", seq, ply: seq, summary: { played: "" } }) as unknown as Head;
  test("a change that does not follow is refused, and nothing of it is kept", async () => {
    const store = new Memory();
    await store.open({ head: head(0), entries: [] });
    await store.change(head(1), [{ ply: 1, after: 0, kind: "move", text: "a1" }]);
    await expect(store.change(head(1), [{ ply: 2, after: 1, kind: "move", text: "b1" }])).rejects.toThrow(Conflict);
    const kept = await store.read("home-1");
    expect(kept?.head.seq).toBe(1);
    expect(kept?.entries).toHaveLength(1);
    expect((await store.read("home-1", 1))?.entries).toHaveLength(0);
  });
  test("a share link holds the record and survives its way", async () => {
    const text = `{"format": "cornerwise game 1", "moves": ["${"e8,d9 ".repeat(500)}"]}`;
    expect(await unpack(await pack(text))).toBe(text);
    expect(await pack(text)).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await unpack("nothing")).toBe("");
  });
});

test("a difference leads from one snapshot to the next", () => {
  const before = smallSnapshot(smallRules(), { seq: 4 });
  const piece = { color: 0, shape: "1", placement: 3, cells: [3], number: 1 };
  const cells = before.sheets[0]!.cells.map((cell, index) => (index === 3 ? 0 : cell));
  const after = { ...before, seq: 5, ply: 1, at: 1, legal: [2], sheets: [{ cells, placed: [piece] }] };
  const change = difference(before, after);
  expect(change?.set).toEqual({ at: 1, legal: [2] });
  expect(applyChange(before, change!)).toEqual(after);
  expect(applyChange(after, difference(after, { ...before, seq: 6 })!)).toEqual({ ...before, seq: 6 });
  expect(difference(before, before)).toBeNull();
});

test("which games are at home", () => {
  expect(isHome("home-0123456789abcdef")).toBe(true);
  expect(isHome("home-0123456")).toBe(false);
  expect(fitsHome({ ruleset: "duo", seats: [{ kind: "here" }, { kind: "computer" }] })).toBe(true);
  expect(fitsHome({ ruleset: "duo", seats: [{ kind: "here" }, { kind: "link" }] })).toBe(false);
  expect(fitsHome({ record: "(;GM[Blokus Duo])" })).toBe(false);
});

const FILES: Manifest = {
  version: "1",
  wasm: "wasm.wasm",
  plain: "plain.wasm",
  games: "games.json",
  networks: {},
  puzzles: { wasm: "puzzles.wasm", data: "puzzles.json" },
};

test("every choice of a ruleset's options is stocked", () => {
  const options = [
    { name: "shared", values: ["green", "blue"], owners: {} },
    { name: "corners", values: ["fixed", "free"], owners: {} },
  ];
  expect(choicesOf({ options })).toEqual(["", "shared=blue", "corners=free", "corners=free&shared=blue"]);
});

describe("the worker", () => {
  /** A worker in the test's hands. */
  class Far implements WorkerEnd {
    onmessage: Worker["onmessage"] = null;
    onerror: Worker["onerror"] = null;
    /** What it was told, but for the beats, which come whenever the time has passed. */
    readonly heard: Order[] = [];
    beats = 0;
    isEnded = false;
    postMessage(order: Order): void {
      if ("beat" in order) this.beats++;
      else this.heard.push(order);
    }
    terminate(): void {
      this.isEnded = true;
    }
    say(said: Said): void {
      this.onmessage?.call(this as never, { data: said } as MessageEvent);
    }
  }
  const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
  function made(): { line: HomeLine; workers: Far[]; links: Link[] } {
    const workers: Far[] = [];
    const links: Link[] = [];
    const line = new HomeLine(
      () => workers[workers.push(new Far()) - 1]!,
      "kernel/",
      0,
      () => undefined,
    );
    line.watch((link) => links.push(link));
    return { line, workers, links };
  }

  test("is asked when it is ready, and answers what was asked", async () => {
    const { line, workers } = made();
    const answer = line.ask({ type: "time" });
    await Promise.resolve();
    expect(workers[0]!.heard).toHaveLength(1);
    workers[0]!.say({ ready: FILES });
    await soon(() => expect(workers[0]!.heard).toHaveLength(2));
    expect(workers[0]!.heard[1]).toEqual({ hear: { type: "time", id: 1 } });
    workers[0]!.say({ message: { type: "done", reply: 1 } });
    expect((await answer).type).toBe("done");
  });
  test("one that dies takes a thought with it and comes back, and is asked again what was asked", async () => {
    const { line, workers, links } = made();
    const asked = line.ask({ type: "time" });
    workers[0]!.say({ ready: FILES });
    await soon(() => expect(workers[0]!.heard).toHaveLength(2));
    const stop = line.watch((link) => link === "open" && void line.ask({ type: "join", game: "home-1", tokens: [] }));
    workers[0]!.onerror?.call(null as never, new Event("error") as ErrorEvent);
    expect(workers[0]!.isEnded).toBe(true);
    workers[1]!.say({ ready: FILES });
    await soon(() => expect(links).toEqual(["open", "lost", "open"]));
    await soon(() => expect(workers[1]!.heard).toHaveLength(3));
    stop();
    // A newer server may have put other files there since.
    expect(workers.map(({ heard }) => heard[0])).toMatchObject([{ files: null }, { files: FILES }]);
    // Whoever was at a table sits down before anything is asked about it.
    expect(workers[1]!.heard.slice(1)).toMatchObject([{ hear: { type: "join" } }, { hear: { type: "time", id: 1 } }]);
    workers[1]!.say({ message: { type: "done", reply: 1 } });
    expect((await asked).type).toBe("done");
  });
  test("a question that ends two of them is not asked a third", async () => {
    const { line, workers } = made();
    const asked = line.ask({ type: "time" });
    for (const number of [0, 1]) {
      await soon(() => expect(workers).toHaveLength(number + 1));
      workers[number]!.say({ ready: FILES });
      await soon(() => expect(workers[number]!.heard).toHaveLength(2));
      workers[number]!.onerror?.call(null as never, new Event("error") as ErrorEvent);
    }
    workers[2]!.say({ ready: FILES });
    await expect(asked).rejects.toThrow(Lost);
  });
  test("one that is ended without a word is missed and replaced, also while nothing was asked of it", async () => {
    vi.useFakeTimers();
    try {
      const { line, workers, links } = made();
      void line.load();
      workers[0]!.say({ ready: FILES });
      for (let beat = 0; beat < 20; beat++) {
        vi.advanceTimersByTime(BEAT);
        workers[0]!.say({ beat: true });
      }
      expect(links).toEqual(["open"]);
      expect(workers[0]!.beats).toBe(20);
      vi.advanceTimersByTime(4 * BEAT);
      expect(links).toEqual(["open", "lost"]);
      expect([workers.length, workers[0]!.isEnded]).toEqual([2, true]);
      // Where another one cannot begin at once, it is tried again.
      workers[1]!.say({ failed: { kind: "", sentence: "There is no memory." } });
      await vi.advanceTimersByTimeAsync(BEAT);
      workers[2]!.say({ ready: FILES });
      expect(links).toEqual(["open", "lost", "open"]);
    } finally {
      vi.useRealTimers();
    }
  });
  test("a browser that cannot says so, and is asked again later", async () => {
    const { line, workers } = made();
    const load = line.load();
    workers[0]!.say({ failed: { kind: "no_wasm", sentence: "It has no WebAssembly." } });
    expect(await load).toBe(false);
    void line.load();
    expect(workers).toHaveLength(2);
  });
});
