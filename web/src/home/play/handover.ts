/** A game at home as the server takes it, to go on there with somebody else. */

import type { HomeGame } from "../../wire";
import type { Session } from "./session";

/** The whole log with its numbers. */
export function homeGame({ ruleset, seats, log, isPaused }: Session): HomeGame {
  return {
    ruleset: ruleset.name,
    options: { ...ruleset.options },
    seats: seats.map(({ kind, name, level, stand_in, has_resigned }) => ({
      kind,
      name,
      level,
      stand_in,
      has_resigned,
    })),
    entries: log.nodes.slice(1).map(({ entry, forecast }) => {
      const { ply, after, kind, text } = entry!;
      return { ply, after, kind, text, forecast: forecast ? [...forecast] : null };
    }),
    ply: log.at,
    is_paused: isPaused,
  };
}
