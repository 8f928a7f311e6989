/** A session at home: a live game whose seats are all here or the computer's, and everything that may be done to it.
 *
 * It promises what the server's sessions promise for such games; tests/contract/ tells both what that is.
 */

import { facesOf } from "./dice";
import { CHANCE, KernelError, NOBODY, type Kernel, type Move, type Position, type Ruleset } from "../kernel";
import { Log, type Entry } from "./log";
import { Refusal } from "./refusal";
import { rulesetOf } from "./ruleset";
import { Conflict, Memory, type Head, type KeptEntry, type KeptGame, type Seat, type Store } from "../store";
import { isOver, ranksOf, summary } from "./summary";

/** The level at which the computer plays a seat now; null where its person does. */
export const computerOf = (seat: Seat): number | null => (seat.kind === "computer" ? seat.level : seat.stand_in);

/** The seat that moves, or throws the dice; NOBODY when the game is over. */
const acting = (position: Position): number =>
  position.turn.actor === CHANCE ? position.starter : position.turn.actor;

/** A step that is about to be kept. */
interface Fresh {
  readonly entry: KeptEntry;
  readonly move: Move | null;
  readonly position: Position;
}

/** How often a change is tried that other tabs get in the way of. */
const ATTEMPTS = 3;

export class Session {
  readonly game: string;
  readonly ruleset: Ruleset;
  readonly log: Log;
  /** What is kept of it beside the log. */
  head: Head;
  /** Called after every change, one's own or another tab's. */
  onchange: () => void = () => undefined;
  /** Called after a change of one's own has been kept. */
  onkept: () => void = () => undefined;
  /** Called when the browser no longer keeps the game, which goes on. */
  onunkept: () => void = () => undefined;
  private work: Promise<unknown> = Promise.resolve();
  /** Lets a game go on that was held still. */
  private release: () => void = () => undefined;

  constructor(
    kernel: Kernel,
    kept: KeptGame,
    private store: Store,
    /** Where it goes on when the browser does not keep it. */
    private readonly spare: Store = new Memory(),
  ) {
    this.game = kept.head.game;
    this.ruleset = rulesetOf(kernel, kept.head.ruleset, kept.head.options);
    this.log = new Log(this.ruleset.start());
    this.head = kept.head;
    this.take(kept);
  }

  private take({ head, entries }: KeptGame): void {
    for (const entry of entries) {
      if (entry.ply >= this.log.nodes.length) this.log.replay(entry);
      if (entry.forecast) this.log.nodes[entry.ply]!.forecast = entry.forecast;
    }
    this.log.go(head.ply);
    this.head = head;
  }

  get seats(): readonly Seat[] {
    return this.head.seats;
  }
  get isPaused(): boolean {
    return this.head.isPaused;
  }
  get position(): Position {
    return this.log.position;
  }

  // ---- what is so -----------------------------------------------------------------------------

  /** Is the game over, by the rules or because all but one have resigned? */
  get isOver(): boolean {
    return isOver(this.position, this.seats);
  }

  /** Ranks per seat; those who resigned come last when that ended the game. */
  get ranks(): readonly number[] {
    return ranksOf(this.position, this.seats);
  }

  /** The seat that acts: the mover, or whoever throws the dice. */
  get actor(): number {
    return this.isOver ? NOBODY : acting(this.position);
  }

  /** May the person at this screen act now? */
  get isMine(): boolean {
    const { actor } = this;
    return actor >= 0 && computerOf(this.seats[actor]!) === null;
  }

  // ---- changes --------------------------------------------------------------------------------

  /** Does one thing after another; where another tab was first, takes in what it did and judges again. */
  private alone<T>(act: () => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          return await act();
        } catch (problem) {
          if (!(problem instanceof Conflict)) throw problem;
          await this.look();
        }
      }
      throw new Refusal("stale", "Another tab has moved; look again.");
    };
    const result = this.work.then(run, run);
    this.work = result.catch(() => undefined);
    return result;
  }

  /** Takes in what other tabs did. */
  catchUp(): Promise<void> {
    return this.alone(() => this.look());
  }

  private async look(): Promise<void> {
    const kept = await this.store.read(this.game, this.log.nodes.length - 1);
    if (!kept || kept.head.seq <= this.head.seq) return;
    this.take(kept);
    this.onchange();
  }

  /** Keeps a change, perhaps with a step, or with what is now known of one; only then is it shown. */
  private async write(
    change: Partial<Head>,
    fresh: Fresh | null = null,
    known: readonly KeptEntry[] = [],
  ): Promise<void> {
    if (this.head.moved) throw new Refusal("stale", "The game goes on at a table of the server.");
    const head = { ...this.head, ...change, seq: this.head.seq + 1 };
    const node = this.log.nodes[head.ply];
    const position = fresh?.position ?? node!.position;
    const moves = fresh ? this.log.node.number + (fresh.move ? 1 : 0) : node!.number;
    const { opened, played } = this.head.summary;
    const kept: Head = {
      ...head,
      summary: { ...summary(head, position, moves), opened, played: fresh ? new Date().toISOString() : played },
    };
    await this.put(kept, fresh ? [fresh.entry] : known);
    if (fresh) this.log.add(fresh.entry, fresh.move, fresh.position);
    for (const { ply, forecast } of fresh ? [fresh.entry] : known)
      if (forecast) this.log.nodes[ply]!.forecast = forecast;
    if (this.log.at !== kept.ply) this.log.go(kept.ply);
    this.head = kept;
    this.onkept();
    this.onchange();
  }

  private async put(head: Head, entries: readonly KeptEntry[]): Promise<void> {
    try {
      await this.store.change(head, entries);
    } catch (problem) {
      if (problem instanceof Conflict) throw problem;
      // The disk is full, or the browser keeps nothing here, or no longer: the game goes on as long as the page does.
      this.store = this.spare;
      await this.store.open({ head: this.head, entries: this.entries });
      await this.store.change(head, entries);
      this.onunkept();
    }
  }

  /** The whole log as it is kept. */
  get entries(): readonly KeptEntry[] {
    return this.log.nodes.slice(1).map(({ entry, forecast }) => (forecast ? { ...entry!, forecast } : entry!));
  }

  private expect(ply: number): void {
    if (ply !== this.log.at)
      throw new Refusal("stale", `The game stands at ply ${this.log.at}, not at ${ply}; look again.`);
  }

  private expectTurn(): void {
    if (this.isOver) throw new Refusal("refused", "The game is over.", "over");
    const seat = this.actor + 1;
    if (this.seats[this.actor]!.kind === "computer")
      throw new Refusal("not_yours", `It is the turn of seat ${seat}, which is not yours.`, "other_turn", { seat });
    if (this.seats[this.actor]!.stand_in !== null)
      throw new Refusal("refused", "The computer plays for you; take your seat back first.", "stands_in");
  }

  /** Makes a person's move, by its id or its text. */
  play(ply: number, move: number | string): Promise<void> {
    return this.alone(async () => {
      this.expect(ply);
      this.expectTurn();
      await this.move(move);
    });
  }

  /** Makes the computer's move, unless the game has moved on or a person took the seat. */
  playComputer(ply: number, move: number, wins: readonly number[] | null): Promise<boolean> {
    return this.alone(async () => {
      if (ply !== this.log.at || this.isPaused || this.actor < 0 || this.isMine) return false;
      await this.move(move, wins);
      return true;
    });
  }

  private async move(move: number | string, forecast: readonly number[] | null = null): Promise<void> {
    if (this.position.turn.actor === CHANCE)
      throw new Refusal("illegal", "The dice must be thrown first.", "throw_first");
    try {
      const parsed = typeof move === "number" ? this.ruleset.move(move) : this.ruleset.parseMove(move);
      await this.append("move", parsed.text, parsed, this.position.play(parsed.id), forecast);
    } catch (problem) {
      if (problem instanceof KernelError) throw new Refusal("illegal", problem.message, "illegal");
      throw problem;
    }
  }

  /** Throws the dice, for a person or for the computer. */
  roll(ply: number, isComputer = false): Promise<void> {
    return this.alone(async () => {
      this.expect(ply);
      if (this.isOver || this.position.turn.actor !== CHANCE)
        throw new Refusal("refused", "There are no dice to throw now.", "no_dice");
      if (!isComputer) this.expectTurn();
      const faces = facesOf(this.head.seed, this.log.node.rolls + 1, this.position.diceToRoll);
      const text = faces.join(" ");
      await this.append("roll", text, null, this.position.roll(text));
    });
  }

  /** Writes an entry; a step made before is gone to instead of written again. */
  private async append(
    kind: Entry["kind"],
    text: string,
    move: Move | null,
    position: Position,
    forecast: readonly number[] | null = null,
  ): Promise<void> {
    const known = this.log.child(text);
    if (known !== undefined) return this.write({ ply: known, isPaused: false });
    const entry = this.log.newEntry(kind, text);
    const fresh = { entry: forecast ? { ...entry, forecast } : entry, move, position };
    await this.write({ ply: entry.ply, isPaused: false }, fresh);
  }

  // ---- back and forth -------------------------------------------------------------------------

  private isDecision(ply: number): boolean {
    const { actor } = this.log.nodes[ply]!.position.turn;
    return actor >= 0 && computerOf(this.seats[actor]!) === null;
  }

  /** The ply of a person's last decision, or the one before where only computers play; undefined without any. */
  get undoTarget(): number | undefined {
    const earlier = [...this.log.back(this.log.at)].slice(1);
    const target = earlier.find((ply) => this.isDecision(ply));
    if (target === undefined && this.seats.every((seat) => computerOf(seat) !== null)) return earlier[0];
    return target;
  }

  undo(ply: number): Promise<void> {
    return this.alone(async () => {
      this.expect(ply);
      const target = this.undoTarget;
      if (target === undefined) throw new Refusal("refused", "There is no move of yours to take back.", "no_undo");
      await this.go(target);
    });
  }

  redo(ply: number): Promise<void> {
    return this.alone(async () => {
      this.expect(ply);
      const later = [...this.log.forward(ply)];
      if (later.length === 0) throw new Refusal("refused", "There is no move to make again.", "no_redo");
      await this.go(later.find((each) => this.isDecision(each)) ?? later.at(-1)!);
    });
  }

  goto(ply: number, to: number): Promise<void> {
    return this.alone(async () => {
      this.expect(ply);
      if (!this.log.nodes[to]) throw new Refusal("refused", `This game has no ply ${to}.`);
      await this.go(to);
    });
  }

  private go(ply: number): Promise<void> {
    // Somebody who looks back wants to look: where the game went on, the computer waits to be started.
    const node = this.log.nodes[ply]!;
    const actor = acting(node.position);
    const isPaused = node.children.length > 0 && actor >= 0 && computerOf(this.seats[actor]!) !== null;
    return this.write({ ply, isPaused });
  }

  /** Lets the computer wait, or go on. */
  pause(isPaused: boolean): Promise<void> {
    return this.alone(() => this.write({ isPaused }));
  }

  // ---- seats ----------------------------------------------------------------------------------

  private seat(number: number): Seat {
    const seat = this.seats[number];
    if (!seat)
      throw new Refusal("refused", `This game has ${this.seats.length} seats; there is no seat ${number + 1}.`);
    return seat;
  }

  private sit(changed: readonly Seat[], isPaused = this.isPaused): Promise<void> {
    const seats = this.seats.map((seat) => changed.find((other) => other.seat === seat.seat) ?? seat);
    return this.write({ seats, isPaused });
  }

  /** Changes who sits on a seat; somebody elsewhere can only sit at a table of the server. */
  setSeat(number: number, kind: string, level: number | null, name: string | null): Promise<void> {
    return this.alone(async () => {
      const seat = this.seat(number);
      if (kind !== "here" && kind !== "computer")
        throw new Refusal("refused", "Somebody elsewhere plays at a table of the server.");
      const changed: Seat = { ...seat, kind, level: level ?? seat.level, name: name ?? seat.name };
      await this.sit([kind === seat.kind ? changed : { ...changed, has_resigned: false, stand_in: null }]);
    });
  }

  /** Lets the computer play at a level for a seat's person, or (null) gives the seat back. */
  standIn(number: number, level: number | null): Promise<void> {
    return this.alone(async () => {
      const seat = this.seat(number);
      if (seat.kind === "computer") throw new Refusal("refused", `Seat ${number + 1} is the computer's own.`);
      await this.sit([{ ...seat, stand_in: level, has_resigned: seat.has_resigned && level !== null }]);
    });
  }

  /** Gives up for a seat; the computer plays on for it where others still play. */
  resign(number: number): Promise<void> {
    return this.alone(async () => {
      const seat = this.seat(number);
      if (seat.kind === "computer") {
        const sentence = `Seat ${number + 1} is not yours to resign for.`;
        throw new Refusal("not_yours", sentence, "not_your_seat", { seat: number + 1 });
      }
      if (this.isOver) throw new Refusal("refused", "The game is over.", "over");
      if (seat.has_resigned || this.position.retired.includes(number))
        throw new Refusal("refused", "You have resigned already.", "resigned");
      await this.sit([{ ...seat, stand_in: seat.level, has_resigned: true }]);
    });
  }

  /** Lets the computer play all one's seats to the end. */
  finish(level: number | null): Promise<void> {
    return this.alone(async () => {
      const mine = this.seats.filter((seat) => computerOf(seat) === null);
      if (mine.length === 0) throw new Refusal("not_yours", "You have no seat the computer could take.", "no_seat");
      await this.sit(
        mine.map((seat) => ({ ...seat, stand_in: level ?? seat.level })),
        false,
      );
    });
  }

  // ---- what the computer thinks, and where the game went --------------------------------------

  /** Remembers what the computer thinks of a ply, and shows it. */
  forecast(ply: number, wins: readonly number[]): Promise<void> {
    return this.alone(async () => {
      const { entry } = this.log.nodes[ply]!;
      if (entry) await this.write({}, null, [{ ...entry, forecast: wins }]);
    });
  }

  /** Holds the game still, so that nothing is played here that is not taken along: whatever is asked waits until the
   * game has left, or stays. */
  hold(): Promise<void> {
    return new Promise((held) => {
      void this.alone(() => {
        held();
        return new Promise<void>((release) => (this.release = release));
      });
    });
  }

  /** Remembers that the game goes on at a table of the server. */
  async leave(moved: NonNullable<Head["moved"]>): Promise<void> {
    try {
      await this.write({ moved, isPaused: true });
    } catch (problem) {
      if (!(problem instanceof Conflict)) throw problem;
      throw new Refusal("stale", "Another tab has moved; look again.");
    } finally {
      this.stay();
    }
  }

  /** Lets a game that was held still go on here. */
  stay(): void {
    this.release();
  }
}
