/** The rules of a game in sentences, fetched when they are wanted; which of them hold, the ruleset says. */

import type { Clause } from "../wire";
import { fill, held, language, listed, type Language } from "./index.svelte";
import { colorName } from "./phrases";

/** By key of a clause: its sentence. */
export type RulesText = Readonly<Record<string, string>>;

const FETCH: Record<Language, () => Promise<{ default: RulesText }>> = {
  en: () => import("./rules/en.json"),
  fr: () => import("./rules/fr.json"),
  de: () => import("./rules/de.json"),
  es: () => import("./rules/es.json"),
};

export const rulesText = async (): Promise<RulesText> => held((await FETCH[language()]()).default);

/** A clause as a sentence, its colors called as they are seen. */
export function clauseWords(text: RulesText, { key, count, bonus, last, colors }: Clause): string {
  const [first = "", second = ""] = colors.map((side) => listed(side.map(colorName)));
  // A `count` would ask for a form of its own; here it is a number like the others.
  return fill(text, language(), key, { count, bonus, last, first, second }) ?? "";
}
