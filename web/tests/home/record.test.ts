/** What a record of a game at home holds: the game that is seen. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Kernel } from "../../src/home/kernel";
import { newGame } from "../../src/home/play/opening";
import { formatRecord, readRecord } from "../../src/home/play/record";
import { Session } from "../../src/home/play/session";
import { Memory } from "../../src/home/store";
import { isMissing, load } from "./built";

describe.skipIf(isMissing)("a record", () => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await load();
  });

  async function played(moves: number): Promise<Session> {
    const kept = newGame(kernel, { ruleset: "duo", seats: [{ kind: "here" }, { kind: "here" }] });
    const store = new Memory();
    await store.open(kept);
    const session = new Session(kernel, kept, store);
    for (let move = 0; move < moves; move++) await session.play(session.log.at, session.position.legalIds[0]!);
    return session;
  }

  test("ends with what is on the table", async () => {
    const session = await played(5);
    const whole = formatRecord(session);
    await session.goto(session.log.at, 2);
    const { log } = readRecord(kernel, formatRecord(session));
    expect(log.position.text).toBe(session.position.text);
    expect(log.line()).toHaveLength(2);
    await session.goto(2, 5);
    expect(formatRecord(session)).toBe(whole);
  });
  test("keeps the variations on the way there", async () => {
    const session = await played(3);
    await session.goto(3, 1);
    await session.play(1, session.position.legalIds[7]!);
    const { log } = readRecord(kernel, formatRecord(session));
    expect(log.position.text).toBe(session.position.text);
    expect(log.line()).toHaveLength(2);
    expect(log.nodes, "the start, three moves and another one").toHaveLength(5);
  });
  test("may hold every remark that the library writes, and no set-up", () => {
    const text = (...items: unknown[]) =>
      JSON.stringify({ format: "cornerwise game 1", ruleset: "duo", options: {}, moves: ["e10", ...items] });
    const remarks: unknown[] = [{ glyph: "!" }, { properties: { N: ["x"] } }, { unreadable: [[0, ";B[e9]"]] }];
    remarks.push({ is_joined: true }, { comment: "" }, "remark");
    for (const remark of remarks) expect(readRecord(kernel, text(remark)).log.line()).toHaveLength(1);
    for (const other of [{}, { mark: "!" }, { glyph: "!", mark: "" }, null, [], 3])
      expect(() => readRecord(kernel, text(other))).toThrow("no move or remark");
    expect(() => readRecord(kernel, text("setup duo.0.."))).toThrow("move by move");
  });
});
