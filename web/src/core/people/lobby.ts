/** What somebody wants to play with others, and the terms that follow from it. */

import type { Mine, OwnTable, RulesetSummary, SeekView, TempoView, Terms } from "../../wire";

export const TEMPOS = ["blitz", "rapid", "classical", "seconds", "minute", "day", "days"] as const;
export type TempoName = (typeof TEMPOS)[number];

/** The wish a person last had; kept by the browser. */
export interface Wish {
  /** Rulesets, e.g. `["duo", "classic-4"]`. */
  readonly rulesets: readonly string[];
  readonly tempos: readonly TempoName[];
  readonly isRated: boolean;
  /** Would the computer do on empty seats, and at which level? */
  readonly fill: number | null;
}

export const FIRST_WISH: Wish = { rulesets: ["duo"], tempos: ["blitz", "rapid"], isRated: true, fill: null };

/** The games one is asked about first; all others are under "more". */
export const COMMON = ["duo", "classic-4", "classic-2", "dice-2", "3d-tower-2"] as const;

/** The most terms one seek may name. */
export const MOST_TERMS = 12;

export const tempoFor = (tempos: readonly TempoView[], name: string, seats: number): TempoView | undefined =>
  tempos.find((each) => each.name === name && each.seats === seats);

/** The terms of one game at one tempo. */
export function termsFor(
  ruleset: RulesetSummary,
  tempo: TempoView,
  { isRated, isPublic, onTimeout }: { isRated: boolean; isPublic: boolean; onTimeout: Terms["on_timeout"] },
): Terms {
  const { kind, initial, increment } = tempo;
  return {
    ruleset: ruleset.name,
    options: {},
    tempo: { kind, initial, increment },
    is_rated: isRated,
    is_public: isRated || isPublic, // what counts in the ranking is played in public
    on_timeout: isRated ? "retire" : onTimeout,
  };
}

/** Every game of a wish at every tempo of it, the games in their order; cut where there would be too many. */
export function termsOf(wish: Wish, rulesets: readonly RulesetSummary[], tempos: readonly TempoView[]): Terms[] {
  const found: Terms[] = [];
  for (const name of wish.rulesets) {
    const ruleset = rulesets.find((each) => each.name === name);
    if (!ruleset) continue;
    for (const wanted of wish.tempos) {
      const tempo = tempoFor(tempos, wanted, ruleset.seats);
      if (tempo) found.push(termsFor(ruleset, tempo, { isRated: wish.isRated, isPublic: true, onTimeout: "retire" }));
    }
  }
  return found.slice(0, MOST_TERMS);
}

/** The wish with something added or taken away; something always remains. */
export function toggled<T>(list: readonly T[], item: T): readonly T[] {
  const without = list.filter((each) => each !== item);
  return without.length === list.length ? [...list, item] : without.length > 0 ? without : list;
}

/** The name of a tempo, where it is one of those on offer. */
export const tempoName = (tempos: readonly TempoView[], terms: Terms): TempoName | null =>
  (tempos.find(
    ({ kind, initial, increment }) =>
      kind === terms.tempo.kind && initial === terms.tempo.initial && increment === terms.tempo.increment,
  )?.name as TempoName | undefined) ?? null;

/** Does a clock run there that nobody can leave alone for long? */
export const isLive = ({ tempo }: Terms): boolean => tempo.kind !== "days";

/** The live table to call somebody back to who is not there, those where it is their turn first. */
export const calling = (tables: readonly OwnTable[], here: string | null): OwnTable | null =>
  tables
    .filter(({ terms, game }) => isLive(terms) && game !== here)
    .sort((one, other) => Number(other.is_your_turn) - Number(one.is_your_turn))[0] ?? null;

/** The live tables that went on before and do no more. */
export const gone = (before: readonly OwnTable[], now: readonly OwnTable[]): OwnTable[] =>
  before.filter(({ game, terms }) => isLive(terms) && !now.some((table) => table.game === game));

/** Of one's own seeks, the one that may call one away at any moment; Play now first. */
export const seeking = (mine: Pick<Mine, "seeks"> | null): SeekView | null =>
  mine?.seeks
    .filter((seek) => !seek.is_declined && seek.terms.some(isLive))
    .sort((one, other) => Number(other.kind === "quick") - Number(one.kind === "quick"))[0] ?? null;

/** How somebody is barred: muted, blocked (which is both), or not. */
export function barOf(mine: Pick<Mine, "muted" | "blocked"> | null, person: string | null): "mute" | "block" | null {
  if (mine?.blocked.some(({ id }) => id === person)) return "block";
  return mine?.muted.some(({ id }) => id === person) ? "mute" : null;
}

/** Offers of others as they are listed, the newest first. */
export const listed = (seeks: readonly SeekView[], own: readonly string[]): SeekView[] =>
  seeks.filter((seek) => !own.includes(seek.id)).sort((one, other) => other.made - one.made);
