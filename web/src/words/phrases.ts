/** Names and sentences made from the state: who sits where, what color, why not. */

import { cellName } from "../core/board/frame";
import { characterOf, strengthAt } from "../core/cast";
import { rulesetOf, type Known } from "../core/catalogue.svelte";
import { rowOf, strikeDie, strikesLeft } from "../core/table/select";
import type { State } from "../core/table/state";
import { Refused, Serverless } from "../net/failure";
import type { LadderView, Problem, RulesetDetail, Said, SeatView, Snapshot, Strength, Tempo } from "../wire";
import { isSharedGame } from "../net/memory";
import { language, maybe, t } from "./index.svelte";
import { colorKey } from "./palette.svelte";

/** A color's name as people see it. */
export const colorName = (color: string | null): string =>
  color ? (maybe(colorKey(color)) ?? maybe(`color.${color}`) ?? color) : "";

/** Who makes the first move, or rolls first. */
export function beginsSentence(how: { deed: "move" | "roll"; color: string; shared: string | null }): string {
  const color = colorName(how.color).replace(/^./, (letter) => letter.toUpperCase());
  if (how.shared) return t("new.begins.shared", { color, shared: colorName(how.shared) });
  return t(`new.begins.${how.deed}`, { color });
}

/** How the computer is called at a level. */
export const levelName = (strengths: readonly Strength[] | undefined, level: number): string =>
  characterOf(strengthAt(strengths, level)?.key)?.name ?? t("seat.computer", { level });

/** How the computer on a seat is called: several of a level at one table have names of their own. */
function computerName({ ruleset, seats }: Snapshot, seat: number): string {
  const strengths = rulesetOf(ruleset)?.strengths;
  const { level } = seats[seat]!;
  const key = strengthAt(strengths, level)?.key;
  const isAlike = (other: SeatView) => other.kind === "computer" && strengthAt(strengths, other.level)?.key === key;
  const before = seats.slice(0, seat).filter(isAlike).length;
  return characterOf(key)?.kin[before - 1] ?? levelName(strengths, level);
}

/** How a seat is called: you, a person's name, the computer at its level. */
export function seatName(snapshot: Snapshot, seat: number): string {
  const found = snapshot.seats[seat];
  if (!found) return "";
  if (found.kind === "computer") return computerName(snapshot, seat);
  if (isYou(snapshot, seat)) return t("seat.you");
  return personName(found.name) || t("seat.player", { number: seat + 1 });
}

/** A time in milliseconds as the reader writes it. */
export const moment = (time: number): string =>
  new Date(time).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** How a person is called; whoever has chosen no name has a number, told in the reader's language. */
export const personName = (name: string): string => {
  const [, number] = /^Guest (\d+)$/.exec(name) ?? [];
  return number ? t("person.numbered", { number }) : name;
};

/** Is it the only seat of the person at this screen? In a game that was shared, those who played it are others. */
export const isYou = ({ seats, game }: Snapshot, seat: number): boolean =>
  (seats[seat]?.is_yours ?? false) && seats.filter((other) => other.is_yours).length === 1 && !isSharedGame(game);

/** How a seat is called where its card is not beside it: among several computers of a level the color tells which. */
export function clearName(snapshot: Snapshot, seat: number): string {
  const name = seatName(snapshot, seat);
  const isShared = snapshot.seats.some((other) => other.seat !== seat && seatName(snapshot, other.seat) === name);
  const [color] = snapshot.seats[seat]?.colors ?? [];
  return isShared ? `${name} (${color ? colorName(color) : t("seat.player", { number: seat + 1 })})` : name;
}

/** Did the seat leave the game because its time was out? */
export const hasRunOut = ({ table }: Snapshot, seat: number): boolean => table?.timed_out.includes(seat) ?? false;

/** That somebody left the game before its end, and how. */
export function departure(snapshot: Snapshot, seat: number): string {
  const how = hasRunOut(snapshot, seat) ? "end.timeout" : "end.resigned";
  return isYou(snapshot, seat) ? t(`${how}.you`) : t(how, { name: clearName(snapshot, seat) });
}

/** Was the game ended without a result? */
export const isAborted = ({ table }: Snapshot): boolean => table?.outcome === "aborted";

/** Why a game was aborted, and because of whom; empty where nobody knows any more. */
export function abortReason(snapshot: Snapshot): string {
  const seat = snapshot.table?.aborted_by ?? null;
  if (seat === null) return "";
  const how = hasRunOut(snapshot, seat) ? "late" : "by";
  return isYou(snapshot, seat)
    ? t(`table.aborted.${how}.you`)
    : t(`table.aborted.${how}`, { name: clearName(snapshot, seat) });
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
    row: rowOf(rules, state.hand?.shape ?? "") ?? 0,
  };
  const said =
    (rules.detail.contact === "face" ? maybe(`why.${why.kind}.face`, values) : undefined) ??
    maybe(`why.${why.kind}`, values);
  return said ?? (inShownColors(why.sentence) || t("why.not"));
}

/** That the piece in hand costs a strike, and how many there are; null where it costs none. */
export function strikeSentence(state: State): string | null {
  const shape = state.hand?.shape ?? "";
  const die = strikeDie(state, shape);
  if (die === null) return null;
  const count = strikesLeft(state, state.snapshot.turn.actor);
  return t("dice.strike.costs", { shape, row: rowOf(state.rules, shape) ?? 0, die, count });
}

/** Why the person at this screen can place nothing more; with dice a seat is out for what it could draw at its turn (I6). */
export function blockedSentence(state: State): string {
  const { snapshot, rules } = state;
  const mine = snapshot.seats.filter((seat) => seat.is_yours);
  const gone = mine.find((seat) => seat.has_resigned);
  if (gone) return departure(snapshot, gone.seat);
  if (!rules.hasDice) return t("status.blocked");
  return t(mine.some(({ seat }) => strikesLeft(state, seat) > 0) ? "status.out.strike" : "status.out");
}

/** A sentence of the server in the reader's language; where the catalogue has none, as the server wrote it. */
export function said(about: "fault" | "refusal" | "rule", { kind, sentence, values }: Said): string {
  const color = typeof values.color === "string" ? colorName(values.color) : "";
  return maybe(`${about}.${kind}`, { ...values, color }) ?? inShownColors(sentence);
}

/** Why a request was refused. */
export function refusal({ kind, code, sentence, values }: Problem): string {
  const told = typeof values["until"] === "number" ? { ...values, until: moment(values["until"]) } : values;
  return said("refusal", { kind: kind || code, sentence, values: told });
}

/** What went wrong with a request, as a sentence. */
export function failure(problem: unknown): string {
  if (problem instanceof Refused) return refusal(problem.problem);
  return t(problem instanceof Serverless ? "failed.serverless" : "failed.connection");
}

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
  const known = rulesetOf(ruleset);
  if (!known) return ruleset;
  const family = maybe(`game.${known.family}`);
  if (!family) return known.title;
  const isOnly = known.family === ruleset;
  return [family, known.structure && structureName(known.structure), isOnly ? null : modeName(known)]
    .filter(Boolean)
    .join(" · ");
}

/** How a structure is called. */
export const structureName = (structure: string): string => maybe(`structure.${structure}`) ?? structure;

/** How many play, and with what: "2 players, 4 colors". */
export function modeName({ seats, colors, teams, owners }: Known): string {
  if (teams.some((team) => team.length > 1)) return t("mode.teams");
  const isDouble = owners.filter((owner) => owner === 0).length > 1;
  return isDouble ? t("mode.colors", { count: seats, colors: colors.length }) : t("mode.seats", { count: seats });
}

/** What counts, as the book says it. */
export const scoring = ({ rules }: State): string =>
  rules.hasDice ? t("end.book.dice") : `${t("end.decides")} ${t(rules.levels > 1 ? "end.book.3d" : "end.book")}`;

/** What our rulebooks leave open and a ruleset decides, one sentence each, with the values of this very ruleset. */
export function houseNotes({ name, notes, board, colors }: RulesetDetail): string[] {
  const { columns, rows, levels } = board;
  const values = { columns, rows, levels, colors: colors.map(colorName).join(", ") };
  return notes.map(
    (note, index) =>
      maybe(`note.${name.replace(/-\d.*$/, "")}.${index}`, values) ??
      note.replace(/^House value: (.)/, (_, first: string) => first.toUpperCase()),
  );
}

/** A sentence of the server with Duo's colors called as they are drawn. */
export const inShownColors = (sentence: string): string =>
  sentence.replace(/\b(black|white)\b/g, (color) => colorName(color));

/** How much time there is, e.g. "3 min + 2 s" or "1 day per move"; the signs of units are the same everywhere. */
export function tempoTime({ kind, initial, increment }: Tempo): string {
  if (kind === "days") return t("tempo.perDays", { count: Math.round(initial / 86_400_000) });
  const time = initial % 60_000 === 0 ? `${initial / 60_000} min` : `${initial / 1000} s`;
  return kind === "move" ? t("tempo.perMove", { time }) : `${time} + ${increment / 1000} s`;
}

/** A ladder's name, without its tempo. */
export const ladderTitle = (ladder: LadderView): string =>
  maybe(`ladder.${ladder.family}`) ?? maybe(`game.${ladder.family}`) ?? ladder.title;

/** A country by its two letters, in the reader's language. */
export function countryName(code: string): string {
  return new Intl.DisplayNames([language()], { type: "region" }).of(code) ?? code;
}
