/** One's own games counted: by game, by opponent and by color. */

import type { Snapshot } from "../../wire";

/** A finished game of one's own, as statistics count it. */
export interface OwnResult {
  readonly game: string;
  readonly ruleset: string;
  readonly family: string;
  /** The color one began with; null where colors wander. */
  readonly color: string | null;
  /** The strongest computer there, as a level; null among people only. */
  readonly level: number | null;
  readonly rank: number;
  readonly seats: number;
  readonly isShared: boolean;
}

export interface Count {
  /** What is counted, e.g. a family's name, a level or a color. */
  readonly key: string;
  readonly played: number;
  readonly won: number;
}

/** The result of a finished game for the one seat of the person at this screen; null where there is none to count. */
export function resultOf(snapshot: Snapshot, family: string, hasDice: boolean): OwnResult | null {
  const [mine, ...more] = snapshot.seats.filter((seat) => seat.is_yours);
  if (!snapshot.is_over || !mine || more.length > 0 || snapshot.table?.outcome === "aborted") return null;
  // A game that the computer finished, or that was given up, is not one that was played to its end.
  if (mine.stand_in !== null && !mine.has_resigned) return null;
  const levels = snapshot.seats.flatMap((seat) => (seat.kind === "computer" ? [seat.level] : []));
  return {
    game: snapshot.game,
    ruleset: snapshot.ruleset,
    family,
    color: hasDice ? null : (mine.colors[0] ?? null),
    level: levels.length > 0 ? Math.max(...levels) : null,
    rank: mine.has_resigned ? snapshot.seats.length : (snapshot.ranks[mine.seat] ?? snapshot.seats.length),
    seats: snapshot.seats.length,
    isShared: snapshot.winners.length > 1 && snapshot.winners.includes(mine.seat),
  };
}

/** Results counted by a part of them, what was played most first; what has no such part is left out. */
export function counted(results: readonly OwnResult[], keyOf: (result: OwnResult) => string | null): Count[] {
  const found = new Map<string, Count>();
  for (const result of results) {
    const key = keyOf(result);
    if (key === null) continue;
    const { played, won } = found.get(key) ?? { played: 0, won: 0 };
    found.set(key, { key, played: played + 1, won: won + (result.rank === 1 ? 1 : 0) });
  }
  return [...found.values()].sort((one, other) => other.played - one.played);
}
