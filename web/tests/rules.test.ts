/** The rules in words: the same games and as many sentences in every language. */

import { expect, test } from "vitest";
import { FAMILIES } from "../src/core/setup";
import de from "../src/words/rules/de.json";
import en from "../src/words/rules/en.json";
import es from "../src/words/rules/es.json";
import fr from "../src/words/rules/fr.json";

test.each(Object.entries({ en, de, es, fr }))("%s tells the rules of every game", (_, rules) => {
  expect(Object.keys(rules).sort()).toEqual([...FAMILIES].sort());
  for (const family of FAMILIES) {
    expect(rules[family]).toHaveLength(en[family].length);
    for (const sentence of rules[family]) expect(sentence).toMatch(/^\p{Lu}.*[.]$/u);
    expect(rules === en || rules[family].every((sentence, index) => sentence !== en[family][index])).toBe(true);
  }
});
