/** Opening a game at home: from the start, from a record, or as a copy of another game that goes on from a step. */

import type { NewGame, NewSeat } from "../../wire";
import { newSeed } from "./dice";
import { KernelError, type Kernel, type Ruleset } from "../kernel";
import { LETTERS, PREFIX } from "../names";
import { Log } from "./log";
import { readRecord } from "./record";
import { Refusal } from "./refusal";
import { rulesetOf } from "./ruleset";
import type { KeptGame, Seat } from "../store";
import { summary } from "./summary";

const LEVEL = 3;

function newName(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return PREFIX + Array.from(crypto.getRandomValues(new Uint8Array(LETTERS)), (byte) => letters[byte % 64]).join("");
}

/** A game as it will be kept, or the reason why there is none. */
export function newGame(kernel: Kernel, wanted: NewGame): KeptGame {
  try {
    return begin(kernel, wanted);
  } catch (problem) {
    if (problem instanceof KernelError)
      throw new Refusal("refused", problem.message, typeof wanted.record === "string" ? "record" : "");
    throw problem;
  }
}

function begin(kernel: Kernel, { ruleset: name, options, record, seats: given, after }: NewGame): KeptGame {
  const read = typeof record === "string" ? readRecord(kernel, record) : null;
  const ruleset = read?.ruleset ?? rulesetOf(kernel, name ?? "", options ?? {});
  const log = read?.log ?? new Log(ruleset.start());
  if (read && after !== null && after !== undefined) {
    const line = [0, ...log.line()];
    const ply = line[after];
    if (ply === undefined)
      throw new KernelError(`The record has ${line.length - 1} steps; it cannot be opened after ${after}.`);
    log.go(ply);
  }
  const seats = seatsOf(ruleset, given?.length ? given : (read?.seats ?? []));
  const head = {
    game: newName(),
    ruleset: ruleset.name,
    options: { ...ruleset.options },
    seed: newSeed(),
    // As many bits as a number holds exactly.
    computerSeed: crypto.getRandomValues(new Uint32Array(1))[0]!,
    seats,
    ply: log.at,
    // A game that comes with moves is there to be looked at first, unless it is opened to be played on.
    isPaused: log.at > 0 && (after === null || after === undefined),
    seq: 0,
  };
  const now = new Date().toISOString();
  const line = { ...summary(head, log.position, log.node.number), opened: now, played: now };
  return { head: { ...head, summary: line }, entries: log.nodes.slice(1).map((node) => node.entry!) };
}

function seatsOf({ seats: count, title }: Ruleset, given: readonly NewSeat[]): Seat[] {
  if (given.length > 0 && given.length !== count)
    throw new KernelError(`${title} has ${count} seats; ${given.length} were given.`);
  return Array.from({ length: count }, (_, seat) => {
    const { kind = seat === 0 || given.length > 0 ? "here" : "computer", name, level = LEVEL } = given[seat] ?? {};
    if (kind === "link") throw new KernelError("Somebody elsewhere plays at a table of the server.");
    return { seat, kind, name: name ?? "", level, stand_in: null, has_resigned: false };
  });
}
