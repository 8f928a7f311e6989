/** The sentences of advice, from the catalogue in the Python package, which speaks from it too. */

import en from "../../../src/cornerwise/advice/words/en.json";
import { cellName } from "../core/board/frame";
import type { State } from "../core/table/state";
import type { Advice, Candidate, FindingView } from "../wire";
import { alsoSay, maybe, number, percent } from "./index.svelte";
import { colorName, inShownColors } from "./phrases";

alsoSay(en);

/** What a move is compared with, where that is more than one move. */
const MANY: ReadonlySet<string> = new Set(["typical", "listed", "unlisted", "nearly_all", "largely"]);

/** Numbers as people say them. */
const counted = (value: number): string => (value === 0 ? (maybe("number.none") ?? "0") : number(value));

/** A finding of the advice in the reader's language; kinds the catalogue does not know keep the server's sentence. */
export function findingSentence({ rules }: State, finding: FindingView): string {
  const names = finding.cells.map((cell) => cellName(rules.points[cell]!, rules.levels));
  const { kind, value, usual, against } = finding;
  const [some, of] = finding.among ?? [0, 0];
  // Typical moves, and those listed, differ among themselves: most do so much, or less (more).
  const bounded = (text: string, end: "fewer" | "less"): string =>
    MANY.has(against) && !finding.among
      ? (maybe(`number.${value < usual ? "more" : end}`, { count: text }) ?? text)
      : text;
  const near = finding.near == null ? undefined : names[finding.cells.indexOf(finding.near)];
  const hasPartners = rules.detail.teams.some((team) => team.length > 1);
  const values = {
    count: Math.abs(value),
    usual: usual === 0 ? counted(0) : bounded(number(Math.abs(usual)), "fewer"),
    change: bounded(number(usual), "less"),
    other: maybe(`other.${against}`) ?? "",
    color: colorName(finding.color),
    // Without partners, another color of the own side is the mover's own.
    ally: maybe(hasPartners ? "ally.partner" : "ally.color") ?? "",
    // One rival may play several colors.
    rivals: maybe(rules.detail.teams.length === 2 && !hasPartners ? "rivals.sole" : "rivals.several") ?? "",
    shape: finding.shape ?? "",
    die: finding.die ?? 0,
    at: near
      ? ` ${maybe("at.near", { cell: near }) ?? ""}`
      : names.length > 0 && names.length <= 6
        ? ` (${names.join(", ")})`
        : "",
    some: counted(some),
    of,
  };
  // The forms in the order in which advice/sentence.py tries them.
  const setting = rules.detail.contact === "face" ? "face" : rules.hasDice ? "sheet" : null;
  for (const stem of setting ? [`${kind}.${setting}`, kind] : [kind]) {
    const forms = [
      some === of && of > 1 && ".all",
      value === 0 && ".none",
      value < 0 && ".negative",
      !finding.is_good && ".few",
      "",
    ] as const;
    for (const form of forms) {
      if (form === false) continue;
      const key = `finding.${stem}${form}`;
      const isAlone = !MANY.has(against) && against !== "any";
      const said = (isAlone ? maybe(`${key}.beside`, values) : undefined) ?? maybe(key, values);
      if (said) return said;
    }
  }
  return inShownColors(finding.text);
}

/** Verdicts that leave nothing to choose, so that nobody is asked to choose well. */
const FORCED: ReadonlySet<string> = new Set(["only", "only_place", "every_sure"]);

/** What is said of all moves together. */
export function headline(advice: Advice, mover: string): string {
  const verdict = maybe(`verdict.${advice.verdict}`, { mover }) ?? "";
  if (!advice.is_hopeless) return verdict;
  const lost = advice.candidates[0]?.is_decided ? "verdict.lost" : "verdict.hopeless";
  return `${verdict} ${maybe(FORCED.has(advice.verdict) ? `${lost}.forced` : lost) ?? ""}`;
}

/** How sure a move's win chance is: what is proved, or how far off it may be. */
export const certainty = ({ is_decided, is_exact, error }: Candidate): string =>
  is_decided ? (maybe(is_exact ? "proof.score" : "proof.winner") ?? "") : `± ${percent(error ?? 0)}`;

/** The words before the moves that are expected to follow. */
export const expectedWords = (): string => maybe("line.expected") ?? "";
