import { describe, expect, it } from "vitest";
import { face, graceAt, isLow, leftAt, Moment, pace } from "../../src/core/table/clock";
import type { TableView, Tempo } from "../../src/wire";

const WORDS = { days: "d", hours: "h" };
const BLITZ: Tempo = { kind: "fischer", initial: 180_000, increment: 2_000 };

function table(change: Partial<TableView> = {}): TableView {
  return {
    terms: { ruleset: "duo", options: {}, tempo: BLITZ, is_rated: true, is_public: true, on_timeout: "retire" },
    outcome: "playing",
    left: [60_000, 90_000],
    running: 0,
    since: 1_000_000,
    is_grace: false,
    deadline: 1_061_000,
    may_abort: false,
    may_take_back: false,
    offers: [],
    next: null,
    standings: [null, null],
    timed_out: [],
    aborted_by: null,
    ...change,
  };
}

describe("clocks", () => {
  it("run for the seat to act only", () => {
    expect(leftAt(table(), 0, 1_010_000)).toBe(50_000);
    expect(leftAt(table(), 1, 1_010_000)).toBe(90_000);
    expect(leftAt(table(), 0, 2_000_000)).toBe(0);
    expect(leftAt(table(), 0, 900_000)).toBe(60_000);
    expect(leftAt(table({ outcome: "over" }), 0, 1_010_000)).toBe(60_000);
  });
  it("do not run in a first turn, which has a time of its own", () => {
    const first = table({ is_grace: true, deadline: 1_045_000 });
    expect(leftAt(first, 0, 1_030_000)).toBe(60_000);
    expect(graceAt(first, 0, 1_030_000)).toBe(15_000);
    expect(graceAt(first, 1, 1_030_000)).toBeNull();
    expect(graceAt(table(), 0, 1_030_000)).toBeNull();
  });
  it("show tenths at the end and days at the beginning", () => {
    expect(face(0, WORDS)).toBe("0.0");
    expect(face(9_460, WORDS)).toBe("9.4");
    expect(face(10_000, WORDS)).toBe("0:10");
    expect(face(187_000, WORDS)).toBe("3:07");
    expect(face(186_001, WORDS)).toBe("3:07");
    expect(face(3_750_000, WORDS)).toBe("1:02:30");
    expect(face(2 * 86_400_000 + 4 * 3_600_000, WORDS)).toBe("2 d 4 h");
  });
  it("are drawn as often as they change", () => {
    expect([pace(5_000), pace(50_000), pace(100_000_000)]).toEqual([100, 1000, 60_000]);
  });
  it("say when little is left", () => {
    expect(isLow(BLITZ, 19_000)).toBe(true);
    expect(isLow(BLITZ, 21_000)).toBe(false);
    expect(isLow({ kind: "move", initial: 30_000, increment: 0 }, 7_000)).toBe(false);
    expect(isLow({ kind: "days", initial: 86_400_000, increment: 0 }, 3_600_000)).toBe(true);
  });
});

describe("the server's moment", () => {
  it("is told best by the quickest answer", () => {
    const moment = new Moment();
    expect(moment.at(5)).toBe(5);
    moment.learn(1_000, 1_100, 9_050);
    expect(moment.at(1_100)).toBe(9_100);
    moment.learn(2_000, 4_000, 12_900);
    expect(moment.at(2_000)).toBe(10_000);
    moment.learn(3_000, 3_020, 11_011);
    expect(moment.at(3_010)).toBe(11_011);
  });
});
