import { learn } from "../../src/core/catalogue.svelte";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  abortReason,
  blockedSentence,
  clearName,
  departure,
  gameTitle,
  houseNotes,
  personName,
  puzzleWords,
  refusal,
  said,
  strikeSentence,
  tempoTime,
} from "../../src/words/phrases";
import { certainty, findingSentence, headline } from "../../src/words/finding";
import { percent, speak, t } from "../../src/words/index.svelte";
import { cellName } from "../../src/core/board/frame";
import { endedSentence } from "../../src/view/lobby/ended";
import type { State } from "../../src/core/table/state";
import type { Advice, Candidate, FindingView, SeatView, TableView } from "../../src/wire";
import { smallRules, smallSnapshot } from "../table";

Object.assign(globalThis, { document: { documentElement: {} } });
afterEach(() => speak("en"));

const seat = (number: number, kind: SeatView["kind"], color: string) =>
  ({ seat: number, kind, level: 3, name: "", colors: [color], is_yours: kind === "here" }) as SeatView;

test("several computers of a level are told apart by their color", () => {
  const seats = [seat(0, "here", "blue"), seat(1, "computer", "yellow"), seat(2, "computer", "red")];
  const snapshot = smallSnapshot(smallRules(), { seats });
  expect([0, 1, 2].map((each) => clearName(snapshot, each))).toEqual([
    "You",
    "Computer 3 (yellow)",
    "Computer 3 (red)",
  ]);
  expect(clearName({ ...snapshot, seats: seats.slice(0, 2) }, 1)).toBe("Computer 3");
});

test("whoever left a game resigned or had no time left", async () => {
  const seats = [seat(0, "here", "blue"), { ...seat(1, "person", "yellow"), name: "Bert" }];
  const snapshot = smallSnapshot(smallRules(), { seats, table: { timed_out: [1] } as unknown as TableView });
  expect([0, 1].map((each) => departure(snapshot, each))).toEqual(["You resigned.", "Bert ran out of time."]);
  await speak("de");
  expect([0, 1].map((each) => departure(snapshot, each))).toEqual([
    "Du hast aufgegeben.",
    "Bert hatte keine Zeit mehr.",
  ]);
});

test("an aborted game tells because of whom, and whether time was the reason", () => {
  const seats = [seat(0, "here", "blue"), { ...seat(1, "person", "yellow"), name: "Bert" }];
  const told = (by: number | null, late: number[]) =>
    abortReason(
      smallSnapshot(smallRules(), { seats, table: { timed_out: late, aborted_by: by } as unknown as TableView }),
    );
  expect(told(0, [])).toBe("You aborted it.");
  expect(told(1, [])).toBe("Bert aborted it.");
  expect(told(0, [0])).toBe("You did not make the first move in time.");
  expect(told(1, [1])).toBe("Bert did not make the first move in time.");
  expect(told(null, []), "of games of long ago nobody knows").toBe("");
});

test("a tempo is told in minutes, seconds and days", async () => {
  expect(tempoTime({ kind: "fischer", initial: 180_000, increment: 2_000 })).toBe("3 min + 2 s");
  expect(tempoTime({ kind: "move", initial: 45_000, increment: 0 })).toBe("45 s per move");
  expect(tempoTime({ kind: "days", initial: 3 * 86_400_000, increment: 0 })).toBe("3 days per move");
});

test("games are called by family, structure and players", () => {
  const game = { title: "", structure: null, teams: [], strengths: [], colors: ["blue", "yellow"], owners: [0, 1] };
  const four = { colors: ["blue", "yellow", "red", "green"], owners: [0, 1, 0, 1] };
  learn([
    { ...game, name: "duo", family: "duo", seats: 2 },
    {
      ...game,
      ...four,
      name: "classic-teams",
      family: "classic",
      seats: 4,
      owners: [0, 1, 2, 3],
      teams: [
        [0, 2],
        [1, 3],
      ],
    },
    { ...game, ...four, name: "dice-3", family: "dice", seats: 3, owners: [null, null, null, null] },
    { ...game, ...four, name: "3d-tower-2x4", family: "3d", structure: "tower", seats: 2 },
    { ...game, name: "3d-wall-3", family: "3d", structure: "wall", seats: 3 },
  ]);
  expect(["duo", "classic-teams", "dice-3", "3d-tower-2x4", "3d-wall-3"].map(gameTitle)).toEqual([
    "Duo",
    "Classic · 2 teams",
    "Dice Game · 3 players",
    "3D · Tower · 2 players, 4 colors",
    "3D · Wall · 3 players",
  ]);
});

test("what the server says is told in the reader's language, or as the server wrote it", async () => {
  const over = { code: "refused", kind: "over", sentence: "The game is over.", values: {} };
  const fault = { kind: "edge", sentence: "Two blue pieces share an edge at c4.", values: { color: "blue" } };
  const daily = { name: "daily-2026-11-16", title: "Fill 5×4", text: "There is exactly one solution." };
  const notes = ["House value: where the tower stands on the turntable."];
  const tower = smallRules({ name: "3d-tower-2x4", notes }).detail;
  expect([refusal(over), said("fault", fault)]).toEqual([over.sentence, fault.sentence]);
  expect(houseNotes(tower)).toEqual(["Where the tower stands on the turntable."]);
  await speak("de");
  expect([refusal(over), said("fault", fault)]).toEqual([
    "Die Partie ist zu Ende.",
    "Zwei Teile der Farbe Blau berühren sich an einer Kante.",
  ]);
  expect(puzzleWords("title", daily, { columns: 5, rows: 4, levels: 1 })).toBe("5×4 füllen");
  expect(houseNotes(tower)).toEqual(["Wo der Turm auf dem Drehteller steht."]);
  const stairs = smallRules({ name: "3d-stairs-3", notes: ["a size", "the colors"], colors: ["blue", "red"] }).detail;
  expect(houseNotes({ ...stairs, board: { ...stairs.board, levels: 6 } })).toEqual([
    "Die Größe und die Höhen der Treppe; hier ist die höchste Stufe 6.",
    "Zu zweit mit vier Farben ist die Reihenfolge: Blau, Rot; eine Farbe, die nicht mehr kann, scheidet aus, die andere spielt weiter.",
  ]);
  expect(refusal({ ...over, kind: "", code: "new_one" })).toBe(over.sentence);
});

const told = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/data/findings.json"), "utf8"),
) as readonly (Omit<Partial<FindingView>, "cells" | "near"> & {
  cells?: string[];
  near?: string;
  setting?: "face" | "sheet";
  has_partners?: boolean;
  sentence: string;
})[];

test.each(told)(
  "a finding is told as Python tells it: $sentence",
  ({ setting, sentence, has_partners = true, cells = [], near, ...finding }) => {
    const rules = smallRules();
    const ids = cells.map((name) => rules.points.findIndex((point) => cellName(point, rules.levels) === name));
    const teams = has_partners
      ? [
          [0, 2],
          [1, 3],
        ]
      : [[0], [1]];
    const detail = { ...rules.detail, contact: setting === "face" ? "face" : "corner", teams };
    const state = { rules: { ...rules, detail, hasDice: setting === "sheet" } } as unknown as State;
    expect(
      findingSentence(state, {
        color: null,
        shape: null,
        against: "typical",
        ...finding,
        cells: ids,
        near: near === undefined ? null : ids[cells.indexOf(near)],
        text: "",
      } as FindingView),
    ).toBe(sentence);
  },
);

test("with dice being out has its own reason, and a strike its price", async () => {
  const seats = [seat(0, "here", "blue"), seat(1, "computer", "yellow")];
  const ways = [false, true].flatMap((strike, round) =>
    [1, 6].map((die, index) => ({ die, strike, first: 1000 * (2 * round + index) })),
  );
  const rules = { ...smallRules({ strikes: 3, rows: { "1": ["1", "2"], "6": ["L4"] }, ways }), hasDice: true };
  const state = (used: number) =>
    ({
      rules,
      snapshot: smallSnapshot(rules, { seats, strikes: [used, 0] }),
      hand: null,
      die: null,
    }) as unknown as State;
  expect(blockedSentence(state(3))).toContain("you had no strike left");
  expect(blockedSentence(state(1))).toContain("not even with a strike");
  expect(blockedSentence({ ...state(0), rules: smallRules() })).toContain("None of your pieces fits");
  const [placement] = [rules.find([0])!];
  const legal = [rules.moveId(placement, 6, true)!];
  const held = {
    ...state(2),
    snapshot: smallSnapshot(rules, { seats, strikes: [2, 0], dice: [6], legal }),
    hand: { shape: "1", cells: [], at: null },
  } as unknown as State;
  expect(strikeSentence(held)).toBe("1 is in row 1: with die 6 it costs your last strike.");
  const free = { ...held, snapshot: { ...held.snapshot, dice: [1], legal: [rules.moveId(placement, 1, false)!] } };
  expect(strikeSentence(free)).toBeNull();
  await speak("de");
  expect(strikeSentence(held)).toContain("deinen letzten Strich");
});

test("numbers and people are put as one says them", async () => {
  const likely = { verdict: "likely", is_hopeless: false, candidates: [] } as unknown as Advice;
  expect(certainty({ error: 0.03 } as Candidate)).toBe("± 3%");
  expect(headline(likely, t("advice.you"))).toBe("The first move looks best for you.");
  expect([1, 5].map((count) => t("tray.piece", { shape: "X", count }))).toEqual(["X, 1 square", "X, 5 squares"]);
  expect(t("review.cost", { count: 24 })).toBe("24 percentage points");
  await speak("de");
  expect(certainty({ error: 0.03 } as Candidate)).toBe(`± ${percent(0.03)}`);
  expect(headline(likely, t("advice.you"))).toBe("Der erste Zug sieht für dich am besten aus.");
});

test("whoever was elsewhere learns how a game ended", async () => {
  const own = { ...seat(0, "person", "blue"), is_yours: true, has_resigned: true };
  const seats = [own, { ...seat(1, "person", "yellow"), name: "Guest 12345" }];
  const table = { outcome: "over", timed_out: [0], standings: [{ number: 1500, after: 1421 }, null] };
  const lost = smallSnapshot(smallRules(), { seats, winners: [1], table: table as unknown as TableView });
  const sentence = "Your game with Guest 12345 has ended. You ran out of time. Guest 12345 has won.";
  expect(endedSentence(lost)).toBe(`${sentence} Your rating: 1421 (−79).`);
  const aborted = { outcome: "aborted", timed_out: [], standings: [], aborted_by: 1 } as unknown as TableView;
  expect(endedSentence({ ...lost, winners: [], table: aborted })).toBe(
    "Your game with Guest 12345 was aborted; it has no result. Guest 12345 aborted it.",
  );
  await speak("de");
  expect(endedSentence(lost)).toMatch(/^Deine Partie mit Gast 12345 ist zu Ende\. Deine Zeit ist abgelaufen\. Gast/);
  await speak("en");
});

test("guests have a number in the reader's language, others their name", async () => {
  await speak("fr");
  expect(["Guest 12345", "Guest Star", "Anna"].map(personName)).toEqual(["Invité 12345", "Guest Star", "Anna"]);
  await speak("en");
});
