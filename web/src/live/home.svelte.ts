/** The tables at home as the page knows them: made ready after the first board, and what passes between them and a server. */

import { app } from "./app.svelte";
import { named } from "../core/setup";
import type { News } from "../home/host";
import { HomeLine } from "../home/line";
import { fitsHome, isHome } from "../home/names";
import { NEEDS_SERVER } from "../home/play/refusal";
import type { Placed } from "../home/worker";
import { Database, type Head } from "../home/store";
import { openGame, shareGame } from "../net/api";
import type { Connection, Outgoing } from "../net/connection";
import { Lost, Refused, Serverless } from "../net/failure";
import { rememberGame, rememberShared } from "../net/memory";
import { unpack } from "../net/pack";
import { folder, hasServer } from "../net/place";
import type { NewGame, OpenedGame, ServerMessage } from "../wire";

/** Milliseconds a computer's move takes at least, so that eyes can follow. */
const PACE = 400;
/** How long a newcomer's first game waits for the tables at home before the server takes it. */
const WAIT = 2500;
/** How long a game at home holds still for a server that is to take it. */
const PATIENCE = 20_000;

const within = <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds))]);

/** A game, what makes this browser its player, and how it is reached. */
export interface Seated {
  readonly game: string;
  readonly tokens: readonly string[];
  readonly connection: Connection;
}

class Home {
  private readonly line = new HomeLine(
    () => new Worker(new URL("../home/worker.ts", import.meta.url), { type: "module", name: "tables at home" }),
    new URL(`${folder}kernel/`, location.href).href,
    PACE,
    (news) => this.hear(news),
  );
  private readonly store = new Database();

  /** What a table at home is reached by: the worker, and for inviting somebody, the server. */
  readonly connection: Connection = {
    hear: (listener) => this.line.hear(listener),
    watch: (listener) => this.line.watch(listener),
    open: () => this.line.open(),
    ask: (message) => this.ask(message),
    isOpen: false,
  };

  constructor() {
    const { line } = this;
    Object.defineProperty(this.connection, "isOpen", { get: () => line.isOpen });
    document.addEventListener("visibilitychange", () => !document.hidden && line.beat());
  }

  /** Makes the tables ready; false where this browser or this page has none. */
  load(): Promise<boolean> {
    return this.line.load();
  }

  /** Opens a game where it can be played: here if nobody sits elsewhere and the tables are ready, else on the server. */
  async open(wanted: NewGame): Promise<Seated> {
    const fits = fitsHome(wanted);
    if (fits && (await (hasServer ? within(this.load(), WAIT) : this.load()))) return this.openHere(wanted);
    if (!hasServer) throw fits ? this.line.problem : new Serverless();
    try {
      const { game, token } = await openGame(wanted);
      return { game, tokens: [token], connection: app.socket };
    } catch (problem) {
      if (!(problem instanceof Lost) || !fits || !(await this.load())) throw problem;
      return this.openHere(wanted);
    }
  }

  private async openHere({ shared, ...wanted }: NewGame): Promise<Seated> {
    const game = await this.line.openGame(
      typeof shared === "string" ? { ...wanted, record: await unpack(shared) } : wanted,
    );
    // Asked for when there is something to keep; whatever the answer, the game is kept as well as can be.
    void navigator.storage?.persist?.().catch(() => undefined);
    return { game, tokens: [], connection: this.connection };
  }

  /** Opens a game as its host and goes there. */
  async begin(wanted: NewGame, replace = false): Promise<void> {
    const { game, tokens } = await this.open(wanted);
    rememberGame(game, tokens);
    app.go(`/game/${game}`, replace);
  }

  /** Opens a game that somebody else played, and goes there. */
  async beginShared(text: string): Promise<void> {
    const { game, tokens } = await this.open({ shared: text });
    rememberShared(game);
    rememberGame(game, tokens);
    app.go(`/game/${game}`, true);
    app.news = "copy";
  }

  /** How a game is reached by its name; one without a name yet, by whatever may open it. */
  reach(game: string | null): Connection {
    return game === null ? (hasServer ? app.socket : this.connection) : isHome(game) ? this.connection : app.socket;
  }

  /** The game as the text of a record. */
  record(game: string): Promise<string> {
    return this.line.record(game);
  }

  /** What lies on every sheet of a game. */
  sheets(game: string): Promise<Placed> {
    return this.line.sheets(game);
  }

  /** The games kept here, the one played last first; none where the browser keeps nothing. */
  async list(): Promise<readonly Head[]> {
    const heads = await this.store.list().catch(() => []);
    return heads.filter((head) => !head.moved);
  }

  forget(game: string): Promise<void> {
    return this.store.forget(game).catch(() => undefined);
  }

  /** What opens a copy of a game, wherever it is. */
  async again(game: string): Promise<Pick<NewGame, "record" | "shared">> {
    return isHome(game) ? { record: await this.record(game) } : { shared: (await shareGame(game)).text };
  }

  /** A copy of a game on the server, for what only the server makes of it. */
  async copy(game: string): Promise<string> {
    return (await openGame({ record: await this.record(game) })).game;
  }

  private async ask(message: Outgoing): Promise<ServerMessage> {
    if (message.type === "set_seat" && message.kind === "link") return this.move(message);
    return this.line.ask(message);
  }

  /** Somebody elsewhere is to sit there: the whole game goes to the server and goes on there. */
  private async move(message: Extract<Outgoing, { type: "set_seat" }>): Promise<ServerMessage> {
    if (!hasServer) throw new Serverless();
    const { game, seat, name } = message;
    const home = await this.line.whole(game);
    const seats = named(
      (home.seats ?? []).map((each, number) =>
        number === seat ? { kind: "link" as const, name: name ?? "", level: each.level } : each,
      ),
      app.settings.name,
    );
    let opened: OpenedGame | null = null;
    try {
      opened = (await within(openGame({ home: { ...home, seats } }), PATIENCE)) ?? null;
    } catch (problem) {
      if (!(problem instanceof Lost)) throw problem;
    } finally {
      await this.line.leave(game, opened);
    }
    if (!opened) {
      const { code, kind, sentence } = NEEDS_SERVER;
      throw new Refused({ code, kind, sentence, values: {} });
    }
    app.news = home.entries?.some((entry) => entry.kind === "roll") ? "moved.dice" : "moved";
    return { type: "done", reply: null };
  }

  private hear({ unkept, moved }: News): void {
    if (unkept) app.news = "unkept";
    if (!moved) return;
    const { game, token } = moved.to;
    rememberGame(game, [token]);
    if (app.route.page === "game" && app.route.game === moved.from) app.go(`/game/${game}`, true);
  }
}

export const home = new Home();
