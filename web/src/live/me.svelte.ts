/** Who this browser is to the server, and the games that follow its person. */

import { app } from "./app.svelte";
import { isHome } from "../home/names";
import { knownGames } from "../net/memory";
import { adopt, becomeGuest, whoAmI } from "../net/people";
import type { Me, PersonView } from "../wire";

const MOST = 100;

class Myself {
  /** Null until the server has said. */
  me = $state.raw<Me | null>(null);
  /** Could the server not be asked? */
  isAway = $state.raw(false);

  get person(): PersonView | null {
    return this.me?.person ?? null;
  }

  private loading: Promise<void> | null = null;

  constructor() {
    app.socket.watch((link) => {
      if (link === "signed out") void this.loadAnew();
    });
  }

  /** Asks the server again, because this browser was signed out elsewhere. */
  loadAnew(): Promise<void> {
    this.loading = null;
    return this.load();
  }

  /** Asks the server, once, who this browser is; a page without a server just stays nobody. */
  load(): Promise<void> {
    return (this.loading ??= this.fetch());
  }

  private async fetch(): Promise<void> {
    try {
      this.me = await whoAmI();
      this.isAway = false;
      await this.gather();
    } catch {
      this.isAway = this.me === null;
      this.loading = null; // The page works without a person, and asks again when one is wanted.
    }
  }

  /** Becomes a guest, for whoever was nobody yet. */
  async beSomebody(): Promise<void> {
    await this.load();
    if (!this.person) await this.become(await becomeGuest());
  }

  /** Takes in who this browser is from now on: the connection comes anew as that person, with this browser's games. */
  async become(me: Me): Promise<void> {
    const before = this.person;
    this.me = me;
    if (before?.name === me.person?.name && before?.kind === me.person?.kind) return;
    await this.gather().catch(() => undefined);
    app.socket.renew();
  }

  /** Lets the games this browser has secrets of follow its person to other devices. */
  private async gather(): Promise<void> {
    const games = knownGames()
      .filter(({ game }) => !isHome(game))
      .slice(0, MOST);
    if (!this.person || games.length === 0) return;
    await adopt({ games: games.map(({ game, tokens }) => ({ game, tokens: tokens.slice(0, 8) })) });
  }
}

export const myself = new Myself();
