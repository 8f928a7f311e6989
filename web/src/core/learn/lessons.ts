/** Interactive rules: each lesson is a real game whose next step waits until the person has done it. */

import { ghost } from "../table/select";
import type { State } from "../table/state";

export interface Step {
  /** The sentence, under `lesson.` in the catalogues. */
  readonly key: LessonKey;
  /** Was it done, since the state in which the step began? The last step waits for nothing. */
  readonly done: ((now: State, then: State) => boolean) | null;
}

export type LessonKey =
  | "start"
  | "turn"
  | "edge"
  | "corner"
  | "fits"
  | "big"
  | "score"
  | "start4"
  | "others"
  | "block"
  | "roll"
  | "row"
  | "sheet"
  | "strike"
  | "scoreDice"
  | "ground"
  | "tip"
  | "face"
  | "high"
  | "scoreSpace";

const moves = (state: State): number =>
  state.snapshot.steps.slice(0, state.snapshot.at).filter((step) => step.kind === "move" && step.seat === 0).length;
const rolls = (state: State): number =>
  state.snapshot.steps.slice(0, state.snapshot.at).filter((step) => step.kind === "roll").length;
const placedMore: Step["done"] = (now, then) => moves(now) > moves(then);
const turned: Step["done"] = (now, then) => now.orientations !== then.orientations && now.hand !== null;

export interface Lesson {
  readonly ruleset: string;
  readonly seats: number;
  readonly steps: readonly Step[];
}

export const LESSONS = {
  duo: {
    ruleset: "duo",
    seats: 2,
    steps: [
      { key: "start", done: placedMore },
      { key: "turn", done: turned },
      { key: "edge", done: (now) => now.why?.kind === "edge" },
      { key: "corner", done: placedMore },
      { key: "fits", done: (now) => now.asked !== null },
      { key: "big", done: (now, then) => moves(now) > moves(then) },
      { key: "score", done: null },
    ],
  },
  classic: {
    ruleset: "classic-4",
    seats: 4,
    steps: [
      { key: "start4", done: placedMore },
      { key: "corner", done: placedMore },
      { key: "others", done: placedMore },
      { key: "block", done: placedMore },
      { key: "score", done: null },
    ],
  },
  dice: {
    ruleset: "dice-2",
    seats: 2,
    steps: [
      { key: "roll", done: (now) => rolls(now) > 0 },
      { key: "row", done: placedMore },
      { key: "sheet", done: placedMore },
      { key: "strike", done: (now) => ghost(now)?.strike === true || (now.snapshot.strikes[0] ?? 0) > 0 },
      { key: "scoreDice", done: null },
    ],
  },
  "3d": {
    ruleset: "3d-tower-2",
    seats: 2,
    steps: [
      { key: "ground", done: placedMore },
      { key: "tip", done: turned },
      { key: "face", done: placedMore },
      { key: "high", done: placedMore },
      { key: "scoreSpace", done: null },
    ],
  },
} as const satisfies Record<string, Lesson>;

/** A family of games that has a lesson. */
export type Taught = keyof typeof LESSONS;
