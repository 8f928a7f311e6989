import { describe, expect, test } from "vitest";
import { tallies } from "../src/core/ending";
import { hasForecast, ribbon } from "../src/core/ribbon";
import { parseRoute } from "../src/core/route";
import { atRest } from "../src/core/select";
import { familyOf, modeOf, requestFor, seatWith, setUp, structureOf } from "../src/core/setup";
import { moving, still } from "../src/view/board/scene";
import { DEFAULTS } from "../src/net/memory";
import { moveTo, pick, twistHand } from "../src/core/update";
import { smallState } from "./table";
import type { RulesetSummary, SeatView, StepView } from "../src/wire";

const duo: RulesetSummary = {
  name: "duo",
  title: "Duo",
  seats: 2,
  colors: ["black", "white"],
  sheets: 1,
  columns: 14,
  rows: 14,
  levels: 1,
  contact: "corner",
  options: [],
};
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
  expect(parseRoute("/a/b/c", "")).toEqual({ page: "missing" });
});

describe("setting up", () => {
  test("names of rulesets fall into cards, structures and modes", () => {
    expect([familyOf("3d-tower-2x4"), structureOf("3d-tower-2x4"), modeOf("3d-tower-2x4")]).toEqual([
      "3d",
      "tower",
      "2x4",
    ]);
    expect([familyOf("classic-teams"), structureOf("classic-teams"), modeOf("classic-teams")]).toEqual([
      "classic",
      null,
      "classic-teams",
    ]);
  });
  test("a person here against the computer, with the own name", () => {
    const request = requestFor(seatWith(setUp(duo, 3), 1, { level: 5 }), "Ada");
    expect(request.ruleset).toBe("duo");
    expect(request.seats).toMatchObject([
      { kind: "here", name: "Ada" },
      { kind: "computer", level: 5, name: null },
    ]);
  });
});

describe("counting", () => {
  test("squares left over, or the book's bonus", () => {
    const state = smallState({ seats: [seat(0, "blue"), seat(1, "yellow")] });
    expect(tallies(state).map((tally) => tally.lines)).toEqual([
      [{ key: "squares", count: 7 }],
      [{ key: "squares", count: 7 }],
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
  test("bands fill the height and go on where nothing is known", () => {
    const state = smallState({
      seats: [seat(0, "blue"), seat(1, "yellow")],
      steps: [step(1, [0.75, 0.25]), step(2, null)],
      at: 2,
    });
    expect(hasForecast(state.snapshot)).toBe(true);
    expect(ribbon(state.snapshot).map((band) => band.path)).toEqual([
      "M0 0L1 0L2 0L2 0.75L1 0.75L0 0.5Z",
      "M0 0.5L1 0.75L2 0.75L2 1L1 1L0 1Z",
    ]);
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
