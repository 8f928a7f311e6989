/** Solving a puzzle for somebody: a whole solution, or one rung of the ladder region, piece, placement. */

import type { LaidPiece, Solution } from "../../wire";
import { Refusal } from "../play/refusal";
import type { NextPiece, PuzzleBench } from "./bench";

/** Seconds before a search is given up, and between two looks at whether it is still wanted. */
const LIMIT = 60;
const SLICE = 0.08;

export interface Question {
  readonly puzzle: string;
  readonly placed: readonly LaidPiece[];
  readonly hint: Solution["hint"];
}

export interface Listener {
  /** Is the answer still waited for? */
  readonly isWanted: () => boolean;
  /** Hears how much of the work, or of the time, is over. */
  readonly progress: (part: number) => void;
  /** Lets messages come in between two slices. */
  readonly breathe: () => Promise<void>;
  /** The time now, in seconds. */
  readonly now: () => number;
}

/** Asks a bench; remembers the last hint, so that the rungs of a ladder tell of the same piece. */
export class Solving {
  #asked = "";
  #hint: NextPiece | null = null;

  constructor(private readonly bench: PuzzleBench) {}

  async solve(question: Question, listener: Listener): Promise<Solution> {
    const { puzzle, placed, hint } = question;
    const answer: Solution = {
      ...{ type: "solution", reply: null, puzzle, verdict: "found", sentence: "", hint },
      ...{ cells: [], piece: null, placed: [], faults: [] },
    };
    const checked = this.bench.check(puzzle, placed);
    if (checked.faults.length > 0)
      return { ...answer, verdict: "impossible", sentence: checked.faults[0]!.sentence, faults: checked.faults };
    if (checked.is_solved) return { ...answer, sentence: "It is solved.", placed: [...placed] };
    const asked = JSON.stringify([puzzle, placed]);
    if (hint && this.#hint && this.#asked === asked) return { ...answer, ...rung(hint, this.#hint) };
    const verdict = await this.#hunt(question, listener);
    if (verdict !== "found") return { ...answer, verdict };
    if (!hint) return { ...answer, placed: this.bench.solution(puzzle), sentence: "Here is a solution." };
    this.#hint = this.bench.hint(puzzle);
    this.#asked = asked;
    return this.#hint ? { ...answer, ...rung(hint, this.#hint) } : answer;
  }

  async #hunt({ puzzle, placed }: Question, listener: Listener): Promise<Solution["verdict"]> {
    if (!this.bench.begin(puzzle, placed)) return "impossible";
    const begun = listener.now();
    while (true) {
      const found = this.bench.advance(SLICE);
      if (found === "found") return "found";
      const { closed, isImpossible } = this.bench.report();
      const spent = (listener.now() - begun) / LIMIT;
      if (found === "exhausted") return isImpossible ? "impossible" : "not_found";
      if (spent >= 1) return "not_found";
      // Where nobody can tell how much is left, the time is the measure.
      listener.progress(Math.max(closed, spent));
      await listener.breathe();
      if (!listener.isWanted()) throw new Refusal("refused", "It was stopped.", "stopped");
    }
  }
}

/** What one rung tells: where to look, which piece goes there, or how it lies. */
function rung(hint: NonNullable<Solution["hint"]>, { piece, around }: NextPiece): Pick<Solution, "cells" | "piece"> {
  if (hint === "placement") return { cells: piece.cells, piece };
  return { cells: [...around], piece: hint === "piece" ? { ...piece, cells: [] } : null };
}
