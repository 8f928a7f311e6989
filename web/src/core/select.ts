/** What follows from the state: ghost, counts, dots, boards as they were. Nothing here changes anything. */

import type { PlacedView, SeatView, Snapshot, SupplyView } from "../wire";
import type { Frame } from "./board/frame";
import { add, type Point } from "./board/geometry";
import { covered, type Hand } from "./board/hand";
import type { Rules } from "./rules";
import type { State } from "./state";

const legalSets = new WeakMap<Snapshot, Set<number>>();

/** The legal moves as a set, made once per snapshot. */
export function legalSet(snapshot: Snapshot): Set<number> {
  let known = legalSets.get(snapshot);
  if (!known) legalSets.set(snapshot, (known = new Set(snapshot.legal)));
  return known;
}

/** May the person at this screen move now? */
export const isMyMove = (state: State): boolean =>
  state.snapshot.legal.length > 0 && state.looking === null && state.sent === null;

/** Does the computer play this seat now, for itself or for its person? */
export const playsByItself = (seat: SeatView): boolean => seat.kind === "computer" || seat.stand_in !== null;

/** The supplies of a seat: of its colors, or with dice its own. */
export const suppliesOf = ({ supplies }: Snapshot, seat: SeatView): readonly SupplyView[] =>
  supplies.filter((supply) =>
    supply.seat === null ? supply.color !== null && seat.colors.includes(supply.color) : supply.seat === seat.seat,
  );

/** Has a seat no place left for anything, for the rest of the game? */
export function isOut(snapshot: Snapshot, seat: SeatView): boolean {
  const own = suppliesOf(snapshot, seat);
  return own.length > 0 && own.every((supply) => supply.is_out);
}

/** Can the person at this screen place nothing more, while others still play and pieces are left? */
export function isBlocked({ snapshot }: State): boolean {
  const mine = snapshot.seats.filter((seat) => seat.is_yours);
  const left = mine.flatMap((seat) => suppliesOf(snapshot, seat)).some((supply) => supply.pieces.length > 0);
  return !snapshot.is_over && left && mine.length > 0 && mine.every((seat) => isOut(snapshot, seat));
}

/** The sheet that is shown: the one chosen, else the one in play, else one's own. */
export function shownSheet(state: State): number {
  const { snapshot } = state;
  if (state.sheet !== null) return state.sheet;
  if (snapshot.sheets.length === 1) return 0;
  if (snapshot.turn.actor >= 0 && snapshot.seats[snapshot.turn.actor]?.is_yours) return snapshot.turn.sheet;
  return snapshot.seats.find((seat) => seat.is_yours)?.seat ?? 0;
}

/** The pieces on a sheet, at the present or at the step looked at. */
export function shownPieces(state: State, sheet: number): readonly PlacedView[] {
  const { snapshot, looking, rules } = state;
  if (looking === null) return snapshot.sheets[sheet]?.placed ?? [];
  return snapshot.steps
    .slice(0, looking)
    .filter((step) => step.kind === "move" && step.sheet === sheet && step.move !== null)
    .map((step) => ({
      color: snapshot.sheets.length && step.color ? rules.detail.colors.indexOf(step.color) : 0,
      shape: step.shape ?? "",
      placement: rules.placementOf(step.move!),
      cells: step.cells,
      number: step.number,
    }));
}

/** The last move shown, or null at the start. */
export function lastStep(state: State): Snapshot["steps"][number] | null {
  const { snapshot, looking } = state;
  for (let i = (looking ?? snapshot.at) - 1; i >= 0; i--) {
    const step = snapshot.steps[i]!;
    if (step.kind === "move") return step;
  }
  return null;
}

/** What happened since one's own last move; while looking back, or where one plays every seat, the last move. */
export function freshSteps(state: State): Snapshot["steps"] {
  const { snapshot, looking, rules } = state;
  const last = lastStep(state);
  if (!last) return [];
  const isMine = (seat: number) => snapshot.seats[seat]?.is_yours ?? false;
  const moves = snapshot.steps.slice(0, snapshot.at).filter((step) => step.kind === "move");
  const fresh = moves.slice(moves.findLastIndex((step) => isMine(step.seat)) + 1);
  return looking !== null || fresh.length === 0 || fresh.length === moves.length
    ? [last]
    : fresh.slice(-rules.detail.colors.length);
}

/** The height of every column, by `x,y`, over the pieces shown. */
export function heights(rules: Rules, pieces: readonly PlacedView[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const piece of pieces)
    for (const cell of piece.cells) {
      const [x, y, z] = rules.points[cell]!;
      found.set(`${x},${y}`, Math.max(found.get(`${x},${y}`) ?? 0, z + 1));
    }
  return found;
}

/** Where the held piece's cells come to lie: in space it falls until something holds it. */
export function landed(state: State, hand: Hand): Point[] {
  const points = covered(hand);
  if (state.rules.levels === 1 || points.length === 0) return points;
  const tops = heights(state.rules, shownPieces(state, 0));
  const lowest = new Map<string, number>();
  for (const [x, y, z] of points) lowest.set(`${x},${y}`, Math.min(lowest.get(`${x},${y}`) ?? Infinity, z));
  let lift = -Infinity;
  for (const [column, z] of lowest) lift = Math.max(lift, (tops.get(column) ?? 0) - z);
  return points.map((p) => add(p, [0, 0, lift]));
}

/** The held piece over the board. */
export interface Ghost {
  readonly points: readonly Point[];
  /** Its cells, or null where part of it is off the board. */
  readonly cells: readonly number[] | null;
  /** The legal move it would be, or null. */
  readonly move: number | null;
  readonly die: number | null;
  readonly strike: boolean;
}

/** The ghost of the hand, or null while nothing is held over the board. */
export function ghost(state: State): Ghost | null {
  const { hand, rules } = state;
  if (!hand?.at) return null;
  const points = landed(state, hand);
  const cells = points.map(rules.cellAt);
  const none = { points, cells: null, move: null, die: null, strike: false };
  if (cells.some((cell) => cell === null)) return none;
  const whole = cells as number[];
  const placement = rules.find(whole);
  if (placement === null || !isMyMove(state)) return { ...none, cells: whole };
  return { points, cells: whole, ...moveOf(state, placement) };
}

/** The legal move that makes a placement, with the die it takes; the chosen die first, strikes last. */
export function moveOf(state: State, placement: number): { move: number | null; die: number | null; strike: boolean } {
  const { rules, snapshot } = state;
  const legal = legalSet(snapshot);
  if (!rules.hasDice) return { move: legal.has(placement) ? placement : null, die: null, strike: false };
  const dice = [...new Set(snapshot.dice)].sort((a, b) => a - b);
  const order = state.die !== null ? [state.die] : dice;
  for (const strike of [false, true])
    for (const die of order) {
      const move = rules.moveId(placement, die, strike);
      if (legal.has(move)) return { move, die, strike };
    }
  return { move: null, die: state.die ?? dice[0] ?? null, strike: false };
}

const placeCounts = new WeakMap<Snapshot, Map<string, number[]>>();

/** The placements that are legal now, by shape; in Dice without counting one twice. */
export function placesByShape(state: State): Map<string, number[]> {
  const { snapshot, rules } = state;
  let known = placeCounts.get(snapshot);
  if (!known) {
    known = new Map();
    const seen = new Set<number>();
    for (const move of snapshot.legal) {
      const placement = rules.placementOf(move);
      if (seen.has(placement)) continue;
      seen.add(placement);
      const shape = rules.shapeOf(placement);
      const list = known.get(shape);
      if (list) list.push(placement);
      else known.set(shape, [placement]);
    }
    placeCounts.set(snapshot, known);
  }
  return known;
}

/** The shapes that fit over a cell, each with its legal placements there. */
export function fitsAt(state: State, cell: number): { shape: string; placements: number[] }[] {
  const fits: { shape: string; placements: number[] }[] = [];
  for (const [shape, placements] of placesByShape(state)) {
    const here = placements.filter((placement) => state.rules.cellsOf(placement).includes(cell));
    if (here.length > 0) fits.push({ shape, placements: here });
  }
  return fits.sort((a, b) => state.rules.sizeOf(b.shape) - state.rules.sizeOf(a.shape));
}

/** The frame the board is drawn in. */
export const frameOf = (state: State): Frame => ({
  columns: state.rules.detail.board.columns,
  rows: state.rules.detail.board.rows,
  turned: state.turned,
});

const rests = new WeakMap<Snapshot, State>();

/** The state without the piece in hand: the same value while one is carried, so that what does not show it stays drawn. */
export function atRest(state: State): State {
  const rest: State = { ...state, hand: null, why: null };
  const known = rests.get(state.snapshot);
  if (known && (Object.keys(rest) as (keyof State)[]).every((key) => known[key] === rest[key])) return known;
  rests.set(state.snapshot, rest);
  return rest;
}

/** The color of the next piece, or of the piece in hand. */
export const moverColor = (state: State): string => state.snapshot.turn.color ?? state.rules.detail.colors[0]!;

/** A text for a set of cells, the same whatever their order. */
export const placeKey = (cells: readonly number[]): string => [...cells].sort((a, b) => a - b).join(",");

/** What the review would have played in place of the step after the one looked at, if it was costly. */
export function betterMove(state: State): { cells: readonly number[]; color: string; sheet: number } | null {
  const step = state.looking === null ? undefined : state.snapshot.steps[state.looking];
  const better = step && state.review?.judgements.find((judgement) => judgement.ply === step.ply)?.better;
  return step && better ? { cells: better.cells, color: step.color ?? moverColor(state), sheet: step.sheet } : null;
}
