/**
 * The kernel in this browser: the same native code as everywhere, compiled for the web.
 *
 * Everything but loading is synchronous, so use it in a worker; it runs in Node as well. Positions are values that this
 * side owns: they survive when the kernel has to discard its instance after a failure, and nothing has to be freed.
 * Searches do not survive that, and give their memory back with `close`.
 */

export const CHANCE = -1;
export const NOBODY = -2;

/** A question that makes no sense, told in one sentence; it changed nothing. */
export class KernelError extends Error {
  override readonly name = "KernelError";

  constructor(
    sentence: string,
    /** What the page calls it; empty where the sentence is all there is to say. */
    readonly kind = "",
  ) {
    super(sentence);
  }
}

/** The kernel's files as `make wasm` writes them beside the page, `kernel/manifest.json`; the names carry a hash. */
export interface Manifest {
  /** Changes when any file does. */
  readonly version: string;
  /** The version of the messages it was built beside (`VERSION` in src/wire.ts). */
  readonly wire?: number;
  readonly wasm: string;
  /** The slower build, for browsers without SIMD. */
  readonly plain: string;
  readonly games: string;
  /** The networks by their name. */
  readonly networks: Readonly<Record<string, string>>;
  /** The solvers and the puzzles, which only the pages of puzzles fetch. */
  readonly puzzles: { readonly wasm: string; readonly data: string };
}

/** Where the files come from: a folder's address for `fetch`, or a function that reads a file of it. */
export type Source = string | URL | ((file: string) => Promise<ArrayBuffer | Uint8Array>);

/** A game of the catalogue with one choice of its options. */
export interface Game {
  readonly name: string;
  /** Name and options as position text writes them: "classic-4~corners-free". */
  readonly key: string;
  readonly title: string;
  /** Those that are not the default. */
  readonly options: Readonly<Record<string, string>>;
}

/** How strong a computer player is; `limit` is in simulations, so it plays the same on every machine. */
export interface Level {
  /** 1 is the weakest. */
  readonly number: number;
  readonly key: string;
  readonly simulations: number;
  readonly care: number;
  readonly taste: number;
  readonly blindness: number;
}

export interface Kernel {
  /** The files it was loaded from. */
  readonly manifest: Manifest;
  readonly hasSimd: boolean;
  /** Every game with every choice of its options. */
  readonly games: readonly Game[];
  /** A ruleset of the catalogue; options that are left out have their default. */
  ruleset(name: string, options?: Readonly<Record<string, string>>): Ruleset;
  /** The ruleset that position text calls by this key. */
  rulesetOfKey(key: string): Ruleset;
  /** The position a whole text describes, "duo.…". */
  parse(text: string): Position;
  /** A search for positions of a ruleset; fetches its network, where it has one, the first time. */
  search(ruleset: Ruleset, options?: SearchOptions): Promise<Search>;
  /** A look back at a game, which asks for searches. */
  review(ruleset: Ruleset): Reviewing;
  /** Bytes that the instance holds; it never gives them back, so a worker that held too much is better ended. */
  readonly memory: number;
}

export interface Ruleset {
  readonly name: string;
  readonly key: string;
  readonly title: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: number;
  readonly sheets: number;
  readonly colors: readonly string[];
  readonly shapes: readonly string[];
  /** Color → seat; null where it is shared or wanders. */
  readonly owners: readonly (number | null)[];
  /** Seats that win together. */
  readonly teams: readonly (readonly number[])[];
  readonly hasDice: boolean;
  /** Dice: strikes of a seat. */
  readonly strikes: number;
  /** Move ids run from 0 to this, exclusive. */
  readonly moveCount: number;
  readonly levels: readonly Level[];

  start(): Position;
  /** A position's text, with or without the ruleset's key in front. */
  parse(text: string): Position;
  /** The move with this id. */
  move(id: number): Move;
  /** The move this text names, legal or not; throws a KernelError for a text that names none. */
  parseMove(text: string): Move;
  cellName(cell: number): string;
  /** Every placement: its shape, and its cells as rows of `width`, padded with -1. */
  readonly atlas: { readonly shapes: Uint8Array; readonly cells: Int16Array; readonly width: number };
}

export interface Move {
  readonly id: number;
  readonly text: string;
  readonly shape: string;
  readonly placement: number;
  readonly cells: readonly number[];
  /** Dice: the die taken, 1 to 6; null without dice. */
  readonly die: number | null;
  readonly strike: boolean;
}

export interface Turn {
  /** A seat, CHANCE or NOBODY. */
  readonly actor: number;
  readonly color: string | null;
  readonly sheet: number;
  /** Shapes that have a place. */
  readonly shapes: readonly string[];
}

export interface Placed {
  readonly sheet: number;
  /** Index of the color. */
  readonly color: number;
  readonly shape: string;
  readonly placement: number;
  readonly cells: readonly number[];
}

/** Why a move is not legal. */
export interface Reason {
  readonly kind: string;
  readonly clause: string;
  readonly sentence: string;
  readonly cells: readonly number[];
}

/** The full state of a game: an immutable value. Questions are answered by the kernel when they are asked. */
export interface Position {
  readonly ruleset: Ruleset;
  /** The whole text, with the ruleset's key. */
  readonly text: string;
  readonly turn: Turn;
  /** Pieces placed. */
  readonly ply: number;
  readonly isOver: boolean;
  /** Ids of the legal moves, ascending. */
  readonly legalIds: Int32Array;
  isLegal(move: number): boolean;
  /** After a legal move, by its id or its text; throws a KernelError with the reason. */
  play(move: number | string): Position;
  /** Null if the move is legal, else the reason why not; a text that names no move gets one too. */
  explain(move: number | string): Reason | null;
  /** How many dice are to be thrown; 0 when it is not chance's turn. */
  readonly diceToRoll: number;
  /** After this roll, faces in any order or "1 3 3 6"; throws a KernelError. */
  roll(dice: readonly number[] | string): Position;
  /** After a seat has retired; throws a KernelError. */
  retire(seat: number): Position;
  /** The seats that have retired, the first to leave first. */
  readonly retired: readonly number[];

  readonly scores: readonly number[];
  /** Empty where colors are not scored. */
  readonly colorScores: Readonly<Record<string, number>>;
  readonly ranks: readonly number[];
  /** Empty while the game goes on. */
  readonly winners: readonly number[];
  /** Colors that cannot place any more; in a game with dice, seats. */
  readonly out: readonly (string | number)[];
  /** Names of the unused shapes of a color; in a game with dice, of a seat. */
  supply(owner: string | number): readonly string[];
  /** Per unused shape, how many places it has left, whoever's turn it is. */
  placesLeft(color: string, sheet?: number): Readonly<Record<string, number>>;
  readonly placed: readonly Placed[];
  /** Index of the color of every cell, -1 where it is empty. */
  cellColors(sheet?: number): Int8Array;
  /** Free cells that a color can build from. */
  targets(color: string, sheet?: number): Int32Array;

  /** Dice still free to take. */
  readonly dice: readonly number[];
  /** Dice: strikes used by every seat; else empty. */
  readonly strikes: readonly number[];
  /** Dice: the color of the marker every seat holds; else empty. */
  readonly markers: readonly string[];
  readonly round: number;
  readonly starter: number;

  equals(other: Position): boolean;
  /** Leaf positions at exactly this depth; a roll counts as a ply. */
  perft(depth: number): bigint;
}

export interface SearchOptions {
  readonly seed?: number;
  /** Megabytes of the tree; 64 unless told. */
  readonly memory?: number;
}

/** A move that a search tried, and what became of it. */
export interface Line {
  readonly move: number;
  readonly visits: number;
  /** What was thought of it beforehand. */
  readonly prior: number;
  /** Share of the victory of every seat. */
  readonly win: readonly number[];
  /** Expected final score of every seat. */
  readonly score: readonly number[];
  /** Whether it is certain who wins after it, and by how much. */
  readonly isDecided: boolean;
  readonly isExact: boolean;
}

export interface SearchResult {
  /** Best first. */
  readonly lines: readonly Line[];
  /** Share of the victory of every seat: the ribbon's win chances. */
  readonly win: readonly number[];
  readonly score: readonly number[];
  readonly simulations: number;
  readonly nodes: number;
  readonly depth: number;
  /** Whether everything is proved. */
  readonly isExact: boolean;
}

/** A measured difference between a move and others; docs/programs/protocols.md tells what the parts mean. */
export interface Finding {
  readonly kind: string;
  /** What it is compared with. */
  readonly against: string;
  readonly isGood: boolean;
  readonly value: number;
  readonly usual: number;
  readonly weight: number;
  readonly color: string | null;
  readonly shape: string | null;
  readonly die: number | null;
  readonly among: readonly [number, number] | null;
  readonly near: number | null;
  readonly cells: readonly number[];
}

/** A move that is advised: what the search found of it, and why. */
export interface Advised extends Line {
  readonly error: number;
  /** The moves that are expected to follow. */
  readonly expected: readonly number[];
  readonly findings: readonly Finding[];
}

export interface Advising {
  /** Best first. */
  readonly moves: readonly Advised[];
  readonly confidence: number;
  readonly verdict: string;
  readonly isHopeless: boolean;
}

/** A move looked back at. */
export interface Judged {
  readonly best: number;
  readonly cost: number;
  readonly points: number;
  readonly winBefore: readonly number[];
  readonly winAfter: readonly number[];
  readonly scoreBefore: readonly number[];
  readonly scoreAfter: readonly number[];
}

/** A review: add the moves, then let it hear of the position it asks for until it asks for none. */
export interface Reviewing {
  add(before: Position, move: number): void;
  /** The position to be searched next; null when every move is judged. */
  next(): Position | null;
  /** What a search of that position has found. */
  hear(search: Search): void;
  readonly progress: number;
  judged(): readonly Judged[];
  /** What speaks for the better move beside the one that was played; moves are counted from 0. */
  findings(move: number): readonly Finding[];
  close(): void;
}

export interface Choice {
  readonly move: number;
  /** What it thought; null where it played its first thought. */
  readonly result: SearchResult | null;
}

/**
 * A thinker. `begin` or `beginChoice`, then `advance` until it says that nothing is left to do, or until one has waited
 * long enough; slices give exactly what one run gives. In between, a worker can hear a message that says stop.
 */
export interface Search {
  readonly ruleset: Ruleset;
  /**
   * Begins to think about a position in which a seat is to move; `last` is the placement made before, or -1. One that
   * compares spends a part on the closest rivals of the best move.
   */
  begin(position: Position, simulations: number, last?: number, compares?: boolean): void;
  /** Begins to choose as a level does: by the position, the placement before it, the level and the seed alone. */
  beginChoice(position: Position, level: Level, seed: number, last?: number): void;
  /** Thinks on for so many simulations; false when nothing is left to do. */
  advance(simulations: number): boolean;
  /** Simulations so far. */
  readonly simulations: number;
  /** What is known by now; there is always at least one line after the first `advance`. */
  result(): SearchResult;
  /** What it has found by itself, as numbers for another instance of the kernel. */
  share(): Float64Array;
  /** Adds what another instance has found in the same position, until this search begins anew. */
  take(share: Float64Array): void;
  /** The best moves of the position that was searched, with reasons. */
  advice(position: Position, count: number): Advising;
  /** What the level plays by now. */
  choice(): Choice;
  /** Forgets what it has thought so far. */
  clear(): void;
  close(): void;
}

export { loadKernel } from "./kernel/load";
