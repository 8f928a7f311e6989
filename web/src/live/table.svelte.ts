/** A live table: the state, the connection that feeds it, and what a person does there. */

import { cellName } from "../core/board/frame";
import type { Point } from "../core/board/geometry";
import { applyChange, follows } from "../core/table/change";
import { ghost, isMyMove, isOut, placeKey, type Ghost } from "../core/table/select";
import { begin, type State } from "../core/table/state";
import * as update from "../core/table/update";
import { rules } from "../net/api";
import { isHome } from "../home/names";
import { readSettings, rememberGame } from "../net/memory";
import { Refused } from "../net/failure";
import type { Connection, Link, Outgoing } from "../net/connection";
import {
  clearName,
  colorName,
  departure,
  failure,
  moveWords,
  seatName,
  strikeSentence,
  whySentence,
} from "../words/phrases";
import { t } from "../words/index.svelte";
import type { Change, ServerMessage, Snapshot } from "../wire";

type InGame<T> = T extends { game?: string | null } ? Omit<T, "game"> : never;
type InPly<T> = T extends { ply: number } ? Omit<T, "game" | "ply"> : never;

/** How long a piece rests on an illegal place before the page asks why. */
const PATIENCE = 140;

/** How long one waits before asking again for a table that the server cannot open just now; half is left to chance. */
const AGAIN = 3000;
/** Refusals that pass by themselves: the server has too much to do, or its database is away. */
const PASSING: readonly string[] = ["busy", "too_fast", "internal"];

/** What changes when a person does something. */
const ACTS = ["hand", "die", "asked", "looking", "sheet", "candidate"] as const;

export class Table {
  state = $state.raw<State | null>(null);
  link = $state.raw<Link>("connecting");
  /** Why there is no game to show. */
  problem = $state.raw<string | null>(null);
  /** Does the server know of no such game? */
  isGone = $state.raw(false);
  /** A sentence that passes by. */
  notice = $state.raw<string | null>(null);
  /** What a screen reader says next. */
  announcement = $state.raw("");
  /** Called when a piece was laid, with whether it was one's own. */
  onlaid: ((own: boolean) => void) | null = null;
  /** Where a point of the screen lies on the board; set by the board that is shown. */
  locate: ((clientX: number, clientY: number) => Point | null) | null = null;

  /** The newest snapshot, also while the rules it needs are on their way. */
  private latest: Snapshot | null = null;
  private readonly stops: (() => void)[] = [];
  private sat: () => void = () => undefined;
  /** Kept when the server has us at the table; what is asked before that waits. */
  private readonly seated = new Promise<void>((resolve) => (this.sat = resolve));
  /** When the ply that is shown came. */
  private turned = 0;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private playing: Promise<boolean> = Promise.resolve(true);
  private isListed = false;
  private fading: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** The game's name; null while a table that was just set has none. */
    public game: string | null,
    private tokens: readonly string[],
    private connection: Connection,
    /** Is it one of the person's games, to be listed and gone on with? */
    private readonly isKept = true,
  ) {
    this.attach();
  }

  private attach(): void {
    const { connection } = this;
    this.stops.push(
      connection.hear((message) => void this.hear(message)),
      connection.watch((link) => {
        // Trying again is not being back.
        if (link === "connecting" && this.link === "lost") return;
        this.link = link;
        if (link === "open") void this.join();
        else this.apply(update.refuse);
      }),
    );
    if (connection.isOpen) {
      this.link = "open";
      void this.join();
    } else connection.open();
  }

  /** Shows a table before there is a game on it. */
  show(set: State): void {
    this.state ??= set;
  }

  /** The table that is shown has become a game, which is reached by this connection. */
  sit(game: string, tokens: readonly string[], connection: Connection): void {
    this.game = game;
    this.tokens = tokens;
    if (connection === this.connection) {
      if (connection.isOpen) void this.join();
      return;
    }
    for (const stop of this.stops.splice(0)) stop();
    this.connection = connection;
    this.attach();
  }

  /** What makes this browser a player of the game. */
  get secrets(): readonly string[] {
    return this.tokens;
  }

  leave(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.asking);
    clearTimeout(this.again);
    if (this.game !== null) this.connection.ask({ type: "leave", game: this.game }).catch(() => undefined);
  }

  /** Changes the state, and asks why not when the held piece does not fit. */
  apply(change: (state: State) => State): void {
    if (!this.state) return;
    const next = change(this.state);
    if (next === this.state) return;
    const moved = next.hand !== this.state.hand;
    // A sentence about something refused goes when the person goes on.
    if (ACTS.some((key) => next[key] !== this.state![key]) || next.snapshot.ply !== this.state.snapshot.ply)
      this.notice = null;
    const taken = next.hand?.shape !== this.state.hand?.shape || next.die !== this.state.die;
    this.state = next;
    if (moved) this.wonder();
    // What a piece costs is heard when it is taken, before anything confirms it.
    if (taken) this.announcement = strikeSentence(next) ?? this.announcement;
  }

  /** The held piece over the board, if any. */
  get ghost(): Ghost | null {
    return this.state && ghost(this.state);
  }

  /** Plays the held piece where it is; if it does not fit, says why. */
  place(): void {
    const now = this.ghost;
    if (!now || !this.state) return;
    if (now.move !== null) void this.play(now.move);
    else this.wonder(0);
  }

  async play(move: number): Promise<void> {
    if (!this.state || !isMyMove(this.state)) return;
    this.apply((state) => update.markSent(state, move));
    const answer = this.request({ type: "play", move, thought: this.thought() });
    this.playing = answer;
    if (!(await answer)) this.apply(update.refuse);
  }

  roll(): Promise<boolean> {
    return this.request({ type: "roll", thought: this.thought() });
  }

  /** How long this person has seen that it is their turn, in milliseconds; null where nobody counts. */
  private thought(): number | null {
    return this.state?.snapshot.table ? Math.round(performance.now() - this.turned) : null;
  }
  /** Takes the last move back, also one that is still on its way. */
  async undo(): Promise<boolean> {
    await this.playing;
    return this.request({ type: "undo" });
  }
  redo(): Promise<boolean> {
    return this.request({ type: "redo" });
  }
  goto(to: number): Promise<boolean> {
    return this.request({ type: "goto", to });
  }

  /** Asks for advice on the position shown. */
  async advise(seconds: number): Promise<void> {
    this.apply((state) => update.advise(state, null));
    await this.request({ type: "advise", seconds });
    this.apply((state) => update.think(state, "advise", null));
  }

  async lookBack(): Promise<boolean> {
    const isDone = await this.command({ type: "review" });
    this.apply((state) => update.think(state, "review", null));
    return isDone;
  }

  /** A request about the game as it is, whatever the ply. */
  async command(message: InGame<Outgoing>): Promise<boolean> {
    await this.seated;
    return this.send({ ...message, game: this.game } as Outgoing);
  }

  /** A request about the ply that is shown; false when it was refused. */
  async request(message: InPly<Outgoing>): Promise<boolean> {
    if (!this.state) return false;
    const { ply } = this.state.snapshot;
    await this.seated;
    return this.send({ ...message, game: this.game, ply } as Outgoing);
  }

  /** Shows a sentence for a while. */
  tell(sentence: string): void {
    this.notice = sentence;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.notice = null), 5000);
  }

  private async send(message: Outgoing): Promise<boolean> {
    try {
      await this.connection.ask(message);
      return true;
    } catch (problem) {
      if (problem instanceof Refused) {
        // The game has moved on: the newer snapshot says all there is to say.
        if (problem.problem.code !== "stale") this.tell(failure(problem));
      } else this.tell(t("status.lost"));
      return false;
    }
  }

  private async join(): Promise<void> {
    const { game } = this;
    clearTimeout(this.again);
    if (game === null) return;
    try {
      const seq = this.latest?.game === game ? this.latest.seq : null;
      await this.connection.ask({
        type: "join",
        game,
        tokens: [...this.tokens],
        name: readSettings().name || null,
        seq,
      });
      this.problem = null;
      this.sat();
    } catch (problem) {
      if (!(problem instanceof Refused)) return;
      if (PASSING.includes(problem.problem.code)) {
        this.again = setTimeout(() => void this.join(), AGAIN * (0.5 + 0.5 * Math.random()));
        if (this.state) return this.tell(failure(problem));
      }
      // A name that no game can have is one that no game has.
      const { code, kind } = problem.problem;
      this.isGone = ["unknown_game", "malformed"].includes(code);
      this.problem =
        this.isGone && kind !== "unreadable" ? t(isHome(game) ? "missing.home" : "missing.game") : failure(problem);
    }
  }

  private async hear(message: ServerMessage): Promise<void> {
    if ("game" in message && message.game !== this.game) return;
    switch (message.type) {
      case "snapshot":
        return this.receive(message);
      case "change":
        return this.follow(message);
      case "advice":
        if (message.ply === this.state?.snapshot.ply) this.apply((state) => update.advise(state, message));
        return;
      case "review":
        return this.apply((state) => update.review(state, message));
      case "thinking": {
        const { advice } = message;
        this.apply((state) => update.think(state, message.job, message));
        if (advice && advice.ply === this.state?.snapshot.ply) this.apply((state) => update.draft(state, advice));
        return;
      }
      case "explanation":
        // Answers to our own questions are taken where they were asked.
        return;
    }
  }

  /** Takes what is different; when something was missed, asks for it. */
  private async follow(change: Change): Promise<void> {
    const latest = this.latest;
    if (!latest || change.seq < latest.seq) return;
    if (follows(latest, change)) return this.receive(applyChange(latest, change));
    if (change.seq > latest.seq) await this.join();
  }

  private async receive(snapshot: Snapshot): Promise<void> {
    this.latest = snapshot;
    this.keep(snapshot);
    const before = this.state?.snapshot;
    if (before?.ply !== snapshot.ply) this.turned = performance.now();
    if (!this.state) {
      const known = await rules(snapshot.ruleset, snapshot.options);
      // A newer one may have arrived while the atlas did.
      if (!this.state) {
        this.state = begin(known, this.latest, readSettings().near);
        return;
      }
      snapshot = this.latest;
    }
    this.apply((state) => update.think(update.receive(state, snapshot), "play", null));
    if (before) this.announce(before, snapshot);
  }

  /** Lists the game among the person's own; one that is only watched is not theirs. */
  private keep({ game, seats, is_host: isHost }: Snapshot): void {
    if (!this.isKept || this.isListed || !(isHost || seats.some((seat) => seat.is_yours || seat.is_reclaimable)))
      return;
    this.isListed = true;
    rememberGame(game, this.tokens);
  }

  private announce(before: Snapshot, now: Snapshot): void {
    const fresh = now.steps.slice(0, now.at).filter((step) => step.ply > before.ply);
    const said = fresh.map((step) =>
      step.kind === "roll"
        ? t("timeline.roll", { dice: step.text })
        : step.kind === "retire"
          ? departure(now, step.seat)
          : t("live.move", {
              name: `${seatName(now, step.seat)} (${colorName(step.color)})`,
              shape: step.shape ?? "",
              cells: moveWords(step.text),
            }),
    );
    for (const seat of now.seats)
      if (isOut(now, seat) && !seat.has_resigned && !isOut(before, before.seats[seat.seat]!))
        said.push(t("live.blocked", { name: clearName(now, seat.seat) }));
    if (now.is_over && !before.is_over)
      said.push(t("live.over", { winners: now.winners.map((seat) => clearName(now, seat)).join(", ") }));
    if (said.length > 0) this.announcement = said.map((each) => each.replace(/\.$/, "")).join(". ");
    const laid = fresh.findLast((step) => step.kind === "move");
    if (laid) this.onlaid?.(now.seats[laid.seat]?.is_yours ?? false);
  }

  private wonder(patience = PATIENCE): void {
    clearTimeout(this.asking);
    const state = this.state;
    if (!state?.hand) return;
    const now = ghost(state);
    if (!now?.cells || now.move !== null || !isMyMove(state)) return;
    const cells = [...now.cells];
    const place = placeKey(cells);
    if (state.why?.place === place) return;
    this.asking = setTimeout(() => void this.explain(place, cells, now), patience);
  }

  private async explain(place: string, cells: number[], now: Ghost): Promise<void> {
    await this.seated;
    if (!this.state || this.game === null) return;
    const message = {
      type: "explain" as const,
      game: this.game,
      ply: this.state.snapshot.ply,
      cells,
      die: now.die,
      strike: now.strike,
    };
    const answer = await this.connection.ask(message).catch(() => null);
    if (answer?.type !== "explanation" || answer.is_legal || !this.state) return;
    const why = { place, kind: answer.kind ?? "", sentence: answer.sentence ?? "", cells: answer.cells };
    this.apply((state) => update.explain(state, why));
    if (this.state.why?.place === place) {
      const at = this.state.hand?.at;
      const where = at ? cellName(at) : "";
      this.announcement = t("label", {
        name: `${this.state.hand?.shape ?? ""} ${where}`,
        text: whySentence(this.state),
      });
    }
  }
}
