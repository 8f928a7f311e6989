/** In which of one's games it is one's turn: counted in the title, beside My games and on the page's icon. */

import { myself } from "./me.svelte";
import { myTurns } from "../net/people";
import type { OwnTable } from "../wire";

const PERIOD = 60_000;

class Turns {
  tables = $state.raw<readonly OwnTable[]>([]);

  /** Live games call by themselves; games of days are counted. */
  get count(): number {
    return this.tables.filter((table) => table.is_your_turn && table.terms.tempo.kind === "days").length;
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
      this.tables = myself.person ? (await myTurns()).tables : [];
    } catch {
      return; // What was known stays until the server answers again.
    }
    const badge = this.count > 0 ? navigator.setAppBadge?.(this.count) : navigator.clearAppBadge?.();
    badge?.catch(() => undefined);
  }
}

export const turns = new Turns();
