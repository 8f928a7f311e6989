/** How a seat stands in the position that is shown: at present, or as it was after the steps looked at. */

import type { SeatView } from "../../wire";
import { isOut, seenFromAbove, shownPieces, suppliesOf } from "./select";
import type { State } from "./state";

export interface Standing {
  readonly score: number;
  /** Pieces not placed yet. */
  readonly left: number;
  /** Strikes used so far. */
  readonly strikes: number;
  /** Is it the seat that acts next? */
  readonly isActive: boolean;
  /** Can it place nothing more? Of the past that is not told. */
  readonly isOut: boolean;
  /** Squares placed by the seat and those it plays with; in space their cubes that are seen from above. */
  readonly placed: number;
}

const STRIKE = /^\d\*:/;

/** Where a seat stands. */
export function standing(state: State, seat: SeatView, partners: readonly SeatView[] = []): Standing {
  const { snapshot, looking, rules } = state;
  const colors = [seat, ...partners].flatMap((each) => each.colors);
  const pieces = shownPieces(state, 0);
  const placed =
    rules.levels > 1
      ? seenFromAbove(rules, pieces, colors)
      : pieces
          .filter((piece) => colors.includes(rules.detail.colors[piece.color]!))
          .reduce((sum, piece) => sum + piece.cells.length, 0);
  const left = suppliesOf(snapshot, seat).reduce((sum, supply) => sum + supply.pieces.length, 0);
  const strikes = snapshot.strikes[seat.seat] ?? 0;
  if (looking === null)
    return {
      score: snapshot.scores[seat.seat] ?? 0,
      left,
      strikes,
      isActive: snapshot.turn.actor === seat.seat && !snapshot.is_over,
      isOut: isOut(snapshot, seat),
      placed,
    };
  const own = snapshot.steps.filter(
    (step) =>
      step.kind === "move" && (rules.hasDice ? step.seat === seat.seat : seat.colors.includes(step.color ?? "")),
  );
  const before = snapshot.steps.slice(0, looking);
  const then = own.filter((step) => before.includes(step));
  const now = own.filter((step) => snapshot.steps.indexOf(step) < snapshot.at);
  const last = before.findLast((step) => step.kind === "move");
  return {
    // Before the first move a score is what no piece has changed yet: the present one without all that was played.
    score: last?.scores[seat.seat] ?? firstScore(state, seat),
    left: left + now.length - then.length,
    strikes: then.filter((step) => STRIKE.test(step.text)).length,
    isActive: snapshot.steps[looking]?.seat === seat.seat,
    isOut: false,
    placed,
  };
}

/** The score of a seat before anything was played: as much as the pieces or the squares of its sheet cost. */
function firstScore({ snapshot, rules }: State, seat: SeatView): number {
  const [first] = snapshot.steps.filter((step) => step.kind === "move");
  if (!first) return snapshot.scores[seat.seat] ?? 0;
  const after = first.scores[seat.seat] ?? 0;
  if (first.seat !== seat.seat) return after;
  // What the first piece changed: its squares on a flat board, all of it in space as seen from above and no longer in hand.
  if (rules.levels === 1) return rules.hasDice ? after + first.cells.length : after - first.cells.length;
  const seen = new Set(first.cells.map((cell) => rules.points[cell]!.slice(0, 2).join())).size;
  return after - seen - 1;
}
