/** Looking back: whose mistakes, the better move found or shown, and how seats stood. */

import { describe, expect, test } from "vitest";
import { guess, hasOthers, mistakes, reveal, studied, studyMistake } from "../src/core/table/review";
import { betterMove, freshSteps } from "../src/core/table/select";
import { standing } from "../src/core/table/standing";
import type { State } from "../src/core/table/state";
import { look } from "../src/core/table/update";
import type { Judgment, SeatView, StepView } from "../src/wire";
import { smallState } from "./table";

const seat = (index: number, color: string, isMine: boolean) =>
  ({ seat: index, kind: isMine ? "here" : "link", colors: [color], is_yours: isMine, stand_in: null }) as SeatView;
const step = (ply: number, by: number, cells: number[], scores: number[]): StepView => ({
  ply,
  kind: "move",
  number: ply,
  seat: by,
  color: ["blue", "yellow"][by]!,
  sheet: 0,
  text: "",
  move: 0,
  shape: "1",
  cells,
  scores,
  forecast: null,
});
const judged = (ply: number, by: number, cost: number): Judgment => ({
  ply,
  seat: by,
  before: [0.5, 0.5],
  after: [0.5, 0.5],
  cost,
  points: 0,
  better: { cells: [6, 7], shape: "2", text: "" } as unknown as Judgment["better"],
});

const state: State = {
  ...smallState({
    seats: [seat(0, "blue", true), seat(1, "yellow", false)],
    steps: [step(1, 0, [0], [-6, -7]), step(2, 1, [24], [-6, -6]), step(3, 0, [6], [-5, -6])],
    at: 3,
    scores: [-5, -6],
  }),
  review: {
    type: "review",
    reply: 0,
    game: "game0001",
    judgments: [judged(1, 0, 0.2), judged(2, 1, 0.1), judged(3, 0, 0)],
    costliest: [1, 2],
  },
};

describe("mistakes", () => {
  test("are one's own unless everybody's are wanted", () => {
    expect(hasOthers(state)).toBe(true);
    expect(mistakes(state).map(({ step }) => step.ply)).toEqual([1]);
    expect(mistakes(state, true).map(({ step }) => step.ply)).toEqual([1, 2]);
  });
  test("hide the better move until it is found", () => {
    const now = studyMistake(state, mistakes(state)[0]!);
    expect([now.looking, betterMove(now)]).toEqual([0, null]);
    const missed = guess(now, 20);
    expect([studied(missed)?.study, betterMove(missed)]).toEqual([{ ply: 1, answer: "hidden", missed: 20 }, null]);
    expect(betterMove(guess(missed, 7))).toMatchObject({ cells: [6, 7], played: [0], color: "blue" });
    expect(betterMove(reveal(missed))).toMatchObject({ cells: [6, 7] });
    expect(betterMove(look(reveal(missed), 2)), "elsewhere it is not drawn").toBeNull();
  });
});

describe("standing", () => {
  const [blue, yellow] = state.snapshot.seats as [SeatView, SeatView];
  test("follows the position that is looked at", () => {
    const then = look(state, 1);
    expect(standing(then, blue)).toMatchObject({ score: -6, placed: 1, isActive: false });
    expect(standing(then, yellow)).toMatchObject({ score: -7, placed: 0, isActive: true });
    expect(standing(look(state, 0), blue).score).toBe(-7);
  });
  test("counts the pieces that were left", () => {
    const left = standing(state, blue).left;
    expect([1, 0].map((steps) => standing(look(state, steps), blue).left)).toEqual([left + 1, left + 2]);
  });
});

describe("fresh moves", () => {
  const plies = (mine: readonly number[], movers: readonly number[]) =>
    freshSteps(
      smallState({
        seats: [0, 1, 2].map((index) => seat(index, "blue", mine.includes(index))),
        steps: movers
          .map((by, index) => step(index + 1, by % 2, [index], [0, 0]))
          .map((each, index) => ({
            ...each,
            seat: movers[index]!,
          })),
        at: movers.length,
      }),
    ).map(({ ply }) => ply);

  test("are all since one's own last", () => expect(plies([0], [0, 1, 2])).toEqual([2, 3]));
  test("are all before one's first", () => expect(plies([2], [0, 1])).toEqual([1, 2]));
  test("are the last where one plays every seat", () => expect(plies([0, 1, 2], [0, 1])).toEqual([2]));
  test("are the last where one only watches", () => expect(plies([], [0, 1])).toEqual([2]));
});
