/** The rules in words: the same clauses in every language. Which of them a game has, tests/server/http/test_clauses.py asks. */

import { expect, test } from "vitest";
import de from "../../src/words/rules/de.json";
import en from "../../src/words/rules/en.json";
import es from "../../src/words/rules/es.json";
import fr from "../../src/words/rules/fr.json";
import { clauseWords } from "../../src/words/rules";

type Key = keyof typeof en;
const holes = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test.each(Object.entries({ en, de, es, fr }))("%s tells every clause", (_, rules) => {
  expect(Object.keys(rules).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en) as Key[]) {
    expect(rules[key]).toMatch(/^\p{Lu}.*[.]$/u);
    expect(holes(rules[key])).toEqual(holes(en[key]));
    expect(rules === en || rules[key] !== en[key]).toBe(true);
  }
});

test("a clause names the colors of both sides as they are seen", () => {
  const clause = { key: "teams", number: "C6", count: 0, bonus: 0, last: 0 };
  const colors = [
    ["blue", "red"],
    ["black", "green"],
  ];
  expect(clauseWords(en, { ...clause, colors })).toContain("blue and red against violet and green");
});
