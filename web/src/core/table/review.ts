/** A game looked back at: whose mistakes are shown, and the better move found before it is told. */

import type { Judgment, StepView } from "../../wire";
import type { State } from "./state";

/** The mistake that is looked at. */
export interface Study {
  readonly ply: number;
  /** hidden: to be found; found or shown: drawn on the board. */
  readonly answer: "hidden" | "found" | "shown";
  /** The cell that was tried in vain last. */
  readonly missed: number | null;
}

export interface Mistake {
  readonly judgment: Judgment;
  readonly step: StepView;
  /** How many steps of the line lead to it. */
  readonly index: number;
}

const isMine = ({ snapshot }: State, seat: number): boolean => snapshot.seats[seat]?.is_yours ?? false;

/** Does the review tell of people at this screen and of others, so that one can choose? */
export const hasOthers = (state: State): boolean =>
  state.snapshot.seats.some((seat) => seat.is_yours) && state.snapshot.seats.some((seat) => !seat.is_yours);

/** The costliest moves in the order they were played: one's own, or everybody's. */
export function mistakes(state: State, everybody = false): readonly Mistake[] {
  const { review, snapshot } = state;
  if (!review) return [];
  const costly = new Set(review.costliest);
  const all = everybody || !hasOthers(state);
  return snapshot.steps.flatMap((step, index) => {
    const judgment = costly.has(step.ply) ? review.judgments.find((each) => each.ply === step.ply) : undefined;
    return judgment && (all || isMine(state, judgment.seat)) ? [{ judgment, step, index }] : [];
  });
}

/** The mistake being studied, while the board shows the position before it. */
export function studied(state: State): { study: Study; step: StepView; judgment: Judgment } | null {
  const { study, looking, snapshot, review } = state;
  const step = looking === null ? undefined : snapshot.steps[looking];
  if (!study || step?.ply !== study.ply) return null;
  const judgment = review?.judgments.find((each) => each.ply === study.ply);
  return judgment ? { study, step, judgment } : null;
}

/** Looks at the position before a mistake, its better move still to be found. */
export function studyMistake(state: State, { step, index }: Mistake): State {
  return {
    ...state,
    looking: index,
    hand: null,
    asked: null,
    why: null,
    sheet: step.sheet,
    study: { ply: step.ply, answer: "hidden", missed: null },
  };
}

/** Tries a square: is it one that the better move covers? In space whatever lies over the square counts. */
export function guess(state: State, cell: number): State {
  const now = studied(state);
  if (!now || now.study.answer !== "hidden" || !now.judgment.better) return state;
  const [x, y] = state.rules.points[cell]!;
  const hits = now.judgment.better.cells.some((each) => {
    const point = state.rules.points[each]!;
    return point[0] === x && point[1] === y;
  });
  return { ...state, study: { ...now.study, answer: hits ? "found" : "hidden", missed: hits ? null : cell } };
}

/** Shows the better move without its being found. */
export const reveal = (state: State): State =>
  state.study ? { ...state, study: { ...state.study, answer: "shown", missed: null } } : state;
