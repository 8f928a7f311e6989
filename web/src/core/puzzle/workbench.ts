/** The workbench of a puzzle: what is laid and taken back, checked, hinted at and solved by whoever keeps the puzzle. */

import type { Checked, LaidPiece, PuzzleDetail, Said, Solution } from "../../wire";
import * as puzzle from "./puzzle";
import type { PuzzleState } from "./puzzle";

/** What the workbench needs from outside. */
export interface Surroundings {
  readonly check: (laid: readonly LaidPiece[]) => Promise<Checked>;
  readonly solve: (laid: readonly LaidPiece[], hint: Solution["hint"]) => Promise<Solution>;
  /** Keeps what is laid for the next visit. */
  readonly keep: (laid: readonly LaidPiece[], isShown: boolean) => void;
  /** Was what lies there shown on an earlier visit? */
  readonly wasShown: boolean;
  /** Remembers that the person has solved it. */
  readonly celebrate: () => void;
}

/** What there is to say: a fault the solver met, a verdict, or that a request failed. */
export type Notice = { fault: Said } | { verdict: "impossible" | "not_found" } | { problem: unknown };

/** Everything a view shows. */
export interface Bench {
  readonly puzzle: PuzzleState;
  readonly past: readonly (readonly LaidPiece[])[];
  readonly isBusy: boolean;
  readonly notice: Notice | null;
}

export class Workbench {
  private bench: Bench;

  constructor(
    private readonly detail: PuzzleDetail,
    laid: readonly LaidPiece[],
    private readonly outside: Surroundings,
    /** Hears of every change. */
    private readonly show: (bench: Bench) => void,
  ) {
    const begun = { ...puzzle.beginPuzzle(detail, laid), isShown: outside.wasShown };
    this.bench = { puzzle: begun, past: [], isBusy: false, notice: null };
    this.show(this.bench);
    void this.check();
  }

  get state(): PuzzleState {
    return this.bench.puzzle;
  }

  /** Changes the puzzle; where that lays or takes a piece, it is kept and checked. */
  apply(change: (state: PuzzleState) => PuzzleState): void {
    const before = this.bench.puzzle;
    const next = change(before);
    if (next === before) return;
    const isLaid = next.laid !== before.laid;
    this.set(isLaid ? { puzzle: next, past: [...this.bench.past, before.laid], notice: null } : { puzzle: next });
    if (!isLaid) return;
    this.outside.keep(next.laid, next.isShown);
    void this.check();
  }

  undo(): void {
    const before = this.bench.past.at(-1);
    if (!before) return;
    const past = this.bench.past.slice(0, -1);
    this.apply((state) => puzzle.lay(state, before));
    this.set({ past });
  }

  /** Asks for the next rung of the ladder, each of which says more: where, what, how. */
  async hint(): Promise<void> {
    const now = this.bench.puzzle.hint?.hint ?? null;
    await this.ask(now === null ? "region" : now === "region" ? "piece" : "placement");
  }

  /** Lays a solution that keeps what lies there. */
  solve(): Promise<void> {
    return this.ask(null);
  }

  private async ask(hint: Solution["hint"]): Promise<void> {
    this.set({ isBusy: true, notice: null });
    try {
      await this.take(await this.outside.solve(this.bench.puzzle.laid, hint), hint);
    } catch (problem) {
      this.set({ notice: { problem } });
    } finally {
      this.set({ isBusy: false });
    }
  }

  private async take(answer: Solution, hint: Solution["hint"]): Promise<void> {
    const [fault] = answer.faults;
    if (fault) this.set({ notice: { fault } });
    else if (answer.verdict !== "found") this.set({ notice: { verdict: answer.verdict } });
    // Where there is nowhere in particular to look, the next rung is the first that helps.
    else if (hint === "region" && puzzle.marked(this.state, answer).length === 0) await this.ask("piece");
    else if (hint) this.apply((state) => puzzle.takeHint(state, answer));
    else {
      const isGiven = (piece: LaidPiece) =>
        this.detail.givens.some((given) => String(given.cells) === String(piece.cells));
      const laid = answer.placed.filter((piece) => !isGiven(piece));
      this.apply((state) => puzzle.laySolution(state, laid));
    }
  }

  private async check(): Promise<void> {
    const asked = this.bench.puzzle.laid;
    const answer = await this.outside.check(asked).catch(() => null);
    if (!answer || this.bench.puzzle.laid !== asked) return;
    // To be shown a solution is not to have solved it, not even when one comes back to it.
    const judged = puzzle.takeVerdict(this.bench.puzzle, answer.faults, answer.is_solved);
    this.set({ puzzle: judged });
    if (judged.isSolved && !judged.isShown) this.outside.celebrate();
  }

  private set(change: Partial<Bench>): void {
    this.bench = { ...this.bench, ...change };
    this.show(this.bench);
  }
}
