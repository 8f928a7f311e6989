/** Names and sentences made from the state: who sits where, what color, why not. */

import { cellName } from "../core/frame";
import type { State } from "../core/state";
import type { ReasonView, Snapshot } from "../wire";
import { maybe, number, t } from "./index.svelte";

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

/** Why the held piece may not lie where it is, in the reader's language where the kind of reason is known. */
export function whySentence(state: State): string {
  const { why, snapshot, rules } = state;
  if (!why) return "";
  const cells = why.cells.map((cell) => cellName(rules.points[cell]!, rules.levels)).join(", ");
  const values = { cells, color: colorName(snapshot.turn.color), shape: state.hand?.shape ?? "", die: state.die ?? snapshot.dice[0] ?? 0 };
  const said = (rules.detail.contact === "face" ? maybe(`why.${why.kind}.face`, values) : undefined) ?? maybe(`why.${why.kind}`, values);
  return said ?? (inShownColors(why.sentence) || t("why.not"));
}

/** A reason of the advice in the reader's language; kinds the catalogue does not know keep the server's sentence. */
export function reasonSentence({ rules }: State, reason: ReasonView): string {
  const few = reason.kind === "cubes_shown" ? reason.value < 0 : !reason.is_good;
  const names = reason.cells.map((cell) => cellName(rules.points[cell]!, rules.levels));
  const usual = Math.abs(reason.usual);
  const values = {
    count: Math.abs(reason.value),
    usual: number(reason.kind === "cubes_shown" ? reason.usual : usual, Number.isInteger(usual) ? 0 : 1),
    color: colorName(reason.color),
    shape: reason.shape ?? "",
    die: reason.die ?? 0,
    at: names.length > 0 && names.length <= 6 ? ` (${names.join(", ")})` : "",
    some: reason.among?.[0] ?? 0,
    of: reason.among?.[1] ?? 0,
  };
  const said = (few ? maybe(`reason.${reason.kind}.few`, values) : undefined) ?? maybe(`reason.${reason.kind}`, values);
  return said ?? inShownColors(reason.text);
}

/** A sentence of the server with Duo's colors called as they are drawn. */
export const inShownColors = (sentence: string): string =>
  sentence.replace(/\b(black|white)\b/g, (color) => colorName(color));
