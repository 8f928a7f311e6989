/** Countries in the reader's language. */

/** The name of a country. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: "region", fallback: "code" }).of(code) ?? code;

/** All countries with their names, in the order of the language. */
export function byName(codes: readonly string[], language: string): (readonly [string, string])[] {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "code" });
  const order = new Intl.Collator(language);
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => order.compare(one, other));
}
