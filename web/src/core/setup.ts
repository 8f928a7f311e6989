/** Setting up a game: which rulesets belong to one picture card, and who sits where. */

import type { NewGame, NewSeat, RulesetSummary, Snapshot } from "../wire";

/** The cards of the new-game sheet, in their order. */
export const FAMILIES = ["duo", "classic", "dice", "3d"] as const;
export type Family = (typeof FAMILIES)[number];

/** The first part of a ruleset's name, e.g. "3d" of "3d-tower-2x4". */
export const familyOf = (name: string): Family => name.split("-")[0] as Family;

/** The rulesets of a card. */
export const membersOf = (family: Family, rulesets: readonly RulesetSummary[]): RulesetSummary[] =>
  rulesets.filter((ruleset) => familyOf(ruleset.name) === family);

/** The structure of a 3D ruleset, e.g. "tower"; null elsewhere. */
export const structureOf = (name: string): string | null => (familyOf(name) === "3d" ? name.split("-")[1]! : null);

/** The last part of a name, which tells the number of seats, e.g. "2x4". */
export const modeOf = (name: string): string => (familyOf(name) === "3d" ? name.split("-")[2]! : name);

/** What a tap on a card starts. */
export const FIRST: Record<Family, string> = { duo: "duo", classic: "classic-4", dice: "dice-2", "3d": "3d-tower-2" };

export interface Setup {
  readonly ruleset: RulesetSummary;
  readonly seats: readonly NewSeat[];
  readonly options: Readonly<Record<string, string>>;
}

/** A person here against computers. */
export function setUp(ruleset: RulesetSummary, level: number, before?: Setup): Setup {
  const seats = Array.from({ length: ruleset.seats }, (_, seat): NewSeat => {
    const known = before?.seats[seat];
    return known ?? { kind: seat === 0 ? "here" : "computer", name: null, level };
  });
  return { ruleset, seats, options: {} };
}

/** The setup with another person or computer on a seat. */
export const seatWith = (setup: Setup, seat: number, change: Partial<NewSeat>): Setup => ({
  ...setup,
  seats: setup.seats.map((each, index) => (index === seat ? { ...each, ...change } : each)),
});

/** The strongest level of the computer. */
const STRONGEST = 10;

/** The request for another game of the same kind with the same seats, the computer's at levels higher by `up`. */
export const again = ({ ruleset, options, seats }: Snapshot, up = 0): NewGame => ({
  ruleset,
  options,
  seats: seats.map(({ kind, name, level, is_yours }) => ({
    // Who sat there by agreement is asked again in the lobby; here such a seat gets a link.
    kind: kind === "person" ? (is_yours ? "here" : "link") : kind,
    name: kind === "computer" ? null : name || null,
    level: kind === "computer" ? Math.min(STRONGEST, level + up) : level,
  })),
});

/** Did the person at this screen win against computers, of which some could be stronger? */
export const mayRise = ({ winners, seats }: Snapshot): boolean =>
  winners.length > 0 &&
  winners.every((seat) => seats[seat]!.is_yours && seats[seat]!.stand_in === null) &&
  seats.every((seat) => seat.is_yours || seat.kind === "computer") &&
  seats.some((seat) => seat.kind === "computer" && seat.level < STRONGEST);

/** The request that opens the game; the person's own name goes with the seats at this screen. */
export const requestFor = (setup: Setup, name: string): NewGame => ({
  ruleset: setup.ruleset.name,
  options: { ...setup.options },
  seats: setup.seats.map((seat) => ({ ...seat, name: seat.kind === "here" && name ? name : (seat.name ?? null) })),
  record: null,
  shared: null,
});
