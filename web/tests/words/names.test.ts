/** Who the computers at one table are. */

import { expect, test } from "vitest";
import { learn } from "../../src/core/catalogue.svelte";
import { characterOf } from "../../src/core/cast";
import { clearName, seatName } from "../../src/words/phrases";
import type { SeatView } from "../../src/wire";
import { smallRules, smallSnapshot } from "../table";

const computer = (seat: number, level: number) =>
  ({ seat, kind: "computer", level, name: "", colors: ["blue"], is_yours: false }) as SeatView;

test("computers of one level at one table have different names", () => {
  const { detail } = smallRules();
  learn([{ ...detail, title: "", owners: [0, 1, 2, 3], seats: 4 }]);
  const seats = [computer(0, 2), computer(1, 2), computer(2, 1), computer(3, 2)];
  const snapshot = smallSnapshot(smallRules(), { seats });
  const names = seats.map(({ seat }) => seatName(snapshot, seat));
  expect(names).toEqual(["Momo", "Mika", "Pip", "Mina"]);
  expect(seats.map(({ seat }) => clearName(snapshot, seat))).toEqual(names);
});

test("no two characters share a name", () => {
  const keys = [
    "newcomer",
    "dabbler",
    "learner",
    "casual",
    "regular",
    "keen",
    "seasoned",
    "expert",
    "master",
    "champion",
  ];
  const names = keys.flatMap((key) => [characterOf(key)!.name, ...characterOf(key)!.kin]);
  expect(new Set(names).size).toBe(40);
});
