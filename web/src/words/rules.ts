/** The rules of each game in a few sentences, fetched when they are wanted. */

import { language, type Language } from "./index.svelte";

/** By card of the new-game sheet: one sentence per rule. */
export type RulesText = Readonly<Record<string, readonly string[]>>;

const FETCH: Record<Language, () => Promise<{ default: RulesText }>> = {
  en: () => import("./rules/en.json"),
  fr: () => import("./rules/fr.json"),
  de: () => import("./rules/de.json"),
  es: () => import("./rules/es.json"),
};

export const rulesText = async (): Promise<RulesText> => (await FETCH[language()]()).default;
