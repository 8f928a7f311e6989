import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import deFindings from "../../../src/cornerwise/advice/words/de.json";
import enFindings from "../../../src/cornerwise/advice/words/en.json";
import esFindings from "../../../src/cornerwise/advice/words/es.json";
import frFindings from "../../../src/cornerwise/advice/words/fr.json";
import dePage from "../../src/words/de.json";
import enPage from "../../src/words/en.json";
import esPage from "../../src/words/es.json";
import frPage from "../../src/words/fr.json";
import { held } from "../../src/words/index.svelte";

const en: Record<string, string> = { ...enPage, ...enFindings };
const fr = { ...frPage, ...frFindings };
const CATALOGUES: Record<string, Record<string, string>> = {
  de: { ...dePage, ...deFindings },
  es: { ...esPage, ...esFindings },
  fr,
};
const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();

describe.each(Object.keys(CATALOGUES))("%s", (language) => {
  const words = CATALOGUES[language]!;
  test("says everything English says, with the same gaps", () => {
    // What the server says in English (puzzles, rules, refusals) has no second copy in the English catalogue.
    const own = Object.keys(words).filter((key) => key in en || !/^(refusal|rule|fault|note|puzzle)[.]/.test(key));
    expect(own.sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(words).sort()).toEqual(Object.keys(fr).sort());
    for (const [key, text] of Object.entries(en)) expect([key, gaps(words[key]!)]).toEqual([key, gaps(text)]);
  });
  test("says everything once", () => {
    for (const folder of ["../../src/words", "../../../src/cornerwise/advice/words"]) {
      const text = readFileSync(join(import.meta.dirname, folder, `${language}.json`), "utf8");
      const keys = Array.from(text.matchAll(/^  "([^"]+)":/gm), ([, key]) => key!);
      expect(keys.length).toBeGreaterThan(100);
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    }
  });
  test("is a translation", () => {
    const same = Object.entries(en).filter(([key, text]) => text.length > 24 && words[key] === text);
    expect(same).toEqual([]);
  });
});

const folder = join(import.meta.dirname, "../../src");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");

test("no source looks behind in a pattern: Safari before 16.4 would not read the page at all", () => {
  expect(sources.match(/\(\?<[=!].*/g)).toBeNull();
});

test("every sentence is used somewhere", () => {
  const whole = new Set(Array.from(sources.matchAll(/["']([\w.]+)["']/g), ([, key]) => key!));
  const begun = new Set(Array.from(sources.matchAll(/([\w.]+)\.\$\{/g), ([, start]) => start!));
  const unused = Object.keys(en).filter((key) => {
    if (key.startsWith("refusal.")) return false; // the server names them
    const stem = key.replace(/\.(one|other)$/, "");
    // Keys made at run time end in a part that is filled in: `why.${kind}`, `game.${family}.text`.
    const parts = stem.split(".");
    const made = parts.map((_, at) => parts.slice(0, at).join(".")).slice(1);
    return !whole.has(stem) && !made.some((start) => begun.has(start));
  });
  expect(unused).toEqual([]);
});

test("a tip that speaks of the other player has a form for several", () => {
  const tips = Object.keys(en).filter((key) => key.startsWith("tip.") && en[key]!.includes("the other player"));
  expect(tips.length).toBeGreaterThan(0);
  for (const tip of tips) expect(en[`${tip}.many`]).not.toMatch(/the other player|^$/);
});

test("no line begins with the mark that ends a sentence, and French holds every mark to its word", () => {
  const shown = held(fr);
  expect(shown["seat.change"]).toBe("Qui joue ici\u00a0?");
  const loose = Object.entries(shown).filter(([, text]) => / [?!:;»]|« |[^\s\d}/][?!;»]|[^\s}][:](?!\/)/.test(text));
  expect(loose).toEqual([]);
});

test("French and Spanish put no space before an ellipsis", () => {
  for (const words of [fr, CATALOGUES.es!]) expect(Object.values(words).filter((text) => /\s…/.test(text))).toEqual([]);
});
