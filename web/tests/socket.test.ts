/** The connection: what it does when it breaks, with the browser's WebSocket and the clock in the test's hands. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Lost, Refused } from "../src/net/failure";
import type { Link } from "../src/net/connection";
import { Socket, type Line } from "../src/net/socket";
import { OUTDATED, SIGNED_OUT } from "../src/wire";

/** A WebSocket whose far end is the test. */
class Far implements Line {
  readyState: WebSocket["readyState"] = 0;
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onclose: WebSocket["onclose"] = null;
  close(): void {
    this.readyState = 3;
  }
  readonly heard: { type: string; id: number }[] = [];

  send(text: string): void {
    if (this.readyState !== 1) throw new Error("sent before it was open");
    this.heard.push(JSON.parse(text));
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.call(this as never, new Event("open"));
  }
  say(message: object): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as MessageEvent);
  }
  breakOff(code = 1006): void {
    this.readyState = 3;
    this.onclose?.call(this as never, { code } as CloseEvent);
  }
}

let lines: Far[];
let socket: Socket;
let links: Link[];
const last = () => lines.at(-1)!;
/** How long after a loss the next attempt comes. */
function pause(): number {
  const before = lines.length;
  last().breakOff();
  for (let waited = 0; waited <= 20_000; waited += 5) {
    if (lines.length > before) return waited;
    vi.advanceTimersByTime(5);
  }
  throw new Error("it never tried again");
}

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  links = [];
  socket = new Socket("ws://far", () => lines[lines.push(new Far()) - 1]!);
  socket.watch((link) => links.push(link));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("an answer keeps the promise, progress does not, a refusal breaks it", async () => {
  socket.open();
  last().accept();
  const news = vi.fn();
  socket.hear(news);
  const asked = socket.ask({ type: "leave", game: "abcdefgh" });
  const { id } = last().heard[0]!;
  let isKept = false;
  void asked.then(() => (isKept = true));
  last().say({ type: "thinking", reply: id, job: "play" });
  await Promise.resolve();
  expect(isKept).toBe(false);
  last().say({ type: "done", reply: id });
  expect((await asked).type).toBe("done");
  expect(news).toHaveBeenCalledTimes(2);

  const refused = socket.ask({ type: "leave", game: "abcdefgh" });
  last().say({
    type: "error",
    reply: last().heard[1]!.id,
    code: "stale",
    sentence: "Look again.",
    kind: "",
    values: {},
  });
  await expect(refused).rejects.toBeInstanceOf(Refused);
});

describe("when the connection breaks", () => {
  test("it tries again after pauses that grow, with a part left to chance", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    socket.open();
    last().accept();
    const longest = Array.from({ length: 8 }, pause);
    expect(longest.map((each) => Math.round(each / 50) * 50)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    vi.mocked(Math.random).mockReturnValue(0);
    const shortest = pause();
    expect(shortest).toBeGreaterThanOrEqual(3900);
    expect(shortest).toBeLessThan(4100);
    last().accept();
    expect(pause()).toBeLessThan(200); // a connection that stood begins anew
  });

  test("whoever was at a table is told and joins again before anything else is sent", () => {
    socket.watch((link) => {
      if (link === "open") void socket.ask({ type: "join", game: "abcdefgh", tokens: [], name: null }).catch(() => 0);
    });
    socket.open();
    last().accept();
    last().breakOff();
    void socket.ask({ type: "roll", game: "abcdefgh", ply: 3 }).catch(() => 0);
    vi.advanceTimersByTime(10);
    last().accept();
    expect(last().heard.map((message) => message.type)).toEqual(["join", "roll"]);
    expect(links).toEqual(["connecting", "open", "lost", "connecting", "open"]);
  });

  test("what was sent and not answered is given up, what waits for the connection goes out once", async () => {
    socket.open();
    last().accept();
    const sent = socket.ask({ type: "roll", game: "abcdefgh", ply: 3 });
    last().breakOff();
    await expect(sent).rejects.toBeInstanceOf(Lost);
    const waits = socket.ask({ type: "undo", game: "abcdefgh", ply: 3 });
    last().accept();
    expect(last().heard.map((message) => message.type)).toEqual(["undo"]);
    last().say({ type: "done", reply: last().heard[0]!.id });
    expect((await waits).type).toBe("done");
    pause();
    last().accept();
    expect(last().heard).toEqual([]);
  });

  test("a request that has waited too long is given up and not sent afterwards", async () => {
    const waits = socket.ask({ type: "undo", game: "abcdefgh", ply: 3 });
    const given = expect(waits).rejects.toBeInstanceOf(Lost);
    vi.advanceTimersByTime(8000);
    await given;
    last().accept();
    expect(last().heard).toEqual([]);
  });
});

describe("when the line is dead and does not say so", () => {
  const types = () => last().heard.map((message) => message.type);

  test("an answer that does not come gives it up, and the page connects anew", async () => {
    socket.open();
    last().accept();
    const sent = socket.ask({ type: "roll", game: "abcdefgh", ply: 3 });
    const given = expect(sent).rejects.toBeInstanceOf(Lost);
    vi.advanceTimersByTime(11_000);
    await given;
    expect(lines.map((line) => line.readyState)).toEqual([3, 0]);
    expect(links.slice(1)).toEqual(["open", "lost", "connecting"]);
    lines[0]!.say({ type: "done", reply: lines[0]!.heard[0]!.id }); // too late: nobody listens there any more
    last().accept();
    expect(links.at(-1)).toBe("open");
  });

  test("whatever is heard meanwhile shows that it stands", () => {
    socket.open();
    last().accept();
    void socket.ask({ type: "advise", game: "abcdefgh", ply: 3, seconds: 5 });
    for (let waited = 0; waited < 60_000; waited += 5000) {
      vi.advanceTimersByTime(5000);
      last().say({ type: "thinking", reply: last().heard[0]!.id, job: "advise" });
    }
    expect(lines).toHaveLength(1);
  });

  test("a quiet line is asked now and then, and is kept as long as it answers", () => {
    socket.open();
    last().accept();
    for (let minute = 0; minute < 5; minute++) {
      vi.advanceTimersByTime(20_000);
      expect(types()).toHaveLength(minute + 1);
      last().say({ type: "time", reply: last().heard.at(-1)!.id, now: 0 });
    }
    expect(new Set(types())).toEqual(new Set(["time"]));
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(31_000);
    expect(lines).toHaveLength(2);
  });

  test("whoever comes back after a sleep does not look at a table that stands still for long", () => {
    socket.open();
    last().accept();
    socket.retry();
    expect(types()).toEqual(["time"]);
    vi.advanceTimersByTime(4500);
    expect(lines).toHaveLength(2);
  });

  test("a line that never opens is given up", () => {
    socket.open();
    vi.advanceTimersByTime(11_000);
    expect(lines).toHaveLength(2);
  });
});

test("coming back to the front tries at once", () => {
  socket.open();
  last().breakOff();
  expect(lines).toHaveLength(1);
  socket.retry();
  expect(lines).toHaveLength(2);
});

test("a server of another version is not asked again and again", () => {
  socket.open();
  last().accept();
  last().breakOff(OUTDATED);
  expect(links.at(-1)).toBe("outdated");
  vi.advanceTimersByTime(60_000);
  expect(lines.length).toBe(1);
});

test("a browser that was signed out elsewhere is told, and comes back as nobody", () => {
  socket.open();
  last().accept();
  last().breakOff(SIGNED_OUT);
  expect(links.slice(-2)).toEqual(["signed out", "lost"]);
  vi.advanceTimersByTime(1000);
  expect(lines.length).toBe(2);
});
