import { describe, expect, test } from "vitest";
import { ANY, parseWish, question, wishPath } from "../../src/core/archive";

describe("the archive's address", () => {
  test("says what is wished, and nothing else", () => {
    const wish = { ...ANY, person: "Ann & Bob", ladder: "duo-live", computers: "none" };
    expect(wishPath(wish)).toBe("/archive?person=Ann+%26+Bob&ladder=duo-live&computers=none");
    expect(parseWish(wishPath(wish).slice("/archive".length))).toEqual(wish);
    expect(wishPath(ANY)).toBe("/archive");
    expect(parseWish("?nonsense=1")).toEqual(ANY);
  });

  test("becomes a question to the server", () => {
    expect(question({ ...ANY, result: "won" })).toEqual({});
    expect(question({ ...ANY, person: "Ann", result: "won", computers: "none" })).toEqual({
      person: "Ann",
      result: "won",
      computers: "false",
    });
    expect(question({ ...ANY, computers: "4", rated: "false" })).toEqual({ level: "4", rated: "false" });
    const { since, until } = question({ ...ANY, from: "2026-11-18", to: "2026-11-18" });
    expect(Number(since)).toBe(new Date(2026, 10, 18).getTime());
    expect(Number(until) - Number(since)).toBe(86_400_000);
    expect(question({ ...ANY, from: "soon" })).toEqual({});
  });
});
