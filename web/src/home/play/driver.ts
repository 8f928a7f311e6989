/** The driver of a session at home: lets the computer throw its dice and make its moves, in slices that can be stopped. */

import { CHANCE, KernelError, type Kernel, type Search, type SearchResult } from "../kernel";
import { Refusal } from "./refusal";
import { CAP } from "../../wire";
import { computerOf, type Session } from "./session";

/** Simulations from which a win chance is worth showing. */
const TRUSTED = 200;
/** Milliseconds of one slice: messages are heard in between. */
const SLICE = 30;
/** Milliseconds between two reports of progress. */
const INTERVAL = 250;

/** What the computer has to do: act at a ply for a seat, at a level. */
interface Due {
  readonly ply: number;
  readonly seat: number;
  readonly level: number;
}

/** What is told while the computer thinks. */
export interface Reports {
  progress(ply: number, seat: number, progress: number): void;
  /** Its time is up before it has thought as much as its level should; it moves now. */
  cut(ply: number, seat: number): void;
  fail(refusal: Refusal): void;
}

/** Lets messages be heard between two slices; a timer would be slowed down to a second behind other windows. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** How thinking ended: nothing was left to do, nobody wanted it any more, or the time was up. */
export type Ending = "done" | "stopped" | "cut";

/** Thinks in slices until nothing is left to do, until `wanted` says no, or for so many milliseconds. */
export async function think(
  search: Search,
  wanted: () => boolean,
  report: (simulations: number) => void,
  most = Infinity,
): Promise<Ending> {
  let slice = 32;
  let reported = performance.now();
  const end = reported + most;
  for (;;) {
    const begun = performance.now();
    if (!search.advance(slice)) return "done";
    const took = performance.now() - begun;
    slice = Math.max(8, Math.min(100_000, Math.round((slice * SLICE) / Math.max(1, took))));
    if (performance.now() - reported > INTERVAL) {
      reported = performance.now();
      report(search.simulations);
    }
    await breathe();
    if (!wanted()) return "stopped";
    if (performance.now() >= end) return "cut";
  }
}

export class Driver {
  private isRunning = false;
  private isClosed = false;
  private release: () => void = () => undefined;

  constructor(
    private readonly kernel: Kernel,
    private readonly session: Session,
    /** Milliseconds a computer's move takes at least, so that eyes can follow. */
    private readonly pace: number,
    private readonly reports: Reports,
    /** Milliseconds after which it moves, whatever is left to think about. */
    private readonly most = CAP * 1000,
  ) {
    void this.claim();
  }

  /** May this tab make the computer's moves? Of several tabs of one game only one may. */
  private mayAct = false;

  private async claim(): Promise<void> {
    const locks = globalThis.navigator?.locks as LockManager | undefined;
    const begin = () => {
      this.mayAct = true;
      this.wake();
    };
    // Without locks two tabs would choose the same move, and the store takes it once.
    if (!locks) return begin();
    const held = new Promise<void>((resolve) => (this.release = resolve));
    const take = () => {
      if (this.isClosed) return undefined;
      begin();
      return held;
    };
    // A browser that keeps nothing here has no locks here either.
    await locks.request(`cornerwise game ${this.session.game}`, take).catch(begin);
  }

  /** Looks whether there is something to do; called after every change. */
  wake(): void {
    if (this.isRunning || this.isClosed) return;
    this.isRunning = true;
    void this.run();
  }

  close(): void {
    this.isClosed = true;
    this.release();
  }

  private due(): Due | null {
    const { session } = this;
    const { actor } = session;
    if (this.isClosed || !this.mayAct || session.isPaused || session.head.moved || actor < 0) return null;
    const level = computerOf(session.seats[actor]!);
    return level === null ? null : { ply: session.log.at, seat: actor, level };
  }

  private stands(due: Due): boolean {
    const now = this.due();
    return now?.ply === due.ply && now.seat === due.seat && now.level === due.level;
  }

  private async run(): Promise<void> {
    for (let due = this.due(); due; due = this.due()) {
      try {
        await this.act(due);
      } catch (problem) {
        if (problem instanceof Refusal && problem.code === "stale") continue;
        console.warn("The computer failed.", problem);
        // A fault is told once and not repeated for ever.
        await this.session.pause(true).catch(() => undefined);
        const sentence = "The computer could not find a move; the game is paused. Start it again or take the seat.";
        this.reports.fail(new Refusal("internal", sentence, "gave_up"));
        break;
      }
    }
    // In the same breath as the last look, so that nobody is left asleep who was woken in between.
    this.isRunning = false;
  }

  private async act(due: Due): Promise<void> {
    const { session } = this;
    const begun = performance.now();
    const rest = () =>
      new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + this.pace - performance.now())));
    if (session.position.turn.actor === CHANCE) {
      await rest();
      if (this.stands(due)) await session.roll(due.ply, true);
      return;
    }
    const found = await this.choose(due);
    if (!found) return;
    await rest();
    await session.playComputer(due.ply, found.move, found.wins);
  }

  /** The computer's move at a level, a function of the position, the move before it, the level and the seed. */
  private async choose(due: Due): Promise<{ move: number; wins: readonly number[] | null } | null> {
    const { session } = this;
    const { ruleset, position } = session;
    const level = ruleset.levels.slice(0, due.level).at(-1);
    if (!level) throw new KernelError("This game has no levels.");
    const last = ruleset.hasDice ? -1 : (session.log.lastMove?.placement ?? -1);
    const search = await this.kernel.search(ruleset, { seed: session.head.computerSeed });
    try {
      search.beginChoice(position, level, session.head.computerSeed, last);
      const report = (done: number) =>
        this.reports.progress(due.ply, due.seat, Math.min(1, done / Math.max(1, level.simulations)));
      const ending = await think(search, () => this.stands(due), report, this.most);
      if (ending === "stopped") return null;
      if (ending === "cut") this.reports.cut(due.ply, due.seat);
      const { move, result } = search.choice();
      return { move, wins: result && chances(result, move) };
    } finally {
      search.close();
    }
  }
}

/** The win chance of every seat after a move, where enough is known to show it. */
function chances(result: SearchResult, move: number): readonly number[] | null {
  const line = result.lines.find((each) => each.move === move);
  return line && (result.simulations >= TRUSTED || line.isDecided) ? line.win : null;
}
