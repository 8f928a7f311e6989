/** Where the page lies: behind a server, and as plain files in a folder. */

import { afterEach, describe, expect, test, vi } from "vitest";

const AT = "https://school.example/games/corner/";

/** The module as a page at this address has it. */
async function placeOf(address: string, hasServer: boolean) {
  vi.resetModules();
  vi.stubGlobal("document", { baseURI: address, querySelector: () => (hasServer ? {} : null) });
  vi.stubGlobal("location", new URL(address));
  return import("../src/net/place");
}
afterEach(() => vi.unstubAllGlobals());

describe("plain files", () => {
  test("pages follow a # in the one page there is", async () => {
    const { to, linkTo, pageAt } = await placeOf(AT, false);
    expect(to("/learn/duo")).toBe("/games/corner/#/learn/duo");
    expect(linkTo("/share#abc")).toBe(`${AT}#/share#abc`);
    expect(pageAt(new URL(`${AT}#/share#abc`))).toEqual({ path: "/share", hash: "abc" });
    expect(pageAt(new URL(AT))).toEqual({ path: "/", hash: "" });
    expect(pageAt(new URL(`${AT}index.html#/games`))).toEqual({ path: "/games", hash: "" });
  });
  test("what lies beside the folder, or elsewhere, is no page of ours", async () => {
    const { pageAt } = await placeOf(AT, false);
    expect(pageAt(new URL("https://school.example/games/#/learn"))).toBeNull();
    expect(pageAt(new URL("https://other.example/games/corner/"))).toBeNull();
  });
  test("what a server would answer is a file", async () => {
    const { apiAt } = await placeOf(AT, false);
    expect(apiAt("/api/rulesets/classic-3?corners=free&shared=blue")).toBe(
      "/games/corner/api/rulesets/classic-3~corners-free~shared-blue.json",
    );
    expect(apiAt("/api/atlas/abc")).toBe("/games/corner/api/atlas/abc");
  });
});

test("behind a server paths are paths", async () => {
  const { to, apiAt, pageAt } = await placeOf("https://play.example/game/x", true);
  expect(to("/learn/duo")).toBe("/learn/duo");
  expect(apiAt("/api/rulesets/duo?starts=free")).toBe("/api/rulesets/duo?starts=free");
  expect(pageAt(new URL("https://play.example/game/x#secret"))).toEqual({ path: "/game/x", hash: "#secret" });
});
