/** Which games are at home: by their names, and by who sits there. */

import type { NewGame } from "../wire";

/** What the names of games at home begin with; the server's have twelve letters. */
export const PREFIX = "home-";
export const LETTERS = 16;

/** Is it the name of a game that is kept in a browser? */
export const isHome = (game: string): boolean => game.startsWith(PREFIX) && game.length === PREFIX.length + LETTERS;

/** Can a game be played at home: does nobody sit elsewhere, and is its record one of ours? */
export const fitsHome = ({ seats, record, home }: NewGame): boolean =>
  !home && (!record || record.includes('"cornerwise game')) && (seats ?? []).every((seat) => seat.kind !== "link");
