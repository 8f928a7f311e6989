/** What this browser remembers: settings, the games it hosts or joined, and puzzles begun. */

import type { Wish } from "../core/lobby";

export interface Settings {
  /** "system", "light" or "dark". */
  readonly theme: "system" | "light" | "dark";
  /** A language, or "" for the browser's own. */
  readonly language: string;
  readonly patterns: boolean;
  readonly coordinates: boolean;
  readonly numbers: boolean;
  readonly dots: boolean;
  readonly halo: boolean;
  /** On touch, a move is played by the check mark rather than by letting go. */
  readonly confirm: boolean;
  readonly sounds: boolean;
  /** Has the person seen the invitation to a lesson, and closed it? */
  readonly greeted: boolean;
  readonly name: string;
}

export const DEFAULTS: Settings = {
  theme: "system",
  language: "",
  patterns: true,
  coordinates: true,
  numbers: false,
  dots: true,
  halo: true,
  confirm: true,
  sounds: false,
  greeted: false,
  name: "",
};

/** A game this browser has a secret for. */
export interface KnownGame {
  readonly game: string;
  /** The host's token or the token of a seat's link. */
  readonly tokens: readonly string[];
}

const PREFIX = "cornerwise.";

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // private windows may have no storage: everything works, nothing is kept
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // see read
  }
}

export const readSettings = (): Settings => ({ ...DEFAULTS, ...read<Partial<Settings>>("settings", {}) });
export const writeSettings = (settings: Settings): void => write("settings", settings);

/** The games known here, the one opened last first. */
export const knownGames = (): readonly KnownGame[] => read<KnownGame[]>("games", []);

/** Remembers a game, its tokens joined with those known already, as the one opened last. */
export function rememberGame(game: string, tokens: readonly string[]): KnownGame {
  const games = knownGames();
  const before = games.find((known) => known.game === game)?.tokens ?? [];
  const known = { game, tokens: [...new Set([...before, ...tokens])] };
  write("games", [known, ...games.filter((other) => other.game !== game)].slice(0, 200));
  return known;
}

export const forgetGame = (game: string): void =>
  write(
    "games",
    knownGames().filter((known) => known.game !== game),
  );

/** What somebody last wanted to play with others. */
export const readWish = (): Partial<Wish> => read<Partial<Wish>>("wish", {});
export const writeWish = (wish: Wish): void => write("wish", wish);

/** The announcement this reader has put away. */
export const readAnnouncement = (): string => read("announcement", "");
export const writeAnnouncement = (text: string): void => write("announcement", text);

/** What was laid in a puzzle, by its name. */
export const readPuzzle = <T>(name: string): T | null => read<T | null>(`puzzle.${name}`, null);
export const writePuzzle = (name: string, value: unknown): void => write(`puzzle.${name}`, value);
export const solvedPuzzles = (): readonly string[] => read<string[]>("solved", []);
export const rememberSolved = (name: string): void => write("solved", [...new Set([...solvedPuzzles(), name])]);
