import { describe, expect, test } from "vitest";
import { defeat, tallies } from "../src/core/table/ending";
import { ribbon } from "../src/core/table/ribbon";
import { parseRoute } from "../src/core/route";
import { atRest } from "../src/core/table/select";
import {
  beginning,
  colorsOf,
  families,
  fullest,
  nextLevel,
  rebuilt,
  requestFor,
  seatWith,
  setUp,
  shuffled,
} from "../src/core/setup";
import { moving, still } from "../src/view/board/scene";
import { DEFAULTS } from "../src/net/memory";
import { moveTo, pick, twistHand } from "../src/core/table/update";
import { smallState } from "./table";
import type { RulesetSummary, SeatView, Snapshot, StepView } from "../src/wire";

const duo: RulesetSummary = {
  name: "duo",
  title: "Duo",
  family: "duo",
  structure: null,
  owners: [0, 1],
  teams: [[0], [1]],
  plan: [],
  strengths: [],
  seats: 2,
  colors: ["black", "white"],
  sheets: 1,
  columns: 14,
  rows: 14,
  levels: 1,
  contact: "corner",
  options: [],
};
const plain = (ruleset: RulesetSummary) => ({ ruleset, options: {} });
const seat = (index: number, color: string): SeatView => ({
  seat: index,
  kind: "here",
  name: "",
  level: 3,
  stand_in: null,
  is_connected: true,
  is_yours: true,
  is_reclaimable: false,
  has_resigned: false,
  person: null,
  colors: [color],
  token: null,
});

test("addresses", () => {
  expect(parseRoute("/", "")).toEqual({ page: "play" });
  expect(parseRoute("/game/abcdefgh", "#secret")).toEqual({ page: "game", game: "abcdefgh", token: "secret" });
  expect(parseRoute("/share", "#text")).toEqual({ page: "share", text: "text" });
  expect(parseRoute("/learn/3d", "")).toEqual({ page: "lesson", name: "3d" });
  expect(parseRoute("/rules/dice", "")).toEqual({ page: "rules", name: "dice" });
  expect(parseRoute("/a/b/c", "")).toEqual({ page: "missing" });
});

describe("setting up", () => {
  const solid = (name: string, structure: string, seats: number, colors: number): RulesetSummary => ({
    ...duo,
    name,
    family: "solid",
    structure,
    seats,
    colors: ["blue", "yellow", "red", "green"].slice(0, colors),
    owners: Array.from({ length: colors }, (_, color) => color % seats),
  });
  const SOLID = [
    solid("a", "tower", 2, 2),
    solid("b", "tower", 2, 4),
    solid("c", "wall", 2, 2),
    solid("d", "wall", 2, 4),
  ];
  test("rulesets fall into families by what the server says, whatever they are called", () => {
    expect(families([duo, ...SOLID]).map((members) => members.map((each) => each.name))).toEqual([
      ["duo"],
      ["a", "b", "c", "d"],
    ]);
  });
  test("another structure keeps the seating", () => {
    expect(rebuilt(SOLID[1]!, "wall", SOLID).name).toBe("d");
    expect(rebuilt({ ...SOLID[1]!, seats: 3 }, "wall", SOLID).name).toBe("c");
  });
  test("all the colors of a family, in any structure or in one", () => {
    expect(fullest(SOLID, null)?.name).toBe("b");
    expect(fullest(SOLID, "wall")?.name).toBe("d");
    expect(fullest([solid("e", "wall", 2, 4), solid("f", "wall", 4, 4)], "wall")?.name).toBe("f");
    expect(fullest([], null)).toBeUndefined();
  });
  test("a seat's colors come from their owners", () => {
    expect(colorsOf(plain(SOLID[1]!), 1)).toEqual(["yellow", "green"]);
    expect(colorsOf(plain({ ...duo, sheets: 2, owners: [null, null] }), 1)).toEqual(["white"]);
  });
  test("an option may give the colors to other seats, and the sentence about the beginning follows", () => {
    const three: RulesetSummary = {
      ...duo,
      seats: 3,
      colors: ["blue", "yellow", "red", "green"],
      owners: [0, 1, 2, null],
      options: [
        { name: "corners", values: ["fixed", "free"], owners: {} },
        { name: "shared", values: ["green", "blue", "red"], owners: { blue: [null, 0, 1, 2], red: [0, 1, null, 2] } },
      ],
    };
    const seats = (options: Record<string, string>) =>
      [0, 1, 2].map((seat) => colorsOf({ ruleset: three, options }, seat).join());
    expect(seats({})).toEqual(["blue", "yellow", "red"]);
    expect(seats({ corners: "free", shared: "green" })).toEqual(["blue", "yellow", "red"]);
    expect(seats({ corners: "free", shared: "blue" })).toEqual(["yellow", "red", "green"]);
    expect(beginning({ ruleset: three, options: { shared: "red" } })).toEqual({
      deed: "move",
      color: "blue",
      shared: null,
    });
    expect(beginning({ ruleset: three, options: { shared: "blue" } })).toEqual({
      deed: "move",
      color: "yellow",
      shared: "blue",
    });
    expect(beginning(plain({ ...duo, sheets: 2, owners: [null, null] }))).toEqual({
      deed: "roll",
      color: "black",
      shared: null,
    });
  });
  test("a random color moves everybody on by as much", () => {
    const { seats } = setUp(SOLID[1]!, 3);
    expect(shuffled(seats, () => 0.2)).toEqual(seats);
    expect(shuffled(seats, () => 0.7).map((each) => each.kind)).toEqual(["computer", "here"]);
  });
  test("whoever beats the computer may take on the next level, until there is none", () => {
    const computer = { ...seat(1, "yellow"), kind: "computer" as const, is_yours: false, level: 2 };
    const won = smallState({ seats: [seat(0, "blue"), computer], winners: [0] }).snapshot;
    expect(nextLevel(won, 6)).toBe(3);
    expect(nextLevel(won, 2)).toBeNull();
    expect(nextLevel({ ...won, winners: [1] }, 6)).toBeNull();
    expect(nextLevel({ ...won, seats: [{ ...seat(0, "blue"), stand_in: 3 }, computer] }, 6)).toBeNull();
  });
  test("a person here against the computer, with the own name", () => {
    const request = requestFor(seatWith(setUp(duo, 3), 1, { level: 5 }), "Ada");
    expect(request.ruleset).toBe("duo");
    expect(request.seats).toMatchObject([
      { kind: "here", name: "Ada" },
      { kind: "computer", level: 5, name: null },
    ]);
    const both = requestFor(seatWith(setUp(duo, 3), 1, { kind: "here" }), "Ada");
    expect(
      both.seats?.map(({ name }) => name),
      "the other person has another name",
    ).toEqual(["Ada", null]);
  });
});

describe("counting", () => {
  test("squares left over, or the book's bonus", () => {
    const state = smallState({ seats: [seat(0, "blue"), seat(1, "yellow")] });
    expect(tallies(state).map((tally) => tally.lines)).toEqual([
      [
        { key: "placed", count: 0 },
        { key: "squares", count: 7 },
      ],
      [
        { key: "placed", count: 0 },
        { key: "squares", count: 7 },
      ],
    ]);
    const [blue] = tallies(
      smallState({
        seats: [seat(0, "blue")],
        supplies: [{ color: "blue", seat: null, pieces: [], is_out: true }],
        color_scores: { blue: 20 },
      }),
    );
    expect(blue!.lines.map((line) => line.key)).toEqual(["all", "single"]);
  });
  test("the best seat stands first", () => {
    const state = smallState({ seats: [seat(0, "blue"), seat(1, "yellow")], ranks: [2, 1] });
    expect(tallies(state).map((tally) => tally.seat)).toEqual([1, 0]);
  });
});

describe("why a game was lost", () => {
  const lay = (ply: number, who: number, count: number): StepView => ({
    ply,
    kind: "move",
    number: ply,
    seat: who,
    color: ["blue", "yellow"][who]!,
    sheet: 0,
    text: "",
    move: 0,
    shape: null,
    cells: Array.from({ length: count }, (_, cell) => 5 * who + cell),
    scores: [0, 0],
    forecast: null,
  });
  const ended = (steps: StepView[], change: Partial<Snapshot> = {}, detail = {}) =>
    smallState(
      { seats: [seat(0, "blue"), seat(1, "yellow")], winners: [1], is_over: true, steps, at: steps.length, ...change },
      detail,
    );
  const out = { out: ["blue", "yellow"] };
  test("whoever has no place left watches the others build on", () => {
    const steps = [lay(1, 0, 1), lay(2, 1, 2), lay(3, 1, 1), lay(4, 1, 1)];
    expect(defeat(ended(steps, out), 0)).toEqual({ key: "later", count: 3, winner: 1 });
  });
  test("the last move of a round is no reason", () => {
    const steps = [lay(1, 0, 1), lay(2, 1, 3)];
    expect(defeat(ended(steps, out), 0)).toEqual({ key: "squares", count: 2, winner: 1 });
  });
  test("with dice, strikes that were spent or squares that stayed empty", () => {
    const placed = { color: 0, shape: "1", placement: 0, cells: [0], number: 1 };
    const sheets = [1, 3].map((count) => ({ cells: [], placed: Array(count).fill(placed) as (typeof placed)[] }));
    const dice = { rows: { "1": 1 }, strikes: 3 };
    const played = { sheets, scores: [60, 40], strikes: [3, 1] };
    expect(defeat(ended([], played, dice), 0)).toEqual({ key: "strikes", count: 1, other: 3, winner: 1 });
    expect(defeat(ended([], { ...played, strikes: [2, 1] }, dice), 0)).toEqual({ key: "empty", count: 20, winner: 1 });
  });
  test("beside the first of those who share a victory", () => {
    const seats = [seat(0, "blue"), seat(1, "yellow"), seat(2, "red")];
    const steps = [lay(1, 0, 1), lay(2, 1, 3), lay(3, 2, 3)];
    expect(defeat(ended(steps, { seats, winners: [1, 2] }), 0)).toEqual({ key: "squares", count: 2, winner: 1 });
  });
  test("nothing where there is nothing to learn", () => {
    const steps = [lay(1, 0, 1), lay(2, 1, 3)];
    expect(defeat(ended(steps), 1)).toBeNull();
    expect(defeat(ended(steps, { winners: [0, 1] }), 0), "a victory one shares").toBeNull();
    const [me, other] = [seat(0, "blue"), seat(1, "yellow")];
    expect(defeat(ended(steps, { seats: [{ ...me, has_resigned: true }, other] }), 0)).toBeNull();
    expect(defeat(ended(steps, { seats: [{ ...me, stand_in: 3 }, other] }), 0)).toBeNull();
  });
});

describe("ribbon", () => {
  const step = (ply: number, forecast: number[] | null): StepView => ({
    ply,
    kind: "move",
    number: ply,
    seat: 0,
    color: "blue",
    sheet: 0,
    text: "a1",
    move: 0,
    shape: "1",
    cells: [0],
    scores: [0, 0],
    forecast,
  });
  const table = (forecasts: (number[] | null)[], change: Partial<Snapshot> = {}) =>
    smallState({
      seats: [seat(0, "blue"), seat(1, "yellow")],
      steps: forecasts.map((forecast, index) => step(index + 1, forecast)),
      at: forecasts.length,
      ...change,
    }).snapshot;
  const even = [0.5, 0.5];
  test("the first forecast fills its step and claims nothing of the steps before it", () => {
    const { bands, covered } = ribbon(table([null, [0.75, 0.25], even, even, null]));
    expect(bands.map((band) => band.path)).toEqual([
      "M1 0L2 0L3 0L4 0L4 0.5L3 0.5L2 0.75L1 0.75Z",
      "M1 0.75L2 0.75L3 0.5L4 0.5L4 1L3 1L2 1L1 1Z",
    ]);
    expect(covered).toEqual([false, true, true, true, false]);
  });
  test("one or two forecasts leave the moves as they are", () => {
    for (const forecasts of [
      [null, [0.1, 0.9], null],
      [[0.5, 0.5], null, [1, 0]],
    ])
      expect(ribbon(table(forecasts))).toEqual({ bands: [], covered: forecasts.map(() => false) });
  });
  test("forecasts of one round belong together, those far apart do not", () => {
    const near = ribbon(table([even, null, even, [1, 0]]));
    expect(near.bands[0]!.path).toBe("M0 0L1 0L3 0L4 0L4 1L3 0.5L1 0.5L0 0.5Z");
    expect(near.covered).toEqual([true, true, true, true]);
    const far = ribbon(table([even, even, even, null, null, null, null, [1, 0]]));
    expect(far.covered).toEqual([true, true, true, false, false, false, false, false]);
  });
  test("a game that is over ends with its result", () => {
    const { bands, covered } = ribbon(
      table(
        [
          [0.5, 0.5],
          [0.5, 0.5],
          [0.9, 0.1],
        ],
        { is_over: true, winners: [1] },
      ),
    );
    expect(bands[1]!.path).toBe("M0 0.5L1 0.5L2 0.5L3 0L3 1L2 1L1 1L0 1Z");
    expect(covered).toEqual([true, true, true]);
    expect(ribbon(table([null, null], { is_over: true, winners: [1] })).bands, "ticks tell more").toEqual([]);
  });
});

test("carrying a piece draws nothing anew but the piece", () => {
  const state = pick(smallState(), "2");
  const [before, after] = [moveTo(state, [1, 1, 0]), moveTo(state, [2, 1, 0])];
  expect(still(after, DEFAULTS)).toBe(still(before, DEFAULTS));
  expect(atRest(after)).toBe(atRest(before));
  expect(moving(after).ghost).not.toEqual(moving(before).ghost);
  expect(atRest(twistHand(after, "clockwise")), "a turned piece shows in the tray").not.toBe(atRest(before));
});
