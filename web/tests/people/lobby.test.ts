import { describe, expect, it, test } from "vitest";
import {
  barOf,
  calling,
  FIRST_WISH,
  gone,
  listed,
  MOST_TERMS,
  seeking,
  tempoName,
  termsOf,
  toggled,
} from "../../src/core/people/lobby";
import type { OwnTable, RulesetSummary, SeekView, TempoView } from "../../src/wire";

const ruleset = (name: string, seats: number): RulesetSummary => ({
  name,
  title: name,
  family: name,
  structure: null,
  owners: [],
  teams: [],
  plan: [],
  strengths: [],
  seats,
  colors: [],
  sheets: 1,
  columns: 14,
  rows: 14,
  levels: 1,
  contact: "corner",
  options: [],
});
const RULESETS = [ruleset("duo", 2), ruleset("classic-4", 4), ruleset("classic-3", 3), ruleset("dice-2", 2)];
const TEMPOS: TempoView[] = [2, 3, 4].flatMap((seats) => [
  { name: "blitz", seats, kind: "fischer" as const, initial: 60_000 * seats, increment: 2_000 },
  { name: "rapid", seats, kind: "fischer" as const, initial: 300_000 * seats, increment: 5_000 },
  { name: "seconds", seats, kind: "move" as const, initial: 30_000, increment: 0 },
  { name: "day", seats, kind: "days" as const, initial: 86_400_000, increment: 0 },
]);

describe("a wish", () => {
  it("becomes terms for every game at every tempo", () => {
    const terms = termsOf({ ...FIRST_WISH, rulesets: ["duo", "classic-4"] }, RULESETS, TEMPOS);
    expect(terms.map((each) => [each.ruleset, each.tempo.initial])).toEqual([
      ["duo", 120_000],
      ["duo", 600_000],
      ["classic-4", 240_000],
      ["classic-4", 1_200_000],
    ]);
    expect(terms.every((each) => each.is_rated && each.on_timeout === "retire")).toBe(true);
  });
  it("names no more terms than a seek may", () => {
    const all = RULESETS.map(({ name }) => name);
    const terms = termsOf({ ...FIRST_WISH, rulesets: [...all, ...all], tempos: ["blitz", "rapid"] }, RULESETS, TEMPOS);
    expect(terms).toHaveLength(MOST_TERMS);
  });
  it("never becomes empty by one tap", () => {
    expect(toggled(["a"], "a")).toEqual(["a"]);
    expect(toggled(["a", "b"], "a")).toEqual(["b"]);
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
  });
  it("may give every move its own time, whatever the number of seats", () => {
    const wish = { ...FIRST_WISH, rulesets: ["duo", "classic-4"], tempos: ["seconds" as const] };
    const terms = termsOf(wish, RULESETS, TEMPOS);
    expect(terms.map(({ tempo }) => tempo)).toEqual(Array(2).fill({ kind: "move", initial: 30_000, increment: 0 }));
    expect(tempoName(TEMPOS, terms[0]!)).toBe("seconds");
  });
  it("knows its tempos by name", () => {
    const [blitz] = termsOf(FIRST_WISH, RULESETS, TEMPOS);
    expect(tempoName(TEMPOS, blitz!)).toBe("blitz");
    expect(tempoName(TEMPOS, { ...blitz!, tempo: { kind: "move", initial: 7_000, increment: 0 } })).toBeNull();
  });
});

describe("the list of offers", () => {
  it("leaves out one's own and shows the newest first", () => {
    const seek = (id: string, made: number) => ({ id, made }) as SeekView;
    expect(listed([seek("a", 1), seek("b", 3), seek("c", 2)], ["c"]).map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

test("whom one has blocked is not only muted", () => {
  const somebody = (id: string) => ({ id, name: id, is_guest: true, is_computer: false });
  const mine = { muted: [somebody("a")], blocked: [somebody("b")] };
  expect(["a", "b", "c", null].map((id) => barOf(mine, id))).toEqual(["mute", "block", null, null]);
  expect(barOf(null, "a")).toBeNull();
});

describe("what goes on elsewhere", () => {
  const table = (game: string, kind: "fischer" | "days", isMine = false): OwnTable => ({
    game,
    terms: {
      ruleset: "duo",
      options: {},
      tempo: { kind, initial: 60_000, increment: 0 },
      is_rated: true,
      is_public: true,
      on_timeout: "retire",
    },
    names: ["Ann", "Bob"],
    levels: [null, null],
    numbers: [null, null],
    moves: 4,
    actor: 0,
    deadline: 1,
    seat: 0,
    is_your_turn: isMine,
    opened: 1,
  });
  const seek = (kind: SeekView["kind"], tempo: "fischer" | "days", isDeclined = false) =>
    ({ kind, terms: [table("", tempo).terms], is_declined: isDeclined }) as unknown as SeekView;

  it("calls back to the live table where it is one's turn, never to the one that is open", () => {
    const tables = [table("days", "days", true), table("theirs", "fischer"), table("mine", "fischer", true)];
    expect(calling(tables, null)?.game).toBe("mine");
    expect(calling(tables, "mine")?.game).toBe("theirs");
    expect(calling(tables.slice(0, 1), null)).toBeNull();
  });
  it("notices the live games that have gone", () => {
    const before = [table("a", "fischer"), table("b", "fischer"), table("c", "days")];
    expect(gone(before, [table("b", "fischer")]).map(({ game }) => game)).toEqual(["a"]);
    expect(gone([], before)).toEqual([]);
  });
  it("tells of a search that may call one away: Play now before other offers", () => {
    const seeks = [seek("open", "days"), seek("challenge", "fischer", true), seek("open", "fischer")];
    expect(seeking({ seeks })?.kind).toBe("open");
    expect(seeking({ seeks: [...seeks, seek("quick", "fischer")] })?.kind).toBe("quick");
    expect(seeking({ seeks: seeks.slice(0, 2) })).toBeNull();
    expect(seeking(null)).toBeNull();
  });
});
