/** Own games counted, the near start, and names of colors as printed. */

import { expect, test } from "vitest";
import { begin } from "../../src/core/table/state";
import { counted, resultOf, type OwnResult } from "../../src/core/people/statistics";
import { paint } from "../../src/words/palette.svelte";
import { colorName } from "../../src/words/phrases";
import type { SeatView } from "../../src/wire";
import { smallRules, smallSnapshot } from "../table";

const seat = (index: number, color: string, change: Partial<SeatView> = {}) =>
  ({
    seat: index,
    kind: "here",
    colors: [color],
    is_yours: index === 0,
    stand_in: null,
    level: 3,
    has_resigned: false,
    ...change,
  }) as SeatView;
const over = (seats: SeatView[]) => smallSnapshot(smallRules(), { seats, is_over: true, winners: [0], ranks: [1, 2] });

test("a game counts for the one seat of the person at the screen", () => {
  const computer = seat(1, "yellow", { kind: "computer", level: 4 });
  expect(resultOf(over([seat(0, "blue"), computer]), "small", false)).toMatchObject({
    family: "small",
    color: "blue",
    level: 4,
    rank: 1,
  });
  expect(resultOf(over([seat(0, "blue", { has_resigned: true, stand_in: 3 }), computer]), "small", false)?.rank).toBe(
    2,
  );
  expect(resultOf(over([seat(0, "blue", { stand_in: 3 }), computer]), "small", false)).toBeNull();
  expect(resultOf(over([seat(0, "blue"), seat(1, "yellow", { is_yours: true })]), "small", false)).toBeNull();
});

test("results are counted by any of their parts", () => {
  const won = { family: "duo", rank: 1, color: "black" } as OwnResult;
  const results = [won, { ...won, rank: 2 }, { ...won, family: "dice", color: null }];
  expect(counted(results, ({ family }) => family)).toEqual([
    { key: "duo", played: 2, won: 1 },
    { key: "dice", played: 1, won: 1 },
  ]);
  expect(counted(results, ({ color }) => color)).toEqual([{ key: "black", played: 2, won: 1 }]);
});

test("the own start comes to lie at the bottom", () => {
  const rules = smallRules({ starts: [[24], [0]] });
  const [mine, other] = [seat(0, "blue"), seat(1, "yellow")];
  const turned = (seats: SeatView[]) => begin(rules, smallSnapshot(rules, { seats }), true).turned;
  expect(turned([mine, other]), "the upper corner is turned to the lower edge").toBe(2);
  expect(
    turned([
      { ...mine, is_yours: false },
      { ...other, is_yours: true },
    ]),
  ).toBe(0);
  expect(turned([mine, { ...other, is_yours: true }]), "two at one screen").toBe(0);
});

test("colors are called as they look", () => {
  expect(colorName("black")).toBe("violet");
  paint(true);
  expect([colorName("black"), colorName("blue")]).toEqual(["black", "blue"]);
  paint(false);
});
