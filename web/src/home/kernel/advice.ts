/** Advice and reviews as the kernel tells them. */

import {
  KernelError,
  type Advising,
  type Finding,
  type Judged,
  type Line,
  type Position,
  type Reviewing,
} from "../kernel";
import type { Exports, Instance } from "./instance";
import { NativePosition } from "./position";
import type { NativeRuleset } from "./ruleset";
import type { Search } from "../kernel";
import { NativeSearch } from "./search";

/** Real numbers, read one after the other. */
export class Reals {
  #at = 0;
  constructor(private readonly reals: ArrayLike<number>) {}

  get isAtEnd(): boolean {
    return this.#at >= this.reals.length;
  }
  next(): number {
    return this.reals[this.#at++]!;
  }
  take(count: number): number[] {
    return Array.from({ length: count }, () => this.next());
  }
  list(): number[] {
    return this.take(this.next());
  }
}

export function readLine(reals: Reals, seats: number): Line {
  const [move, visits, prior, isDecided, isExact] = reals.take(5) as [number, number, number, number, number];
  const [win, score] = [reals.take(seats), reals.take(seats)];
  return { move, visits, prior, isDecided: isDecided !== 0, isExact: isExact !== 0, win, score };
}

/** The names of kinds, of what is compared with, and of verdicts. */
const NAMES = new WeakMap<Instance, readonly string[][]>();
function namesOf(instance: Instance): readonly string[][] {
  const known = NAMES.get(instance);
  if (known) return known;
  instance.ask((kernel) => kernel.tell_advice_names());
  const names = instance
    .text()
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" "));
  NAMES.set(instance, names);
  return names;
}

function readFindings(reals: Reals, { colors, shapes }: NativeRuleset, names: readonly string[][]): Finding[] {
  return Array.from({ length: reals.next() }, () => {
    const [
      kind = 0,
      against = 0,
      isGood,
      value = 0,
      usual = 0,
      weight = 0,
      color = 0,
      shape = 0,
      die,
      some = 0,
      of = 0,
      near = -1,
    ] = reals.take(12);
    return {
      kind: names[0]![kind]!,
      against: names[1]![against]!,
      isGood: isGood !== 0,
      value,
      usual,
      weight,
      color: colors[color] ?? null,
      shape: shapes[shape] ?? null,
      die: die || null,
      among: of ? [some, of] : null,
      near: near < 0 ? null : near,
      cells: reals.list(),
    };
  });
}

/** What the kernel has just said of a search. */
export function readAdvice(ruleset: NativeRuleset): Advising {
  const told = ruleset.instance.reals().slice();
  const names = namesOf(ruleset.instance);
  const reals = new Reals(told);
  const [confidence, verdict, isHopeless, count] = reals.take(4) as [number, number, number, number];
  const moves = Array.from({ length: count }, () => ({
    ...readLine(reals, ruleset.seats),
    error: reals.next(),
    expected: reals.list(),
    findings: readFindings(reals, ruleset, names),
  }));
  return { moves, confidence, verdict: names[2]![verdict]!, isHopeless: isHopeless !== 0 };
}

export class NativeReview implements Reviewing {
  readonly #number: number;
  readonly #generation: number;
  #isOpen = true;

  constructor(readonly ruleset: NativeRuleset) {
    // The ruleset is read before anything is asked about it.
    void ruleset.number;
    this.#number = ruleset.instance.ask((kernel) => kernel.open_review());
    this.#generation = ruleset.instance.generation;
  }

  add(before: Position, move: number): void {
    this.ruleset.instance.writeState((before as NativePosition).state);
    const { number } = this.ruleset;
    this.#ask((kernel, review) => kernel.add_to_review(review, number, move));
  }
  next(): Position | null {
    if (!this.#ask((kernel, review) => kernel.next_of_review(review))) return null;
    return new NativePosition(this.ruleset, this.ruleset.instance.readState());
  }
  hear(search: Search): void {
    const { number } = this.ruleset;
    void number;
    (search as NativeSearch).tell((kernel, found) => kernel.hear_for_review(this.#number, found));
  }
  get progress(): number {
    return this.#ask((kernel, review) => kernel.progress_of_review(review));
  }
  judged(): Judged[] {
    const { seats, instance } = this.ruleset;
    this.#ask((kernel, review) => kernel.tell_review(review, seats));
    const reals = new Reals(instance.reals());
    const found: Judged[] = [];
    while (!reals.isAtEnd) {
      const [best, cost, points] = reals.take(3) as [number, number, number];
      const [winBefore, winAfter] = [reals.take(seats), reals.take(seats)];
      const [scoreBefore, scoreAfter] = [reals.take(seats), reals.take(seats)];
      found.push({ best, cost, points, winBefore, winAfter, scoreBefore, scoreAfter });
    }
    return found;
  }
  findings(move: number): Finding[] {
    const names = namesOf(this.ruleset.instance);
    this.#ask((kernel, review) => kernel.tell_review_findings(review, move));
    return readFindings(new Reals(this.ruleset.instance.reals()), this.ruleset, names);
  }
  close(): void {
    if (this.#isOpen && this.#generation === this.ruleset.instance.generation)
      this.#ask((kernel, review) => kernel.close_review(review));
    this.#isOpen = false;
  }

  #ask<T>(question: (kernel: Exports, review: number) => T): T {
    if (!this.#isOpen || this.#generation !== this.ruleset.instance.generation)
      throw new KernelError("The kernel has started afresh and forgot this review; begin it again.");
    return this.ruleset.instance.ask((kernel) => question(kernel, this.#number));
  }
}
