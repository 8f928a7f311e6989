/** The tables at home: hears what a page asks of a game, has it carried out, and tells what happens, as a server would. */

import { difference } from "../core/table/difference";
import type {
  Advise,
  ClientMessage,
  ErrorMessage,
  Explain,
  NewGame,
  ReviewGame,
  ServerMessage,
  Snapshot,
  Thinking,
} from "../wire";
import { Crew } from "./crew";
import { advise } from "./play/advise";
import { review } from "./play/review";
import { Driver } from "./play/driver";
import { KernelError, type Kernel } from "./kernel";
import { newGame } from "./play/opening";
import { NEEDS_SERVER, Refusal } from "./play/refusal";
import { Session } from "./play/session";
import { Memory, type Head, type KeptGame, type Store } from "./store";
import { snapshot } from "./play/view";

/** What is told beside the messages of the wire. */
export interface News {
  /** The browser keeps this game no longer; it goes on. */
  unkept?: string;
  /** A game that the browser does not keep, or what has changed in it: for whoever comes after this worker. */
  copy?: KeptGame;
  /** The game goes on at a table of the server. */
  moved?: { readonly from: string; readonly to: NonNullable<Head["moved"]> };
}

interface Live {
  readonly session: Session;
  readonly driver: Driver;
  told: Snapshot;
}

const ALONE = new Crew(() => ({}) as never, "", {} as never, 0);
const FAILED = new Refusal("internal", "Something went wrong; nothing was changed.", "internal");
const notJoined = () => new Refusal("not_joined", "Join the game first.");

export class Host {
  /** By game; a promise while somebody is sitting down, whose next messages wait for it. */
  private readonly live = new Map<string, Promise<Live>>();
  /** Games that only last as long as the page, which has a copy of them. */
  private readonly unkept: Memory;
  /** Questions that take a while, by game; a new one takes the place of the one before. */
  private readonly asked = new Map<string, number>();
  private questions = 0;

  constructor(
    private readonly kernel: Kernel,
    private readonly store: Store,
    private readonly pace: number,
    private readonly tell: (message: ServerMessage) => void,
    private readonly inform: (news: News) => void = () => undefined,
    /** Tells other tabs that a game has changed. */
    private readonly broadcast: (game: string) => void = () => undefined,
    /** Those who think along when advice is asked for. */
    private readonly crew: () => Crew = () => ALONE,
    /** Milliseconds after which the computer moves, whatever is left to think about. */
    private readonly most?: number,
    /** What a worker before this one has told of games that the browser does not keep. */
    copies: readonly KeptGame[] = [],
  ) {
    this.unkept = new Memory(copies, (copy) => inform({ copy }));
  }

  /** Opens a game and answers with its name. */
  async open(wanted: NewGame): Promise<string> {
    const kept = newGame(this.kernel, wanted);
    try {
      await this.store.open(kept);
    } catch {
      await this.unkept.open(kept);
      this.inform({ unkept: kept.head.game });
    }
    return kept.head.game;
  }

  /** Another tab has changed a game. */
  async overhear(game: string): Promise<void> {
    await (await this.live.get(game))?.session.catchUp();
  }

  /** A game as it stands, whether or not anybody is at it. */
  async find(game: string): Promise<Session> {
    return (await this.live.get(game))?.session ?? this.read(game);
  }

  private async read(game: string): Promise<Session> {
    const inMemory = await this.unkept.read(game);
    const kept = inMemory ?? (await this.store.read(game).catch(() => null));
    if (!kept) throw new Refusal("unknown_game", "There is no such game here.", "unknown_game");
    try {
      return new Session(this.kernel, kept, inMemory ? this.unkept : this.store, this.unkept);
    } catch (problem) {
      console.warn("A kept game cannot be read.", problem);
      const sentence =
        "This browser's copy of the game cannot be read: it is damaged, or of another version of this page.";
      throw new Refusal("unknown_game", sentence, "unreadable");
    }
  }

  /** Carries out a message and answers it. */
  async hear(message: ClientMessage): Promise<void> {
    const reply = message.id ?? null;
    try {
      const answer = await this.handle(message);
      this.tell(answer ? ({ ...answer, reply } as ServerMessage) : { type: "done", reply });
    } catch (problem) {
      if (!(problem instanceof Refusal)) console.error(problem);
      const refusal = problem instanceof Refusal ? problem : FAILED;
      this.refuse(refusal, reply, "game" in message ? (message.game ?? null) : null);
    }
  }

  private refuse({ code, sentence, kind, values }: Refusal, reply: number | null, game: string | null): void {
    const told: ErrorMessage = { type: "error", reply, code, sentence, kind, values: { ...values }, game };
    this.tell(told);
  }

  private async handle(message: ClientMessage): Promise<ServerMessage | void> {
    // Who joins and leaves at once does so in that order, however long it takes to sit down.
    if (message.type === "join") return this.join(message.game, message.seq ?? null);
    if (message.type === "leave") return this.leave(message.game);
    const live = await this.live.get(("game" in message && message.game) || "");
    const at = (): Live => {
      if (!live) throw notJoined();
      return live;
    };
    switch (message.type) {
      case "play":
        return at().session.play(message.ply, message.move);
      case "roll":
        return at().session.roll(message.ply);
      case "undo":
        return at().session.undo(message.ply);
      case "redo":
        return at().session.redo(message.ply);
      case "goto":
        return at().session.goto(message.ply, message.to);
      case "set_seat": {
        const { seat, kind, level = null, name = null } = message;
        return at().session.setSeat(seat, kind, level, name);
      }
      case "stand_in":
        return at().session.standIn(message.seat, message.level ?? null);
      case "resign":
        return at().session.resign(message.seat);
      case "finish":
        return at().session.finish(message.level ?? null);
      case "start":
        return at().session.pause(false);
      case "stop":
        if (message.job !== "play") return void this.asked.delete(message.game ?? "");
        return at().session.pause(true);
      case "explain":
        return explain(at().session, message);
      case "advise":
        return this.advise(at().session, message);
      case "review":
        return this.review(at().session, message);
      default:
        throw NEEDS_SERVER;
    }
  }

  private async join(game: string, seq: number | null): Promise<void> {
    let sitting = this.live.get(game);
    if (!sitting) {
      sitting = this.read(game).then((session) => this.wake(session));
      this.live.set(game, sitting);
      const mine = sitting;
      sitting.catch(() => this.live.get(game) === mine && this.live.delete(game));
    }
    const live = await sitting;
    if (live.session.head.moved) this.inform({ moved: { from: game, to: live.session.head.moved } });
    // Who has everything is told nothing; anybody else everything.
    live.told = snapshot(live.session);
    if (seq !== live.told.seq) this.tell(live.told);
  }

  private async leave(game: string): Promise<void> {
    const sitting = this.live.get(game);
    if (!sitting) throw notJoined();
    this.live.delete(game);
    (await sitting).driver.close();
  }

  private wake(session: Session): Live {
    const { game } = session;
    const driver = new Driver(
      this.kernel,
      session,
      this.pace,
      {
        progress: (ply, seat, progress) => this.tell(thinking(game, ply, seat, { progress })),
        cut: (ply, seat) => this.tell(thinking(game, ply, seat, { is_cut: true })),
        fail: (refusal) => this.refuse(refusal, null, game),
      },
      this.most,
    );
    const live: Live = { session, driver, told: snapshot(session) };
    session.onchange = () => {
      const now = snapshot(session);
      const change = difference(live.told, now);
      live.told = now;
      if (change) this.tell(change);
      if (session.head.moved) this.inform({ moved: { from: game, to: session.head.moved } });
      driver.wake();
    };
    session.onkept = () => this.broadcast(game);
    session.onunkept = () => this.inform({ unkept: game });
    return live;
  }

  /** Takes the place of what was asked before about a game; whether the answer is still wanted. */
  private question(game: string): () => boolean {
    const number = ++this.questions;
    this.asked.set(game, number);
    return () => this.asked.get(game) === number;
  }

  private async review(session: Session, message: ReviewGame): Promise<ServerMessage> {
    const found = await review(this.kernel, session, message, this.question(session.game), this.tell);
    for (const { ply, after } of found.judgments) await session.forecast(ply, after);
    return found;
  }

  private async advise(session: Session, message: Advise): Promise<ServerMessage> {
    const isAsked = this.question(session.game);
    const isWanted = () => isAsked() && session.log.at === message.ply;
    const advice = await advise(this.kernel, session, message, isWanted, this.tell, this.crew());
    await session.forecast(message.ply, advice.wins);
    return advice;
  }
}

/** Why cells may not be covered now, or that they may. */
function explain(session: Session, { ply, cells, die, strike }: Explain): ServerMessage {
  if (ply !== session.log.at) throw new Refusal("stale", "The game has moved on; look again.");
  const { position, ruleset } = session;
  if (position.turn.actor < 0) throw new Refusal("refused", "Nobody is to move now.", "nobody");
  const names = cells.map((cell) => ruleset.cellName(cell)).join(",");
  // With the die asked for, or with any die on the table.
  const dice = die ? [die] : [...new Set(position.dice)].sort();
  const texts = ruleset.hasDice ? dice.map((each) => `${each}${strike ? "*" : ""}:${names}`) : [names];
  let reason = null;
  try {
    for (const text of texts) if ((reason = position.explain(text)) === null) break;
  } catch (problem) {
    throw problem instanceof KernelError ? new Refusal("illegal", problem.message) : problem;
  }
  return {
    type: "explanation",
    reply: null,
    game: session.game,
    ply,
    is_legal: reason === null,
    kind: reason?.kind ?? null,
    clause: reason?.clause ?? null,
    sentence: reason?.sentence ?? null,
    cells: [...(reason?.cells ?? [])],
  };
}

/** What is told while the computer thinks about its own move. */
const thinking = (game: string, ply: number, seat: number, what: Partial<Thinking>): Thinking => ({
  type: "thinking",
  reply: null,
  job: "play",
  game,
  puzzle: null,
  ply,
  seat,
  queued: 0,
  progress: null,
  is_cut: false,
  advice: null,
  text: "",
  ...what,
});
