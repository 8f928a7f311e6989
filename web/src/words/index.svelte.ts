/** The page's words in the reader's language; English is built in, the others are fetched when wanted. */

import page from "./en.json";

export type Key = keyof typeof page;
export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;
type Catalogue = Readonly<Record<string, string>>;

const en: Record<string, string> = { ...page };

/** Adds to the built-in English what only one part of the page says, when that part is loaded. */
export const alsoSay = (words: Catalogue): void => void Object.assign(en, words);

type Part = Promise<{ default: Catalogue }>;
const FETCH: Record<Exclude<Language, "en">, () => readonly Part[]> = {
  fr: () => [import("./fr.json"), import("../../../src/cornerwise/advice/words/fr.json")],
  de: () => [import("./de.json"), import("../../../src/cornerwise/advice/words/de.json")],
  es: () => [import("./es.json"), import("../../../src/cornerwise/advice/words/es.json")],
};

async function fetched(wanted: Exclude<Language, "en">): Promise<Catalogue> {
  const parts = await Promise.all(FETCH[wanted]());
  return held(Object.assign({}, ...parts.map((part) => part.default)) as Catalogue);
}

/** A sentence with spaces that hold a mark to its word, as French wants: no line begins with a question mark. */
const holding = (text: string): string => text.replace(/ (?=[?!:;»%…])/g, "\u00a0").replaceAll("« ", "«\u00a0");

/** Sentences whose spaces hold every mark to its word. */
export const held = (words: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key, holding(text)]));

let current = $state.raw<{ language: Language; words: Catalogue }>({ language: "en", words: en });

/** The language in use. */
export const language = (): Language => current.language;

/** Speaks another language from now on. */
export async function speak(wanted: Language): Promise<void> {
  const words = wanted === "en" ? en : await fetched(wanted);
  current = { language: wanted, words };
  document.documentElement.lang = wanted;
}

/** The best language for a list of the reader's own, e.g. `["fr-CH", "en"]`. */
export function bestLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = wish.slice(0, 2).toLowerCase();
    if (found in LANGUAGES) return found as Language;
  }
  return "en";
}

const plurals = new Map<string, Intl.PluralRules>();

/** Which form of a sentence a count asks for, e.g. "one"; the rules of a language are costly to make. */
function pluralOf(tongue: string, count: number): string {
  let rules = plurals.get(tongue);
  if (!rules) plurals.set(tongue, (rules = new Intl.PluralRules(tongue)));
  return rules.select(count);
}

type Values = Readonly<Record<string, string | number>>;

/** Fills a catalogue's sentence; a `count` chooses between the forms `key.one` and `key.other`. */
export function fill(words: Catalogue, tongue: string, key: string, values: Values = {}): string | undefined {
  const form = typeof values.count === "number" ? pluralOf(tongue, values.count) : null;
  const text = (form && words[`${key}.${form}`]) ?? words[key] ?? words[`${key}.other`];
  return text?.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Stem<K extends string> = K extends `${infer S}.one` ? S : never;

/** A sentence of the page. */
export function t(key: Key | Stem<Key>, values?: Values): string {
  return fill(current.words, current.language, key, values) ?? fill(en, "en", key, values) ?? key;
}

/** A sentence whose key is only known at run time, or undefined where the catalogue has none. */
export function maybe(key: string, values?: Values): string | undefined {
  return fill(current.words, current.language, key, values) ?? fill(en, "en", key, values);
}

/** A number as the reader writes it; small whole ones are the same everywhere and need no rules of a language. */
export function number(value: number, digits = 0): string {
  const isPlain = digits === 0 && Number.isInteger(value) && Math.abs(value) < 1000;
  const options = { maximumFractionDigits: digits, minimumFractionDigits: digits };
  return (isPlain ? String(value) : value.toLocaleString(current.language, options)).replace("-", "−");
}

/** Names as one says them: "Ada, Ben and Cleo". */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(current.language).format(names);

/** A chance as a percentage. */
export const percent = (value: number): string =>
  value.toLocaleString(current.language, { style: "percent", maximumFractionDigits: 0 });
