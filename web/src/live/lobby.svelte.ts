/** The lobby: what is offered, what concerns this person, and what a person does there. */

import { app } from "./app.svelte";
import { FIRST_WISH, isLive, seeking, type Wish } from "../core/people/lobby";
import { myself } from "./me.svelte";
import { turns } from "./turns.svelte";
import { readWish, rememberTable, writeWish } from "../net/memory";
import type { Outgoing } from "../net/connection";
import { failure } from "../words/phrases";
import type { Lobby, Mine, NewSeek, ServerMessage } from "../wire";

class LobbyRoom {
  /** What everybody sees; null until it is known. */
  lobby = $state.raw<Lobby | null>(null);
  /** What concerns this person; null until they are somebody. */
  mine = $state.raw<Mine | null>(null);
  problem = $state.raw<string | null>(null);
  wish = $state.raw<Wish>({ ...FIRST_WISH, ...readWish() });

  private listeners = 0;
  private stops: (() => void)[] = [];
  /** The live tables known before; a new one is gone to. */
  private known: ReadonlySet<string> | null = null;
  /** Has this person asked to play? Then even the first news may tell of the table that came of it. */
  private hasAsked = false;
  /** The offer answered last, whose table may begin any time. */
  private accepted: string | null = null;

  /** Begins to hear of the lobby; returns how to stop, which happens only when nothing is sought any more. */
  enter(): () => void {
    this.listeners++;
    if (this.stops.length === 0) this.listen();
    return () => {
      this.listeners--;
      if (this.listeners === 0 && !this.isSeeking) this.leave();
    };
  }

  /** Does somebody wait for a live game to begin? */
  get isSeeking(): boolean {
    return seeking(this.mine) !== null;
  }

  /** The quick seek, if there is one. */
  get quick() {
    return this.mine?.seeks.find((seek) => seek.kind === "quick") ?? null;
  }

  want(change: Partial<Wish>): void {
    this.wish = { ...this.wish, ...change };
    writeWish(this.wish);
  }

  /** Offers to play; the name of the seek, or null when it was refused. */
  async seek(seek: NewSeek): Promise<string | null> {
    const answer = await this.ask({ type: "seek", seek });
    return answer?.type === "sought" ? answer.seek : null;
  }

  async accept(seek: string, terms = 0): Promise<boolean> {
    this.accepted = seek;
    return (await this.ask({ type: "accept", seek, terms })) !== null;
  }

  async cancel(seek: string): Promise<void> {
    await this.ask({ type: "cancel", seek });
  }

  /** Asks for something only somebody may: whoever was nobody becomes a guest first. */
  async ask(message: Outgoing): Promise<ServerMessage | null> {
    this.problem = null;
    this.hasAsked ||= message.type === "seek" || message.type === "accept";
    try {
      await myself.beSomebody();
      return await app.socket.ask(message);
    } catch (failed) {
      this.problem = failure(failed);
      return null;
    }
  }

  private listen(): void {
    const enter = () => void app.socket.ask({ type: "enter_lobby" }).catch(() => undefined);
    this.stops = [
      app.socket.hear((message) => this.hear(message)),
      app.socket.watch((link) => {
        if (link === "open") enter();
      }),
    ];
    if (app.socket.isOpen) enter();
    else app.socket.open();
  }

  private leave(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.known = null;
    app.socket.ask({ type: "leave_lobby" }).catch(() => undefined);
  }

  private hear(message: ServerMessage): void {
    if (message.type === "lobby") this.lobby = message;
    if (message.type !== "mine") return;
    const tables = message.tables.filter(({ terms }) => isLive(terms));
    const live = tables.map(({ game }) => game);
    if (!this.known && this.hasAsked)
      this.known = new Set(tables.filter(({ moves }) => moves > 0).map(({ game }) => game));
    // Whoever has been at a table and left it wants to be elsewhere.
    const fresh = this.known && live.find((game) => !this.known!.has(game) && !turns.hasVisited(game));
    this.known = new Set([...(this.known ?? []), ...live]);
    this.mine = message;
    turns.challenges = message.challenges.length;
    turns.isSeeking = this.isSeeking;
    turns.take(message.tables);
    // A page that is loaded anew knows the answer from the message.
    const answered = this.accepted ?? message.seeks.find(({ wants }) => wants)?.wants;
    if (fresh && answered) rememberTable(answered, fresh);
    this.accepted = fresh ? null : (answered ?? null);
    if (fresh) app.go(`/game/${fresh}`);
    else if (this.listeners === 0 && !this.isSeeking) this.leave();
  }
}

export const room = new LobbyRoom();
