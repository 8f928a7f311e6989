/** What every table promises (tests/contract), played at the tables at home with the kernel compiled for the browser. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { applyChange, follows } from "../../src/core/table/change";
import { Host } from "../../src/home/host";
import type { Kernel } from "../../src/home/kernel";
import { Memory } from "../../src/home/store";
import type { ClientMessage, NewGame, ServerMessage, Snapshot } from "../../src/wire";
import { isMissing, load } from "./built";

type Json = Record<string, unknown>;
interface Step {
  send?: Json & { type: string };
  answer?: Json;
  wait?: "mine" | "over";
  shows?: Json;
  keep?: Record<string, string[]>;
  whole?: string;
}
interface Script {
  promise: string;
  open: NewGame;
  steps: Step[];
}

const FOLDER = new URL("../../../tests/contract/", import.meta.url);
const SCRIPTS = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

/** Somebody at a table at home, who knows the newest snapshot. */
class Client {
  snapshot!: Snapshot;
  private number = 0;
  private readonly answers = new Map<number, ServerMessage>();
  private wake: () => void = () => undefined;
  readonly host: Host;

  constructor(kernel: Kernel) {
    this.host = new Host(kernel, new Memory(), 0, (message) => this.hear(JSON.parse(JSON.stringify(message))));
  }
  private hear(message: ServerMessage): void {
    if (message.type === "snapshot") this.snapshot = message;
    else if (message.type === "change") {
      expect(follows(this.snapshot, message), "no change was left out").toBe(true);
      this.snapshot = applyChange(this.snapshot, message);
    } else if ("reply" in message && message.reply !== null && message.type !== "thinking")
      this.answers.set(message.reply, message);
    this.wake();
  }
  async ask(message: Json): Promise<ServerMessage> {
    const id = ++this.number;
    await this.host.hear({ ...message, id } as unknown as ClientMessage);
    return this.answers.get(id)!;
  }
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => (this.wake = resolve));
  }
}

function fits(wanted: unknown, found: unknown, kept: Json): boolean {
  if (wanted === null || typeof wanted !== "object" || Array.isArray(wanted))
    return JSON.stringify(wanted) === JSON.stringify(found);
  const { length, least, as } = wanted as { length?: number; least?: number; as?: string };
  if (length !== undefined) return (found as unknown[]).length === length;
  if (least !== undefined) return (found as unknown[]).length >= least;
  if (as !== undefined) return JSON.stringify(kept[as]) === JSON.stringify(found);
  return Object.entries(wanted).every(([key, value]) => fits(value, (found as Json)[key], kept));
}

/** A value with the keys of its objects in order, as Python writes them. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered((value as Json)[key])]),
  );
}

/** The hash of a snapshot without names, secrets and dice. */
function whole({ game: _, fairness: __, seats, ...rest }: Snapshot): string {
  const told = { ...rest, seats: seats.map(({ token: _, ...seat }) => seat) };
  return createHash("sha256")
    .update(JSON.stringify(ordered(told)))
    .digest("hex")
    .slice(0, 16);
}

function message({ send }: Step, { game, ply, legal }: Snapshot): Json {
  const sent: Json = { game, ...send };
  if (["play", "roll", "undo", "redo", "goto", "explain"].includes(send!.type)) sent.ply ??= ply;
  const move = sent.move as { legal?: number } | undefined;
  if (typeof move === "object" && move.legal !== undefined) sent.move = legal[move.legal];
  return sent;
}

describe.skipIf(isMissing)("the tables at home keep the promise", () => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await load();
  });

  test.each(SCRIPTS)("%s", { timeout: 60_000 }, async (name) => {
    const script = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Script;
    const client = new Client(kernel);
    const game = await client.host.open(script.open);
    await client.ask({ type: "join", game, tokens: [] });
    const kept: Json = {};
    for (const [number, step] of script.steps.entries()) {
      const at = `step ${number + 1}: ${JSON.stringify(step)}`;
      if (step.send) {
        const answer = await client.ask(message(step, client.snapshot));
        expect(fits(step.answer, answer, kept), `${at} was answered by ${JSON.stringify(answer)}`).toBe(true);
      }
      const { wait } = step;
      if (wait)
        await client.until(() =>
          wait === "over" ? client.snapshot.is_over : client.snapshot.legal.length > 0 || client.snapshot.may_roll,
        );
      const shown = client.snapshot as unknown as Json;
      for (const [key, value] of Object.entries(step.shows ?? {}))
        expect(fits(value, shown[key], kept), `${at} shows ${key} ${JSON.stringify(shown[key])}`).toBe(true);
      for (const [key, path] of Object.entries(step.keep ?? {})) kept[key] = shown[path[0]!];
      if (step.whole !== undefined) expect(whole(client.snapshot), at).toBe(step.whole);
    }
    await client.ask({ type: "leave", game });
  });
});

test.skipIf(isMissing)("whoever sits down may speak before the table has answered", async () => {
  const client = new Client(await load());
  const game = await client.host.open({ ruleset: "duo", seats: [{ kind: "here" }, { kind: "here" }] });
  const sat = [client.ask({ type: "join", game, tokens: [] }), client.ask({ type: "join", game, tokens: [] })];
  const played = await client.ask({ type: "play", game, ply: 0, move: "e10" });
  await Promise.all(sat);
  expect(played.type).toBe("done");
  expect(client.snapshot.steps).toHaveLength(1);
});
