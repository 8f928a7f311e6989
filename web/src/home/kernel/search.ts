/** A search in the kernel, taken on in slices. */

import {
  KernelError,
  type Advising,
  type Choice,
  type Level,
  type Position,
  type Search,
  type SearchResult,
} from "../kernel";
import { readAdvice, readLine, Reals } from "./advice";
import type { Exports } from "./instance";
import { NativePosition } from "./position";
import type { NativeRuleset } from "./ruleset";

export const MEMORY = 64;

export class NativeSearch implements Search {
  readonly #number: number;
  readonly #generation: number;
  #isOpen = true;

  constructor(
    readonly ruleset: NativeRuleset,
    tuning: unknown,
    network: Uint8Array | null,
    seed: number | bigint,
    readonly memory: number,
  ) {
    const { instance, number } = ruleset;
    const table = new TextEncoder().encode(JSON.stringify(tuning));
    this.#number = instance.ask((kernel) => {
      instance.write(table, network ?? new Uint8Array());
      return kernel.open_search(number, table.length, network?.length ?? 0, BigInt(seed), memory);
    });
    this.#generation = instance.generation;
  }

  begin(position: Position, simulations: number, last = -1, compares = false): void {
    this.#prepare(position);
    this.#ask((kernel, number) => kernel.begin_search(number, simulations, last, compares ? 1 : 0));
  }
  beginChoice(position: Position, level: Level, seed: number | bigint, last = -1): void {
    this.#prepare(position);
    const { simulations, care, taste, blindness } = level;
    this.#ask((kernel, number) =>
      kernel.begin_choice(number, simulations, care, taste, blindness, MEMORY, BigInt(seed), last),
    );
  }
  advance(simulations: number): boolean {
    if (!(simulations >= 1)) throw new KernelError("A search advances by one simulation or more.");
    return this.#ask((kernel, number) => kernel.advance_search(number, simulations)) !== 0;
  }
  get simulations(): number {
    return this.#ask((kernel, number) => kernel.count_simulations(number));
  }
  result(): SearchResult {
    this.#ask((kernel, number) => kernel.tell_result(number));
    return this.#read();
  }
  share(): Float64Array {
    this.#ask((kernel, number) => kernel.tell_share(number));
    return this.ruleset.instance.reals();
  }
  take(share: Float64Array): void {
    const bytes = this.ruleset.instance.write(new Uint8Array(share.buffer, share.byteOffset, share.byteLength));
    this.#ask((kernel, number) => kernel.take_share(number, bytes));
  }
  advice(position: Position, count: number): Advising {
    this.#prepare(position);
    this.#ask((kernel, number) => kernel.tell_advice(number, count));
    return readAdvice(this.ruleset);
  }
  /** For those who ask the kernel about what it has found. */
  tell<T>(question: (kernel: Exports, search: number) => T): T {
    return this.#ask(question);
  }
  choice(): Choice {
    const move = this.#ask((kernel, number) => kernel.tell_choice(number));
    return { move, result: this.ruleset.instance.reals().length ? this.#read() : null };
  }
  clear(): void {
    this.#ask((kernel, number) => kernel.clear_search(number));
  }
  close(): void {
    if (this.#isOpen && this.#generation === this.ruleset.instance.generation)
      this.#ask((kernel, number) => kernel.close_search(number));
    this.#isOpen = false;
  }

  #ask<T>(question: (kernel: Exports, search: number) => T): T {
    if (!this.#isOpen) throw new KernelError("This search is closed.");
    if (this.#generation !== this.ruleset.instance.generation)
      throw new KernelError("The kernel has started afresh and forgot this search; open another.");
    return this.ruleset.instance.ask((kernel) => question(kernel, this.#number));
  }

  #prepare(position: Position): void {
    if (!(position instanceof NativePosition) || position.ruleset !== this.ruleset)
      throw new KernelError(`This search thinks about ${this.ruleset.key}.`);
    if (position.turn.actor < 0) throw new KernelError("Nobody is to move, so there is nothing to think about.");
    this.ruleset.instance.writeState(position.state);
  }

  #read(): SearchResult {
    const { seats, instance } = this.ruleset;
    const reals = new Reals(instance.reals());
    const [simulations, nodes, depth, isExact, count] = reals.take(5) as [number, number, number, number, number];
    const [win, score] = [reals.take(seats), reals.take(seats)];
    const lines = Array.from({ length: count }, () => readLine(reals, seats));
    return { lines, win, score, simulations, nodes, depth, isExact: isExact !== 0 };
  }
}
