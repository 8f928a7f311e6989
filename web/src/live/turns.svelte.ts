/** What waits for somebody: turns and challenges, counted in the title, beside My games and Lobby and on the page's icon. */

import { myself } from "./me.svelte";
import { myTurns } from "../net/people";
import type { OwnTable } from "../wire";

const PERIOD = 60_000;

class Turns {
  tables = $state.raw<readonly OwnTable[]>([]);
  private challenging = $state(0);

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
    return this.tables.filter((table) => table.is_your_turn && table.terms.tempo.kind === "days").length;
  }

  /** Everything that waits. */
  get waiting(): number {
    return this.count + this.challenges;
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

  /** Asks the server; who is nobody has no games. */
  async load(): Promise<void> {
    await myself.load();
    try {
      const waiting = myself.person ? await myTurns() : { tables: [], challenges: 0 };
      this.tables = waiting.tables;
      this.challenges = waiting.challenges;
    } catch {
      // What was known stays until the server answers again.
    }
  }

  /** Shows on the icon of the installed page how much waits. */
  private mark(): void {
    const badge = this.waiting > 0 ? navigator.setAppBadge?.(this.waiting) : navigator.clearAppBadge?.();
    badge?.catch(() => undefined);
  }
}

export const turns = new Turns();
