/** Names and sentences made from the state: who sits where, what color, why not. */

import { cellName } from "../core/board/frame";
import type { State } from "../core/state";
import { familyOf, modeOf, structureOf } from "../core/setup";
import { Refused } from "../net/failure";
import type { LadderView, Problem, Said, Snapshot } from "../wire";
import { language, maybe, t } from "./index.svelte";

/** A color's name as people see it: Duo's first color is drawn in violet. */
export const colorName = (color: string | null): string => (color ? (maybe(`color.${color}`) ?? color) : "");

/** How a seat is called: you, a person's name, the computer at its level. */
export function seatName(snapshot: Snapshot, seat: number): string {
  const found = snapshot.seats[seat];
  if (!found) return "";
  if (found.kind === "computer") return t("seat.computer", { level: found.level });
  const mine = snapshot.seats.filter((other) => other.is_yours);
  if (found.is_yours && mine.length === 1) return t("seat.you");
  return found.name || t("seat.player", { number: seat + 1 });
}

/** How a seat is called where its card is not beside it: among several computers of a level the color tells which. */
export function clearName(snapshot: Snapshot, seat: number): string {
  const name = seatName(snapshot, seat);
  const isShared = snapshot.seats.some((other) => other.seat !== seat && seatName(snapshot, other.seat) === name);
  const [color] = snapshot.seats[seat]?.colors ?? [];
  return isShared ? `${name} (${color ? colorName(color) : t("seat.player", { number: seat + 1 })})` : name;
}

/** Why the held piece may not lie where it is, in the reader's language where the kind of reason is known. */
export function whySentence(state: State): string {
  const { why, snapshot, rules } = state;
  if (!why) return "";
  const cells = why.cells.map((cell) => cellName(rules.points[cell]!, rules.levels)).join(", ");
  const values = {
    cells,
    color: colorName(snapshot.turn.color),
    shape: state.hand?.shape ?? "",
    die: state.die ?? snapshot.dice[0] ?? 0,
    row: Object.keys(rules.detail.rows).find((face) => rules.detail.rows[face]?.includes(state.hand?.shape ?? "")) ?? 0,
  };
  const said =
    (rules.detail.contact === "face" ? maybe(`why.${why.kind}.face`, values) : undefined) ??
    maybe(`why.${why.kind}`, values);
  return said ?? (inShownColors(why.sentence) || t("why.not"));
}

/** A sentence of the server in the reader's language; where the catalogue has none, as the server wrote it. */
export function said(about: "fault" | "refusal" | "rule", { kind, sentence, values }: Said): string {
  const color = typeof values.color === "string" ? colorName(values.color) : "";
  return maybe(`${about}.${kind}`, { ...values, color }) ?? inShownColors(sentence);
}

/** Why a request was refused. */
export const refusal = (problem: Problem): string =>
  said("refusal", { ...problem, kind: problem.kind || problem.code });

/** What went wrong with a request, as a sentence. */
export const failure = (problem: unknown): string =>
  problem instanceof Refused ? refusal(problem.problem) : t("failed.connection");

interface Region {
  readonly columns: number;
  readonly rows: number;
  readonly levels: number;
}

/** Where a move goes, in words: squares, and with dice the die it takes. */
export function moveWords(text: string): string {
  const [, die, strike, cells] = /^(\d)(\*?):(.*)$/.exec(text) ?? [];
  const spaced = (cells ?? text).replaceAll(",", ", ");
  return die ? t(strike ? "dice.move.strike" : "dice.move", { die, cells: spaced }) : spaced;
}

/** A puzzle's title or text. */
export function puzzleWords(
  part: "title" | "text",
  puzzle: { name: string; title: string; text: string },
  { columns, rows, levels }: Region,
): string {
  const name = puzzle.name.startsWith("daily-") ? "daily" : puzzle.name;
  const size = [columns, rows, levels].slice(0, levels > 1 ? 3 : 2).join("×");
  return maybe(`puzzle.${name}.${part}`, { size }) ?? puzzle[part];
}

/** How a game is called, e.g. "3D · Tower · 3 players". */
export function gameTitle(ruleset: string): string {
  const structure = structureOf(ruleset);
  const mode =
    maybe(`mode.${modeOf(ruleset)}`) ?? (/\d$/.test(ruleset) ? t("mode.seats", { count: ruleset.at(-1)! }) : null);
  return [t(`game.${familyOf(ruleset)}`), structure && maybe(`structure.${structure}`), mode]
    .filter(Boolean)
    .join(" · ");
}

/** What counts, as the book says it. */
export const scoring = ({ rules }: State): string =>
  t(rules.hasDice ? "end.book.dice" : rules.levels > 1 ? "end.book.3d" : "end.book");

/** What our rulebooks leave open and a ruleset decides, one sentence each. */
export const houseNotes = (ruleset: string, notes: readonly string[]): string[] =>
  notes.map(
    (note, index) =>
      maybe(`note.${ruleset.replace(/-\d.*$/, "")}.${index}`) ??
      note.replace(/^House value: (.)/, (_, first: string) => first.toUpperCase()),
  );

/** A sentence of the server with Duo's colors called as they are drawn. */
export const inShownColors = (sentence: string): string =>
  sentence.replace(/\b(black|white)\b/g, (color) => colorName(color));

/** A ladder's name, without its tempo. */
export const ladderTitle = (ladder: LadderView): string =>
  maybe(`ladder.${ladder.family}`) ?? maybe(`game.${ladder.family}`) ?? ladder.title;

/** A country by its two letters, in the reader's language. */
export function countryName(code: string): string {
  return new Intl.DisplayNames([language()], { type: "region" }).of(code) ?? code;
}
