/** What lasts of the games at home: their logs, changed only under a sequence number, in this browser's database. */

import type { GameSummary, SeatView } from "../wire";
import type { Entry } from "./play/log";

/** Who sits on a seat, as it is kept. */
export type Seat = Pick<SeatView, "seat" | "name" | "level" | "stand_in" | "has_resigned"> & {
  readonly kind: "here" | "computer";
};

/** A game without its log. */
export interface Head {
  readonly game: string;
  readonly ruleset: string;
  readonly options: Record<string, string>;
  /** What the dice come from; told when the game is over. */
  readonly seed: string;
  /** What the computer's moves come from; never told. */
  readonly computerSeed: number;
  readonly seats: readonly Seat[];
  readonly ply: number;
  readonly isPaused: boolean;
  /** Grows by one with every change. */
  readonly seq: number;
  /** The game as one line of a list. */
  readonly summary: GameSummary;
  /** Where it goes on, since it was moved to the server. */
  readonly moved?: { readonly game: string; readonly token: string };
}

/** An entry as it is kept, with the win chances known after it. */
export type KeptEntry = Entry & { readonly forecast?: readonly number[] };

export interface KeptGame {
  readonly head: Head;
  readonly entries: readonly KeptEntry[];
}

/** Somebody else, another tab, has changed the game already. */
export class Conflict extends Error {}

/** The game is kept no longer: it was removed in another tab, or the browser threw away what this site keeps. */
export class Gone extends Error {}

function expectBefore(kept: Head | undefined, head: Head): void {
  if (!kept) throw new Gone();
  if (kept.seq !== head.seq - 1) throw new Conflict();
}

export interface Store {
  /** The game of that name with the entries beyond a ply; null where there is none. */
  read(game: string, beyond?: number): Promise<KeptGame | null>;
  open(game: KeptGame): Promise<void>;
  /** Replaces the head of a game that stands one sequence number below it, and adds entries or what is known of them. */
  change(head: Head, entries?: readonly KeptEntry[]): Promise<void>;
  /** All games, the one played last first. */
  list(): Promise<readonly Head[]>;
  forget(game: string): Promise<void>;
}

const byTime = (heads: Head[]): Head[] => heads.sort((a, b) => b.summary.played.localeCompare(a.summary.played));

/** What lasts only as long as the page: where the browser keeps nothing, and in tests. */
export class Memory implements Store {
  private readonly games = new Map<string, { head: Head; entries: KeptEntry[] }>();

  constructor(
    games: readonly KeptGame[] = [],
    /** Told what has changed, before anybody is answered. */
    private readonly copy: (change: KeptGame) => void = () => undefined,
  ) {
    games.forEach((game) => this.take(game));
  }

  /** All games as they are kept. */
  get all(): readonly KeptGame[] {
    return [...this.games.values()];
  }
  /** Takes in a game, or what has changed in it, as another memory has told it. */
  take({ head, entries }: KeptGame): void {
    const kept = this.games.get(head.game);
    if (kept) kept.head = head;
    const all = kept?.entries ?? [];
    for (const entry of entries) all[entry.ply - 1] = entry;
    if (!kept) this.games.set(head.game, { head, entries: all });
  }
  async read(game: string, beyond = 0): Promise<KeptGame | null> {
    const kept = this.games.get(game);
    return kept ? { head: kept.head, entries: kept.entries.slice(beyond) } : null;
  }
  async open(game: KeptGame): Promise<void> {
    this.take(game);
    this.copy(game);
  }
  async change(head: Head, entries: readonly KeptEntry[] = []): Promise<void> {
    expectBefore(this.games.get(head.game)?.head, head);
    this.take({ head, entries });
    this.copy({ head, entries });
  }
  async list(): Promise<readonly Head[]> {
    return byTime([...this.games.values()].map(({ head }) => head));
  }
  async forget(game: string): Promise<void> {
    this.games.delete(game);
  }
}

const NAME = "cornerwise";
const VERSION = 1;
/** What a connection fails with whose other end is gone, as when a phone took the memory of what holds the database. */
const CUT = ["InvalidStateError", "UnknownError"];

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The database failed."));
  });

/** The browser's database: two shelves, one for heads and one for entries by game and ply. */
export class Database implements Store {
  private opening: Promise<IDBDatabase> | null = null;

  private database(): Promise<IDBDatabase> {
    this.opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("heads", { keyPath: "game" });
        request.result.createObjectStore("entries", { keyPath: ["game", "ply"] });
      };
      request.onblocked = () => reject(new Error("Another page holds the database."));
      request.onerror = () => reject(request.error ?? new Error("There is no database."));
      request.onsuccess = () => {
        const { result } = request;
        // A newer page may want to change the shelves; this one then opens them anew.
        result.onversionchange = () => (result.close(), (this.opening = null));
        result.onclose = () => (this.opening = null);
        resolve(result);
      };
    });
    this.opening.catch(() => (this.opening = null));
    return this.opening;
  }

  /** Does work in one transaction: all of it is kept when the promise is, or none of it. */
  private async within<T>(mode: IDBTransactionMode, work: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
    try {
      return await this.once(mode, work);
    } catch (problem) {
      if (!(problem instanceof DOMException && CUT.includes(problem.name))) throw problem;
      this.opening = null;
      return this.once(mode, work);
    }
  }

  private async once<T>(mode: IDBTransactionMode, work: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
    const database = await this.database();
    const transaction = database.transaction(["heads", "entries"], mode, { durability: "strict" });
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("Nothing was kept."));
    });
    ended.catch(() => undefined);
    let result: T;
    try {
      result = await work(transaction);
    } catch (problem) {
      try {
        transaction.abort();
      } catch {
        // it has ended by itself
      }
      throw problem;
    }
    await ended;
    return result;
  }

  read(game: string, beyond = 0): Promise<KeptGame | null> {
    return this.within("readonly", async (transaction) => {
      const head = (await done(transaction.objectStore("heads").get(game))) as Head | undefined;
      if (!head) return null;
      const range = IDBKeyRange.bound([game, beyond + 1], [game, Infinity]);
      return { head, entries: (await done(transaction.objectStore("entries").getAll(range))) as KeptEntry[] };
    });
  }

  open({ head, entries }: KeptGame): Promise<void> {
    return this.within("readwrite", async (transaction) => {
      for (const entry of entries) transaction.objectStore("entries").add({ ...entry, game: head.game });
      await done(transaction.objectStore("heads").add(head));
    });
  }

  change(head: Head, entries: readonly KeptEntry[] = []): Promise<void> {
    return this.within("readwrite", async (transaction) => {
      const heads = transaction.objectStore("heads");
      expectBefore((await done(heads.get(head.game))) as Head | undefined, head);
      for (const entry of entries) transaction.objectStore("entries").put({ ...entry, game: head.game });
      await done(heads.put(head));
    });
  }

  async list(): Promise<readonly Head[]> {
    return byTime(
      await this.within("readonly", (transaction) => done<Head[]>(transaction.objectStore("heads").getAll())),
    );
  }

  forget(game: string): Promise<void> {
    return this.within("readwrite", async (transaction) => {
      transaction.objectStore("entries").delete(IDBKeyRange.bound([game, 0], [game, Infinity]));
      await done(transaction.objectStore("heads").delete(game));
    });
  }
}
