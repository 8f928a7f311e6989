/** Puzzles of the day: the last weeks and a streak. */

import { expect, test } from "vitest";
import { lastDays, streak } from "../../src/core/puzzle/days";

const TODAY = "daily-2026-03-02";

test("the last days end with today, over the edge of a month", () => {
  expect(lastDays(TODAY, 3)).toEqual(["daily-2026-02-28", "daily-2026-03-01", TODAY]);
  expect(lastDays(TODAY)).toHaveLength(28);
});

test("a streak lasts until a day is missed, and today may still be open", () => {
  const solved = (...days: string[]) => new Set(days.map((day) => `daily-2026-${day}`));
  expect(streak(TODAY, solved())).toBe(0);
  expect(streak(TODAY, solved("03-02"))).toBe(1);
  expect(streak(TODAY, solved("03-01", "02-28"))).toBe(2);
  expect(streak(TODAY, solved("03-02", "02-28"))).toBe(1);
});
