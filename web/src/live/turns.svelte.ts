/** What waits for somebody: turns and challenges, counted in the title, beside My games and Lobby and on the page's icon. */

import { myself } from "./me.svelte";
import { gone, isLive } from "../core/people/lobby";
import { isHome } from "../home/names";
import { Refused } from "../net/failure";
import { myTurns } from "../net/people";
import type { OwnTable } from "../wire";

const PERIOD = 60_000;

class Turns {
  tables = $state.raw<readonly OwnTable[]>([]);
  /** Live games that went on when this page last looked and are gone: how they ended is asked elsewhere. */
  gone = $state.raw<readonly OwnTable[]>([]);
  /** Does somebody wait for a live game to begin? The lobby, while it is heard, knows. */
  isSeeking = $state(false);
  private challenging = $state(0);
  /** The tables whose page was open. */
  private readonly visited = new Set<string>();
  /** The games that were seen to end. */
  private readonly over = new Set<string>();
  private here: string | null = null;

  /** How many people challenge this one; the lobby, while it is heard, knows sooner. */
  get challenges(): number {
    return this.challenging;
  }

  set challenges(count: number) {
    this.challenging = count;
    this.mark();
  }

  /** Live games call by themselves; games of days are counted. */
  get count(): number {
    return this.tables.filter((table) => table.is_your_turn && !isLive(table.terms)).length;
  }

  /** Everything that waits. */
  get waiting(): number {
    return this.count + this.challenges;
  }

  /** Is there anything live that somebody wants to know of on every page? */
  get isLive(): boolean {
    return this.isSeeking || this.gone.length > 0 || this.tables.some(({ terms }) => isLive(terms));
  }

  /** Looks now and then while the page is seen; returns how to stop. */
  watch(): () => void {
    const look = () => void (document.hidden || this.load());
    look();
    const timer = setInterval(look, PERIOD);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Somebody goes to the page of a game, or (null) to another; whoever leaves a table may have to be called back. */
  visit(game: string | null): void {
    const before = this.here;
    this.here = game;
    if (game !== null) this.visited.add(game);
    if (before !== null && before !== game && !isHome(before)) void this.load();
  }

  hasVisited(game: string): boolean {
    return this.visited.has(game);
  }

  /** Somebody sees that a game has ended: nobody need tell them. */
  see(game: string): void {
    this.over.add(game);
    this.tables = this.tables.filter((table) => table.game !== game);
    this.gone = this.gone.filter((table) => table.game !== game);
  }

  /** Takes in which tables go on. */
  take(tables: readonly OwnTable[]): void {
    const lost = gone(this.tables, tables).filter(({ game }) => game !== this.here && !this.over.has(game));
    if (lost.length > 0) this.gone = [...this.gone, ...lost];
    this.tables = tables;
  }

  /** Asks the server; who is nobody has no games. */
  async load(): Promise<void> {
    await myself.load();
    try {
      const waiting = myself.person ? await myTurns() : { tables: [], challenges: 0 };
      this.take(waiting.tables);
      this.challenges = waiting.challenges;
    } catch (failed) {
      if (failed instanceof Refused && failed.problem.code === "signed_out") await myself.loadAnew();
      // Otherwise what was known stays until the server answers again.
    }
  }

  /** Shows on the icon of the installed page how much waits. */
  private mark(): void {
    const badge = this.waiting > 0 ? navigator.setAppBadge?.(this.waiting) : navigator.clearAppBadge?.();
    badge?.catch(() => undefined);
  }
}

export const turns = new Turns();
