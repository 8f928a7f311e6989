import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clearName, gameTitle, houseNotes, puzzleWords, refusal, said } from "../src/words/phrases";
import { findingSentence } from "../src/words/finding";
import { speak } from "../src/words/index.svelte";
import { cellName } from "../src/core/board/frame";
import type { State } from "../src/core/state";
import type { FindingView, SeatView } from "../src/wire";
import { smallRules, smallSnapshot } from "./table";

Object.assign(globalThis, { document: { documentElement: {} } });

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

test("games are called by family, structure and players", () => {
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
  expect([refusal(over), said("fault", fault)]).toEqual([over.sentence, fault.sentence]);
  expect(houseNotes("3d-tower-2x4", notes)).toEqual(["Where the tower stands on the turntable."]);
  await speak("de");
  expect([refusal(over), said("fault", fault)]).toEqual([
    "Die Partie ist zu Ende.",
    "Zwei Teile der Farbe Blau berühren sich an einer Kante.",
  ]);
  expect(puzzleWords("title", daily, { columns: 5, rows: 4, levels: 1 })).toBe("5×4 füllen");
  expect(houseNotes("3d-tower-2x4", notes)).toEqual(["Wo der Turm auf dem Drehteller steht."]);
  expect(refusal({ ...over, kind: "", code: "new_one" })).toBe(over.sentence);
  await speak("en");
});

const told = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../tests/data/findings.json"), "utf8"),
) as readonly (Omit<Partial<FindingView>, "cells"> & { cells?: string[]; on_faces: boolean; sentence: string })[];

test.each(told)("a finding is told as Python tells it: $sentence", ({ on_faces, sentence, cells = [], ...finding }) => {
  const rules = smallRules();
  const ids = cells.map((name) => rules.points.findIndex((point) => cellName(point, rules.levels) === name));
  const detail = { ...rules.detail, contact: on_faces ? "face" : "corner" };
  const state = { rules: { ...rules, detail } } as State;
  expect(findingSentence(state, { color: null, shape: null, ...finding, cells: ids, text: "" } as FindingView)).toBe(
    sentence,
  );
});
