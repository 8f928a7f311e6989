/** Setting up a game: which rulesets belong to one picture card, and who sits where. */

import type { NewGame, NewSeat, RulesetSummary, Snapshot } from "../wire";

/** Rulesets sorted into cards: each family with its rulesets, in the order they were told. */
export function families<R extends Pick<RulesetSummary, "family">>(
  rulesets: readonly R[],
): readonly (readonly [R, ...R[]])[] {
  const found = new Map<string, [R, ...R[]]>();
  for (const ruleset of rulesets) {
    const members = found.get(ruleset.family);
    if (members) members.push(ruleset);
    else found.set(ruleset.family, [ruleset]);
  }
  return [...found.values()];
}

/** The ruleset of a family for another structure that keeps as much of the seating as it can. */
export function rebuilt(
  now: RulesetSummary,
  structure: string | null,
  members: readonly RulesetSummary[],
): RulesetSummary {
  const there = members.filter((each) => each.structure === structure);
  const seated = there.filter((each) => each.seats === now.seats);
  return seated.find((each) => each.colors.length === now.colors.length) ?? seated[0] ?? there[0] ?? now;
}

/** The ruleset of a family that uses the most colors, and of those the most seats; of one structure where one is chosen. */
export function fullest<R extends Pick<RulesetSummary, "structure" | "colors" | "seats">>(
  members: readonly R[],
  structure: string | null,
): R | undefined {
  const there = members.filter((each) => structure === null || each.structure === structure);
  return [...there].sort((one, other) => other.colors.length - one.colors.length || other.seats - one.seats)[0];
}

export interface Setup {
  readonly ruleset: RulesetSummary;
  readonly seats: readonly NewSeat[];
  readonly options: Readonly<Record<string, string>>;
}

/** Per color the seat that owns it, or null: an option may give the colors to others. */
function ownersOf({ ruleset, options }: Pick<Setup, "ruleset" | "options">): RulesetSummary["owners"] {
  const changed = ruleset.options.map(({ name, owners }) => owners[options[name] ?? ""]);
  return changed.find((owners) => owners !== undefined) ?? ruleset.owners;
}

/** The colors a seat begins with; where colors wander, the first seats hold the first of them. */
export function colorsOf(setup: Pick<Setup, "ruleset" | "options">, seat: number): readonly string[] {
  const { colors, sheets } = setup.ruleset;
  const owners = ownersOf(setup);
  return sheets > 1 ? colors.slice(seat, seat + 1) : colors.filter((_, index) => owners[index] === seat);
}

/** How a game begins: the first seat, known by its color, moves or rolls; perhaps with a color that all share. */
export function beginning(setup: Pick<Setup, "ruleset" | "options">): {
  readonly deed: "move" | "roll";
  readonly color: string;
  readonly shared: string | null;
} {
  const [color = ""] = colorsOf(setup, 0);
  const [first = ""] = setup.ruleset.colors;
  const rolls = setup.ruleset.sheets > 1;
  return { deed: rolls ? "roll" : "move", color, shared: !rolls && ownersOf(setup)[0] === null ? first : null };
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

/** The request for another game of the same kind with the same seats, the computer's at this level where one is told. */
export const again = ({ ruleset, options, seats }: Snapshot, level?: number): NewGame => ({
  ruleset,
  options,
  seats: seats.map(({ kind, name, level: before, is_yours }) => ({
    // Who sat there by agreement is asked again in the lobby; here such a seat gets a link.
    kind: kind === "person" ? (is_yours ? "here" : "link") : kind,
    name: kind === "computer" ? null : name || null,
    level: kind === "computer" ? (level ?? before) : before,
  })),
});

/** The next level for whoever won at this screen against computers; null for others, and after the strongest. */
export function nextLevel({ winners, seats }: Snapshot, strongest: number): number | null {
  const computers = seats.filter((seat) => seat.kind === "computer");
  const isWon =
    winners.length > 0 &&
    winners.every((seat) => seats[seat]!.is_yours && seats[seat]!.stand_in === null) &&
    seats.every((seat) => seat.is_yours || seat.kind === "computer");
  if (!isWon || computers.length === 0) return null;
  const level = Math.max(...computers.map((seat) => Math.min(seat.level, strongest))) + 1;
  return level <= strongest ? level : null;
}

/** The seats shifted by a random number of places: whoever sat first may get any color. */
export function shuffled(seats: readonly NewSeat[], random: () => number = Math.random): readonly NewSeat[] {
  const by = Math.floor(random() * seats.length);
  return seats.map((_, index) => seats[(index + seats.length - by) % seats.length]!);
}

/** The seats with the person's own name on the first one at this screen that has none. */
export function named<S extends NewSeat>(seats: readonly S[], name: string): S[] {
  const own = seats.findIndex((seat) => seat.kind === "here");
  return seats.map((seat, index) => ({ ...seat, name: seat.name || (index === own && name) || (seat.name ?? null) }));
}

/** The request that opens the game, under the person's own name. */
export const requestFor = ({ ruleset, options, seats }: Setup, name: string): NewGame => ({
  ruleset: ruleset.name,
  options: { ...options },
  seats: named(seats, name),
  record: null,
  shared: null,
});
