/** What goes wrong around a game at home: what it is read from, where it is kept, and how it goes elsewhere. */

import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Host, type News } from "../../src/home/host";
import type { Kernel } from "../../src/home/kernel";
import { homeGame } from "../../src/home/play/handover";
import { Memory, type Head, type KeptEntry, type KeptGame } from "../../src/home/store";
import type { ClientMessage, NewGame, ServerMessage, Snapshot } from "../../src/wire";
import { applyChange } from "../../src/core/table/change";
import { isMissing, load } from "./built";

let kernel: Kernel;
beforeAll(async () => {
  if (!isMissing) kernel = await load();
});
afterEach(() => vi.unstubAllGlobals());

/** A browser that has room for a few steps of a game. */
class Full extends Memory {
  constructor(private readonly most: number) {
    super();
  }
  override change(head: Head, entries: readonly KeptEntry[] = []): Promise<void> {
    if (head.ply > this.most) throw new DOMException("The disk is full.", "QuotaExceededError");
    return super.change(head, entries);
  }
}

/** Tables at home, and somebody at one of them. */
class Room {
  readonly news: News[] = [];
  /** What the page has of games that nothing keeps. */
  readonly copies = new Memory();
  readonly host: Host;
  shown!: Snapshot;
  game = "";
  private readonly answers = new Map<number, ServerMessage>();
  private number = 0;

  constructor(
    readonly store: Memory = new Memory(),
    copies: readonly KeptGame[] = [],
  ) {
    const tell = (message: ServerMessage) => {
      if (message.type === "snapshot") this.shown = message;
      else if (message.type === "change") this.shown = applyChange(this.shown, message);
      else if ("reply" in message && message.reply !== null) this.answers.set(message.reply, message);
    };
    const inform = (news: News) => {
      this.news.push(news);
      if (news.copy) this.copies.take(news.copy);
    };
    this.host = new Host(kernel, store, 0, tell, inform, undefined, undefined, undefined, copies);
  }
  async ask(message: object): Promise<ServerMessage> {
    const id = ++this.number;
    await this.host.hear({ game: this.game, ...message, id } as unknown as ClientMessage);
    return this.answers.get(id)!;
  }
  async sit(wanted: NewGame): Promise<void> {
    this.game = await this.host.open(wanted);
    await this.join();
  }
  join(): Promise<ServerMessage> {
    return this.ask({ type: "join", tokens: [], seq: null });
  }
  play(): Promise<ServerMessage> {
    return this.ask({ type: "play", ply: this.shown.ply, move: this.shown.legal[0]! });
  }
}

const TWO: NewGame = { ruleset: "duo", seats: [{ kind: "here" }, { kind: "here" }] };
const ALONE: NewGame = { ruleset: "duo", seats: [{ kind: "here" }, { kind: "computer", level: 1 }] };
const DONE = { type: "done" };

describe.skipIf(isMissing)("a game at home", () => {
  test.each([5, true, null, ["e10"], { remark: "x" }])(
    "is not opened from a record with %j among its moves",
    async (item) => {
      const record = JSON.stringify({ format: "cornerwise game 1", ruleset: "duo", moves: ["e10", item] });
      await expect(new Room().sit({ record })).rejects.toMatchObject({ code: "refused", kind: "record" });
    },
  );

  test("goes on when it is removed while it is open, and says that nothing keeps it", async () => {
    const room = new Room();
    await room.sit(ALONE);
    await room.store.forget(room.game);
    expect(await room.play()).toMatchObject(DONE);
    await vi.waitFor(() => expect(room.shown.ply).toBe(2), { timeout: 20_000 });
    expect(room.news.filter(({ copy }) => !copy)).toEqual([{ unkept: room.game }]);
    expect(await room.play()).toMatchObject(DONE);
  });

  test("is as it was left, also where nothing keeps it", async () => {
    const room = new Room(new Full(1));
    await room.sit(TWO);
    for (let move = 0; move < 3; move++) expect(await room.play()).toMatchObject(DONE);
    await room.ask({ type: "leave" });
    await room.join();
    expect(room.shown.ply).toBe(3);
    expect(await room.play()).toMatchObject(DONE);
  });

  test("goes on as it was told, where nothing keeps it and its worker is lost", async () => {
    const room = new Room(new Full(1));
    await room.sit(TWO);
    for (let move = 0; move < 3; move++) expect(await room.play()).toMatchObject(DONE);
    await room.ask({ type: "undo", ply: 3 });
    const next = new Room(new Full(1), room.copies.all);
    next.game = room.game;
    await next.join();
    expect(next.shown).toEqual(room.shown);
    // The move that was taken back is known here, too: the same one is not written twice.
    expect(await next.play()).toMatchObject(DONE);
    expect(next.shown.ply).toBe(3);
    expect(await next.play()).toMatchObject(DONE);
    expect(next.shown.ply).toBe(4);
  });

  test("holds still while it goes to a server: nothing is played here that is not taken along", async () => {
    const room = new Room();
    await room.sit(TWO);
    await room.play();
    const session = await room.host.find(room.game);
    await session.hold();
    const taken = homeGame(session);
    const late = room.play();
    await session.leave({ game: "abcdefgh1234", token: "secret" });
    expect(await late).toMatchObject({ type: "error", code: "stale" });
    const kept = await room.store.read(room.game);
    expect(kept?.entries.length).toBe(taken.entries?.length);
    expect(kept?.head.moved?.game).toBe("abcdefgh1234");
  });

  test("goes on here where no server took it", async () => {
    const room = new Room();
    await room.sit(TWO);
    const session = await room.host.find(room.game);
    await session.hold();
    const waits = room.play();
    session.stay();
    expect(await waits).toMatchObject(DONE);
    expect(room.shown.ply).toBe(1);
  });

  test("is refused with a sentence where what is kept of it makes no sense", async () => {
    const room = new Room();
    await room.sit(TWO);
    await room.play();
    const { head, entries } = (await room.store.read(room.game))!;
    const damages = [
      { head, entries: [{ ...entries[0]!, text: "a1" }] },
      { head, entries: [{ ...entries[0]!, after: 7 }] },
      { head: { ...head, ply: 9 }, entries },
      { head: { ...head, ruleset: "rules of another day" }, entries },
    ];
    for (const [number, { head, entries }] of damages.entries()) {
      room.game = `home-${number}`;
      await room.store.open({ head: { ...head, game: room.game }, entries });
      expect(await room.join()).toMatchObject({ type: "error", code: "unknown_game", kind: "unreadable" });
    }
  });

  test("has a computer that moves where the browser has locks and forbids them", async () => {
    const request = () => Promise.reject(new DOMException("Not here.", "SecurityError"));
    vi.stubGlobal("navigator", { locks: { request } });
    const room = new Room();
    await room.sit(ALONE);
    await room.play();
    await vi.waitFor(() => expect(room.shown.ply).toBe(2), { timeout: 20_000 });
  });
});
