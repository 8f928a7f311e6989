/** Whether a game at home is over, who is ahead, and the line of a list that is kept with it. */

import type { GameSummary } from "../../wire";
import { NOBODY, type Position } from "../kernel";
import type { Head, Seat } from "../store";

/** The teams of which somebody has not resigned. */
const left = (position: Position, seats: readonly Seat[]): readonly (readonly number[])[] =>
  position.ruleset.teams.filter((team) => !team.every((seat) => seats[seat]!.has_resigned));

export function isOver(position: Position, seats: readonly Seat[]): boolean {
  if (position.isOver || !seats.some((seat) => seat.has_resigned)) return position.isOver;
  return position.ruleset.teams.length > 1 && left(position, seats).length <= 1;
}

export function ranksOf(position: Position, seats: readonly Seat[]): readonly number[] {
  if (position.isOver || !isOver(position, seats)) return position.ranks;
  const best = left(position, seats).flat();
  return seats.map((seat) => (best.includes(seat.seat) ? 1 : 1 + best.length));
}

export function summary(
  { game, seats, ply }: Pick<Head, "game" | "seats" | "ply">,
  position: Position,
  moves: number,
): Omit<GameSummary, "opened" | "played"> {
  const over = isOver(position, seats);
  const ranks = [...ranksOf(position, seats)];
  return {
    game,
    ruleset: position.ruleset.name,
    title: position.ruleset.title,
    options: { ...position.ruleset.options },
    ply,
    moves,
    is_over: over,
    actor: over ? NOBODY : position.turn.actor,
    names: seats.map((seat) => seat.name),
    scores: [...position.scores],
    ranks,
    winners: over ? ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) : [],
  };
}
