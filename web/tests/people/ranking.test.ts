/** Computers among people in a ranking. */

import { expect, test } from "vitest";
import { mixed } from "../../src/core/people/ranking";
import type { PlaceView } from "../../src/wire";

const place = (rank: number, number: number, uncertainty: number): PlaceView => ({
  rank,
  name: `p${rank}`,
  country: null,
  rating: { number, uncertainty, is_provisional: false, games: 9 },
  moved: null,
  is_you: false,
});
const anchors = [1, 2, 3].map((level) => ({ level, key: `key${level}`, number: 1000 + 200 * level }));
const keys = (isFirst: boolean, isLast: boolean) =>
  mixed([place(5, 1600, 100), place(6, 1500, 150)], anchors, isFirst, isLast).map((row) => row.id);

test("a computer stands where its number is among the cautious bounds", () => {
  expect(keys(true, true)).toEqual(["level 3", "p5", "level 2", "p6", "level 1"]);
});

test("what lies above or below a page belongs to another one", () => {
  expect(keys(false, false)).toEqual(["p5", "level 2", "p6"]);
});

test("without people there are only computers", () => {
  expect(mixed([], anchors, true, true).map((row) => row.id)).toEqual(["level 3", "level 2", "level 1"]);
});
