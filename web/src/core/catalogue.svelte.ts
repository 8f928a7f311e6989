/** The rulesets heard of so far: what of them is needed wherever only a ruleset's name is told. */

import type { RulesetSummary } from "../wire";

/** What lists and whole rulesets both tell. */
export type Known = Pick<
  RulesetSummary,
  "name" | "title" | "family" | "structure" | "seats" | "colors" | "owners" | "teams" | "strengths"
>;

let known = $state.raw<ReadonlyMap<string, Known>>(new Map());

/** Takes note of rulesets. */
export function learn(rulesets: readonly Known[]): void {
  const fresh = rulesets.filter(({ name }) => !known.has(name));
  if (fresh.length > 0) known = new Map([...known, ...fresh.map((each) => [each.name, each] as const)]);
}

/** The ruleset of a name, if it was told. */
export const rulesetOf = (name: string): Known | undefined => known.get(name);
