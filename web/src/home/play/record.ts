/** Records: a game as a file, written and read as docs/programs/formats.md says. */

import { KernelError, type Kernel, type Ruleset } from "../kernel";
import { Log, seatOf } from "./log";
import { rulesetOf } from "./ruleset";
import type { Session } from "./session";
import type { NewSeat } from "../../wire";

const FORMAT = "cornerwise game 1";
/** Variations within variations. */
const DEEPEST = 100;
/** Letters of a seat's name. */
const NAME_LENGTH = 40;
/** What a remark may say; the table shows none of it. */
const REMARKS = ["comment", "glyph", "is_joined", "properties", "unreadable"];

type Item = string | { comment: string } | { instead: Item[][] };

/** A session's tree as the text of a record. Its main line ends with what is on the table: steps that were taken back
 * after it are not the game that is seen. */
export function formatRecord({ log, ruleset, seats }: Session): string {
  const shown = new Set(log.back(log.at));
  const step = (ply: number): string => {
    const { kind, text } = log.nodes[ply]!.entry!;
    if (kind === "move") return text;
    return kind === "roll" ? `roll ${text}` : `retire seat ${seatOf(text) + 1}`;
  };
  const line = (after: number): Item[] => {
    const items: Item[] = [];
    for (let ply: number | undefined = after; ply !== undefined && ply !== log.at;) {
      const children: number[] = log.nodes[ply]!.children;
      const main: number | undefined = children.find((child) => shown.has(child)) ?? children[0];
      if (main === undefined) break;
      items.push(step(main));
      const others = children.filter((child) => child !== main);
      if (others.length > 0) items.push({ instead: others.map((other) => [step(other), ...line(other)]) });
      ply = main;
    }
    return items;
  };
  const tags = Object.fromEntries(
    seats.map(({ seat, kind, name, level }) => [
      `seat ${seat + 1}`,
      kind === "computer" ? `computer ${level}` : name || "here",
    ]),
  );
  const end = log.position;
  const head: Record<string, unknown> = { format: FORMAT, ruleset: ruleset.name, options: ruleset.options, tags };
  if (end.isOver) head.result = { scores: end.scores, ranks: end.ranks };
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const steps = line(0).map((item) => `    ${JSON.stringify(item)}`);
  const moves = steps.length > 0 ? `\n${steps.join(",\n")}\n  ` : "";
  return `{\n${lines.join("\n")}\n  "moves": [${moves}]\n}\n`;
}

/** What a record's text tells, standing at the end of its main line; every step is checked by the rules. */
export function readRecord(kernel: Kernel, text: string): { ruleset: Ruleset; log: Log; seats: NewSeat[] } {
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new KernelError("The record is not JSON.");
  }
  if (data?.format !== FORMAT) throw new KernelError(`A record is a JSON object with "format": "${FORMAT}".`);
  if ("spec" in data || "start" in data || typeof data.ruleset !== "string" || !Array.isArray(data.moves))
    throw new KernelError("Only games of the rulesets on offer, from their start, can be opened here.");
  const ruleset = rulesetOf(kernel, data.ruleset, (data.options ?? {}) as Record<string, string>);
  const log = new Log(ruleset.start());
  readLine(log, data.moves as Item[], 0);
  log.go(log.at);
  return { ruleset, log, seats: sitters(ruleset, (data.tags ?? {}) as Record<string, unknown>) };
}

function readLine(log: Log, items: readonly Item[], depth: number): void {
  if (depth > DEEPEST) throw new KernelError(`The variations of a record are at most ${DEEPEST} deep.`);
  let before: number | null = null;
  for (const item of items) {
    if (typeof item === "string") {
      before = log.at;
      readStep(log, item);
    } else if (before === null || item === null || typeof item !== "object") {
      throw new KernelError("A line of the record holds something that is no move or remark.");
    } else if ("instead" in item && Array.isArray(item.instead)) {
      const here = log.at;
      for (const line of item.instead) {
        if (!Array.isArray(line)) throw new KernelError("A variation of a record is a list of moves.");
        log.at = before;
        readLine(log, line, depth + 1);
      }
      log.at = here;
    } else if (!isRemark(item))
      throw new KernelError("A line of the record holds something that is no move or remark.");
  }
}

function isRemark(item: unknown): boolean {
  const keys = Object.keys(Object(item) as object);
  return keys.length > 0 && keys.every((key) => REMARKS.includes(key));
}

function readStep(log: Log, item: string): void {
  if (item === "remark") return; // other programs' files have nodes that only say something
  if (item.startsWith("setup ")) throw new KernelError("Only games that go on move by move can be opened here.");
  const [, roll, seat] = /^(?:roll (.*)|retire (seat [1-9]))$/.exec(item) ?? [];
  const kind = roll !== undefined ? "roll" : seat !== undefined ? "retire" : "move";
  const text = roll ?? seat ?? log.position.ruleset.parseMove(item).text;
  const known = log.child(text);
  if (known !== undefined) log.at = known;
  else log.replay(log.newEntry(kind, text));
}

/** Who sat where by a record's tags, at this screen now; none when it does not say. */
function sitters({ seats }: Ruleset, tags: Record<string, unknown>): NewSeat[] {
  const names = Array.from({ length: seats }, (_, seat) => String(tags[`seat ${seat + 1}`] ?? "").trim());
  if (names.every((name) => name === "")) return [];
  return names.map((name) => {
    const computer = /^computer(?: ([1-9]|10))?$/.exec(name);
    if (computer) return computer[1] ? { kind: "computer", level: Number(computer[1]) } : { kind: "computer" };
    if (["", "here", "link"].includes(name)) return { kind: "here" };
    return { kind: "here", name: name.replace(/\s+/g, " ").slice(0, NAME_LENGTH) };
  });
}
