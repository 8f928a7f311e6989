/** What this browser remembers: settings, the games it hosts or joined, and puzzles begun. */

import type { Wish } from "../core/people/lobby";
import type { OwnResult } from "../core/people/statistics";

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
  /** With a mouse, a first click fixes the piece and a second one plays it. */
  readonly confirmMouse: boolean;
  /** Is the board turned so that one's own start is near? */
  readonly near: boolean;
  /** The colors of the pieces: told apart by everybody, or as they were printed. */
  readonly palette: "clear" | "printed";
  readonly speed: "calm" | "brisk" | "still";
  readonly sounds: boolean;
  /** In a new game, may the person get any color? */
  readonly anyColor: boolean;
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
  confirmMouse: false,
  near: true,
  palette: "clear",
  speed: "calm",
  sounds: false,
  anyColor: false,
  greeted: false,
  name: "",
};

/** The level played against last, by family of games; whoever has played none begins with the second. */
export const readLevel = (family: string): number => read<Record<string, number>>("levels", {})[family] ?? 2;
export const writeLevel = (family: string, level: number): void =>
  write("levels", { ...read<Record<string, number>>("levels", {}), [family]: level });

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

/** Results of games finished in this browser, the last one first. */
export const ownResults = (): readonly OwnResult[] => read<OwnResult[]>("results", []);
export const rememberResult = (result: OwnResult): void =>
  write("results", [result, ...ownResults().filter((each) => each.game !== result.game)].slice(0, 1000));

/** Games that somebody else played and shared: nobody there is "you". */
const sharedGames = (): readonly string[] => read<string[]>("shared", []);
export const isSharedGame = (game: string): boolean => sharedGames().includes(game);
export const rememberShared = (game: string): void => write("shared", [game, ...sharedGames()].slice(0, 200));

/** The tables that came of invitations one has answered, by invitation: whoever opens its link again is led there. */
export const tableOf = (seek: string): string | null => read<Record<string, string>>("invitations", {})[seek] ?? null;
export function rememberTable(seek: string, game: string): void {
  const known = Object.entries(read<Record<string, string>>("invitations", {})).slice(-49);
  write("invitations", Object.fromEntries([...known, [seek, game]]));
}

/** What somebody last wanted to play with others. */
export const readWish = (): Partial<Wish> => read<Partial<Wish>>("wish", {});
export const writeWish = (wish: Wish): void => write("wish", wish);

/** The announcement this reader has put away. */
export const readAnnouncement = (): string => read("announcement", "");
export const writeAnnouncement = (text: string): void => write("announcement", text);

/** The version of the page for which everything was fetched that it needs without a network. */
export const readStocked = (): string => read("stocked", "");
export const writeStocked = (version: string): void => write("stocked", version);

/** What was laid in a puzzle, by its name. */
export const readPuzzle = <T>(name: string): T | null => read<T | null>(`puzzle.${name}`, null);
export const writePuzzle = (name: string, value: unknown): void => write(`puzzle.${name}`, value);
/** The puzzles whose solution was shown and still lies there. */
const shownPuzzles = (): readonly string[] => read<string[]>("shown", []);
export const wasShown = (name: string): boolean => shownPuzzles().includes(name);
export function rememberShown(name: string, isShown: boolean): void {
  if (isShown !== wasShown(name))
    write("shown", isShown ? [...shownPuzzles(), name] : shownPuzzles().filter((each) => each !== name));
}
export const solvedPuzzles = (): readonly string[] => read<string[]>("solved", []);
export const rememberSolved = (name: string): void => write("solved", [...new Set([...solvedPuzzles(), name])]);
