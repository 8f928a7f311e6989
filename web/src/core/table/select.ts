/** What follows from the state: ghost, counts, dots, boards as they were. Nothing here changes anything. */

import type { Candidate, PlacedView, SeatView, Snapshot, StepView, SupplyView } from "../../wire";
import type { Frame } from "../board/frame";
import { add, type Point } from "../board/geometry";
import { covered, type Hand } from "../board/hand";
import { studied } from "./review";
import type { Rules } from "../rules";
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

/** The pieces that a supply has, or had at the step looked at: their shapes, and how many places each has, where known. */
export function piecesOf(state: State, supply: SupplyView): ReadonlyMap<string, number | null> {
  const { snapshot, looking, rules } = state;
  if (looking === null) return new Map(supply.pieces.map(({ shape, places }) => [shape, places]));
  const isOwn = (step: StepView) =>
    step.kind === "move" && (supply.seat === null ? step.color === supply.color : step.seat === supply.seat);
  const gone = new Set(
    snapshot.steps
      .slice(0, looking)
      .filter(isOwn)
      .map(({ shape }) => shape),
  );
  return new Map(rules.detail.shapes.filter(({ name }) => !gone.has(name)).map(({ name }) => [name, null]));
}

/** The color that acts next in the position that is shown; null where nobody does. */
export const shownColor = ({ snapshot, looking }: State): string | null =>
  looking === null ? (snapshot.is_over ? null : snapshot.turn.color) : (snapshot.steps[looking]?.color ?? null);

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

/** The moves expected after the candidate that is looked at; with dice they lie on sheets that nobody looks at. */
export function expectedLine({ rules, advice, candidate }: State): NonNullable<Candidate["expected"]> {
  return (!rules.hasDice && advice?.candidates[candidate ?? -1]?.expected) || [];
}

/** The pieces of the line that is laid on the board, the candidate first; they are not part of the game. */
export function linePieces(state: State): readonly PlacedView[] {
  const { rules, advice, candidate, line } = state;
  const first = advice?.candidates[candidate ?? -1];
  if (line === null || !first) return [];
  const moves = [{ ...first, color: moverColor(state) }, ...expectedLine(state).slice(0, line)];
  return moves.map(({ move, color, cells }, index) => {
    const placement = rules.placementOf(move);
    return {
      color: rules.detail.colors.indexOf(color),
      shape: rules.shapeOf(placement),
      placement,
      cells,
      number: index + 1,
    };
  });
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

/** What happened since one's own last move, or before one's first: at most a round. While looking back, where one plays every
 * seat or none, the last move. */
export function freshSteps(state: State): Snapshot["steps"] {
  const { snapshot, looking, rules } = state;
  const last = lastStep(state);
  if (!last) return [];
  const isMine = (seat: number) => snapshot.seats[seat]?.is_yours ?? false;
  const moves = snapshot.steps.slice(0, snapshot.at).filter((step) => step.kind === "move");
  const fresh = moves.slice(moves.findLastIndex((step) => isMine(step.seat)) + 1);
  const hasSeat = snapshot.seats.some((seat) => seat.is_yours);
  return looking !== null || fresh.length === 0 || !hasSeat ? [last] : fresh.slice(-rules.detail.colors.length);
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

/** How many cubes of some colors are seen from above. */
export function seenFromAbove(rules: Rules, pieces: readonly PlacedView[], colors: readonly string[]): number {
  const tops = heights(rules, pieces);
  return pieces
    .filter((piece) => colors.includes(rules.detail.colors[piece.color]!))
    .flatMap((piece) => piece.cells)
    .filter((cell) => {
      const [x, y, z] = rules.points[cell]!;
      return tops.get(`${x},${y}`) === z + 1;
    }).length;
}

/** A text for cells that is equal for those over the same columns with the same steps between them, at any height. */
function columnsKey(points: readonly Point[]): string {
  const ground = Math.min(...points.map(([, , z]) => z));
  return points
    .map(([x, y, z]) => `${x},${y},${z - ground}`)
    .sort()
    .join(" ");
}

const landings = new WeakMap<Snapshot, Map<string, number>>();

/** The legal placement over the columns of some cells, or null: the kernel's list says where a piece comes to rest. */
function landing({ rules, snapshot }: State, points: readonly Point[]): number | null {
  let known = landings.get(snapshot);
  if (!known) {
    known = new Map();
    for (const move of snapshot.legal) {
      const placement = rules.placementOf(move);
      known.set(columnsKey(rules.cellsOf(placement).map((cell) => rules.points[cell]!)), placement);
    }
    landings.set(snapshot, known);
  }
  return known.get(columnsKey(points)) ?? null;
}

/** Cells lifted out of what is built: a piece that may not lie there is drawn where it can be seen, and no rule is asked. */
function lifted(state: State, points: readonly Point[]): readonly Point[] {
  const tops = heights(state.rules, shownPieces(state, 0));
  const lift = Math.max(...points.map(([x, y, z]) => (tops.get(`${x},${y}`) ?? 0) - z));
  return points.map((point) => add(point, [0, 0, lift]));
}

/** Where the held piece is shown: in space at the height at which it may be played, if it may. */
function shownAt(state: State, hand: Hand): readonly Point[] {
  const points = covered(hand);
  if (state.rules.levels === 1) return points;
  const placement = landing(state, points);
  return placement === null
    ? lifted(state, points)
    : state.rules.cellsOf(placement).map((cell) => state.rules.points[cell]!);
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
  const points = shownAt(state, hand);
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
  const dice: (number | null)[] = rules.hasDice ? [...new Set(snapshot.dice)].sort((a, b) => a - b) : [null];
  const order = state.die !== null ? [state.die] : dice;
  for (const strike of [false, true])
    for (const die of order) {
      const move = rules.moveId(placement, die, strike);
      if (move !== null && legal.has(move)) return { move, die, strike };
    }
  return { move: null, die: state.die ?? dice[0] ?? null, strike: false };
}

/** The die a shape would take where it can only be placed with a strike; null where it costs none, or has no place. */
export function strikeDie(state: State, shape: string): number | null {
  if (!state.rules.hasDice) return null;
  // All places of a shape are in the same row, so that the first one tells.
  for (const placement of placesByShape(state).get(shape) ?? []) {
    const { move, die, strike } = moveOf(state, placement);
    if (move !== null) return strike ? die : null;
  }
  return null;
}

/** The strikes a seat can still use. */
export const strikesLeft = ({ rules, snapshot }: State, seat: number): number =>
  rules.detail.strikes - (snapshot.strikes[seat] ?? 0);

/** Does neither a die nor a strike draw a shape in this turn? */
export function isUndrawable(state: State, shape: string): boolean {
  const row = rowOf(state.rules, shape);
  const { turn, dice } = state.snapshot;
  return row !== null && !dice.includes(row) && strikesLeft(state, turn.actor) <= 0;
}

/** The row a shape is printed in, which is the face of the die that opens it; null without dice. */
export function rowOf({ detail }: Rules, shape: string): number | null {
  const face = Object.keys(detail.rows).find((each) => detail.rows[each]?.includes(shape));
  return face === undefined ? null : Number(face);
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

/** From how few places on a piece carries their number. */
const FEW = 5;

/**
 * How many places a piece of the person to move has left, where they are few; null elsewhere. An opening leaves few to
 * every piece, so that nothing is told before the color lies on the board.
 */
export function fewPlaces(state: State, shape: string): number | null {
  const { snapshot, rules } = state;
  const { turn } = snapshot;
  if (!isMyMove(state) || !turn.shapes.includes(shape)) return null;
  const count = placesByShape(state).get(shape)?.length ?? 0;
  const lies = snapshot.sheets[turn.sheet]?.placed.some(({ color }) => rules.detail.colors[color] === turn.color);
  return lies && count > 0 && count <= FEW ? count : null;
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

/** The supply in the tray: of the person who moves, or else of the first person at this screen. */
export function shownSupply({ snapshot, rules }: State): SupplyView {
  const { turn, supplies, seats } = snapshot;
  const mover = seats[turn.actor];
  const mine = mover?.is_yours ? turn.actor : (seats.find((seat) => seat.is_yours)?.seat ?? Math.max(0, turn.actor));
  if (rules.hasDice) return supplies.find((each) => each.seat === mine) ?? supplies[0]!;
  const color = mover?.is_yours ? turn.color : (seats[mine]?.colors[0] ?? turn.color);
  return supplies.find((each) => each.color === color) ?? supplies[0]!;
}

/** The color in which a supply is drawn. */
export const supplyColor = (state: State, supply: SupplyView): string =>
  supply.color ?? (supply.seat !== null ? (state.snapshot.markers[supply.seat] ?? "blue") : moverColor(state));

/** A text for a set of cells, the same whatever their order. */
export const placeKey = (cells: readonly number[]): string => [...cells].sort((a, b) => a - b).join(",");

/** What the review would have played, and what was played, once the better move is to be seen. */
export function betterMove(
  state: State,
): { cells: readonly number[]; played: readonly number[]; color: string; sheet: number } | null {
  const now = studied(state);
  if (!now?.judgment.better || now.study.answer === "hidden") return null;
  const { step, judgment } = now;
  const color = step.color ?? moverColor(state);
  return { cells: judgment.better!.cells, played: step.cells, color, sheet: step.sheet };
}

/** Has a piece been laid? Before that there is nothing to look back on. */
export const hasMoves = ({ steps }: Snapshot): boolean => steps.some(({ kind }) => kind === "move");
