/** A position: bytes that this side owns, and questions that the kernel answers about them. */

import { KernelError, NOBODY, type Placed, type Position, type Reason, type Turn } from "../kernel";
import type { Exports } from "./instance";
import type { NativeRuleset } from "./ruleset";

/** What most views of a position ask for, answered at once. */
interface Look {
  readonly turn: Turn;
  readonly ply: number;
  readonly out: number;
  readonly round: number;
  readonly starter: number;
  readonly diceToRoll: number;
  readonly scores: readonly number[];
  readonly colorScores: readonly number[];
  readonly ranks: readonly number[];
  readonly retired: readonly number[];
  readonly dice: readonly number[];
  readonly strikes: readonly number[];
  readonly markers: readonly number[];
  readonly supplies: readonly number[];
}

const ROLL = 'A roll is written as dice 1 to 6 with spaces between, such as "3 3 6 1".';

export class NativePosition implements Position {
  #look: Look | null = null;

  constructor(
    readonly ruleset: NativeRuleset,
    readonly state: Uint8Array,
  ) {}

  get text(): string {
    this.#ask((kernel, number) => kernel.write_position(number));
    return `${this.ruleset.key}.${this.ruleset.instance.text()}`;
  }
  get turn(): Turn {
    return this.#seen.turn;
  }
  get ply(): number {
    return this.#seen.ply;
  }
  get isOver(): boolean {
    return this.#seen.turn.actor === NOBODY;
  }

  get legalIds(): Int32Array {
    return this.#numbers((kernel, number) => kernel.list_legal(number));
  }
  isLegal(move: number): boolean {
    this.ruleset.checkMove(move);
    return this.#ask((kernel, number) => kernel.is_legal(number, move)) !== 0;
  }
  play(move: number | string): Position {
    const id = typeof move === "string" ? this.ruleset.parseMove(move).id : move;
    this.ruleset.checkMove(id);
    if (!this.#ask((kernel, number) => kernel.play(number, id))) throw new KernelError(this.#reason().sentence);
    return this.#next();
  }
  explain(move: number | string): Reason | null {
    const { instance } = this.ruleset;
    if (typeof move === "number") this.ruleset.checkMove(move);
    const refused = this.#ask((kernel, number) =>
      typeof move === "string" ? kernel.explain_text(number, instance.writeText(move)) : kernel.explain(number, move),
    );
    return refused ? this.#reason() : null;
  }

  get diceToRoll(): number {
    return this.#seen.diceToRoll;
  }
  roll(dice: readonly number[] | string): Position {
    if (typeof dice === "string" && !/^ *([1-6]( +|$))*$/.test(dice)) throw new KernelError(ROLL);
    const faces = typeof dice === "string" ? (dice.match(/[1-6]/g) ?? []).map(Number) : dice;
    if (faces.some((face) => !Number.isInteger(face) || face < 0 || face > 127)) throw new KernelError(ROLL);
    const done = this.#ask((kernel, number) => {
      return kernel.roll(number, this.ruleset.instance.write(Uint8Array.from(faces)));
    });
    if (!done) throw new KernelError(this.ruleset.instance.text());
    return this.#next();
  }
  retire(seat: number): Position {
    if (!Number.isInteger(seat)) throw new KernelError("A seat is a whole number.");
    if (!this.#ask((kernel, number) => kernel.retire(number, seat)))
      throw new KernelError(this.ruleset.instance.text());
    return this.#next();
  }
  get retired(): readonly number[] {
    return this.#seen.retired;
  }

  get scores(): readonly number[] {
    return this.#seen.scores;
  }
  get colorScores(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#seen.colorScores.map((score, color) => [this.ruleset.colors[color]!, score]));
  }
  get ranks(): readonly number[] {
    return this.#seen.ranks;
  }
  get winners(): readonly number[] {
    return this.isOver ? this.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) : [];
  }
  get out(): readonly (string | number)[] {
    const { hasDice, colors } = this.ruleset;
    return bits(this.#seen.out).map((number) => (hasDice ? number : colors[number]!));
  }
  supply(owner: string | number): readonly string[] {
    const number = typeof owner === "string" ? this.ruleset.colorNumber(owner) : owner;
    if ((typeof owner === "string") === this.ruleset.hasDice || this.#seen.supplies[number] === undefined)
      throw new KernelError(
        `Every ${this.ruleset.hasDice ? "seat" : "color"} of this game has a supply, not ${owner}.`,
      );
    return this.#shapes(this.#seen.supplies[number]);
  }
  placesLeft(color: string, sheet = 0): Readonly<Record<string, number>> {
    const counts = this.#numbers((kernel, number) => kernel.count_places(number, this.#lane(color, sheet)));
    const supply = this.supply(this.ruleset.hasDice ? sheet : color);
    return Object.fromEntries(supply.map((shape) => [shape, counts[this.ruleset.shapes.indexOf(shape)]!]));
  }
  get placed(): readonly Placed[] {
    const { atlas, shapes } = this.ruleset;
    const numbers = this.#numbers((kernel, number) => kernel.list_placed(number));
    const found: Placed[] = [];
    for (let at = 0; at < numbers.length; at += 3) {
      const [sheet, color, placement] = numbers.subarray(at, at + 3) as unknown as [number, number, number];
      const row = atlas.cells.subarray(placement * atlas.width, (placement + 1) * atlas.width);
      const cells = [...row].filter((cell) => cell >= 0);
      found.push({ sheet, color, shape: shapes[atlas.shapes[placement]!]!, placement, cells });
    }
    return found;
  }
  cellColors(sheet = 0): Int8Array {
    this.#checkSheet(sheet);
    return Int8Array.from(this.#numbers((kernel, number) => kernel.color_cells(number, sheet)));
  }
  targets(color: string, sheet = 0): Int32Array {
    return this.#numbers((kernel, number) => kernel.list_targets(number, this.#lane(color, sheet)));
  }

  get dice(): readonly number[] {
    return this.#seen.dice;
  }
  get strikes(): readonly number[] {
    return this.#seen.strikes;
  }
  get markers(): readonly string[] {
    return this.#seen.markers.map((color) => this.ruleset.colors[color]!);
  }
  get round(): number {
    return this.#seen.round;
  }
  get starter(): number {
    return this.#seen.starter;
  }

  equals(other: Position): boolean {
    if (!(other instanceof NativePosition) || other.ruleset.key !== this.ruleset.key) return false;
    return this.state.every((byte, at) => byte === other.state[at]);
  }
  perft(depth: number): bigint {
    if (!Number.isInteger(depth) || depth < 0) throw new KernelError(`A depth is 0 or more, not ${depth}.`);
    return BigInt.asUintN(
      64,
      this.#ask((kernel, number) => kernel.perft(number, depth)),
    );
  }
  /** Plays random games to the end: the pieces placed, and a checksum of the final states. */
  playRandomly(games: number, seed: number): { pieces: number; checksum: bigint } {
    const checksum = BigInt.asUintN(
      64,
      this.#ask((kernel, number) => kernel.play_games(number, games, BigInt(seed))),
    );
    return { pieces: this.ruleset.instance.numbers()[0]!, checksum };
  }

  get #seen(): Look {
    return (this.#look ??= this.#read());
  }

  #ask<T>(question: (kernel: Exports, ruleset: number) => T): T {
    const { instance, number } = this.ruleset;
    instance.writeState(this.state);
    return instance.ask((kernel) => question(kernel, number));
  }
  #numbers(question: (kernel: Exports, ruleset: number) => void): Int32Array {
    this.#ask(question);
    return this.ruleset.instance.numbers();
  }
  #next(): NativePosition {
    return new NativePosition(this.ruleset, this.ruleset.instance.readState());
  }
  #reason(): Reason {
    const { instance } = this.ruleset;
    const [kind = "", clause = "", ...rest] = instance.text().split("\n");
    return { kind, clause, sentence: rest.join("\n"), cells: [...instance.numbers()] };
  }
  #shapes(mask: number): readonly string[] {
    return bits(mask).map((shape) => this.ruleset.shapes[shape]!);
  }
  #checkSheet(sheet: number): void {
    if (!Number.isInteger(sheet) || sheet < 0 || sheet >= this.ruleset.sheets)
      throw new KernelError(`There is no sheet ${sheet} in this game.`);
  }
  #lane(color: string, sheet: number): number {
    this.#checkSheet(sheet);
    return sheet * this.ruleset.colors.length + this.ruleset.colorNumber(color);
  }

  #read(): Look {
    const numbers = this.#numbers((kernel, number) => kernel.look(number));
    let at = 0;
    const next = () => numbers[at++]!;
    const list = () => Array.from({ length: next() }, next);
    const [actor, color, sheet, shapes] = [next(), next(), next(), next()];
    return {
      turn: { actor, color: color < 0 ? null : this.ruleset.colors[color]!, sheet, shapes: this.#shapes(shapes) },
      ply: next(),
      out: next(),
      round: next(),
      starter: next(),
      diceToRoll: next(),
      scores: list(),
      colorScores: list(),
      ranks: list(),
      retired: list(),
      dice: list(),
      strikes: list(),
      markers: list(),
      supplies: list(),
    };
  }
}

/** The numbers of the bits that are set, ascending. */
const bits = (mask: number): number[] =>
  Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (mask >>> bit) & 1);
