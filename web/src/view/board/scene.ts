/** What a flat board shows, ready to be drawn: made from the state, known to no rule and no pixel. */

import { cellName, drawn, toSquare, type Frame } from "../../core/board/frame";
import { middle, type Point } from "../../core/board/geometry";
import type { Square } from "../../core/board/outline";
import {
  betterMove,
  frameOf,
  freshSteps,
  ghost,
  heights,
  isMyMove,
  lastStep,
  linePieces,
  moverColor,
  shownPieces,
  shownSheet,
} from "../../core/table/select";
import { studied } from "../../core/table/review";
import type { State } from "../../core/table/state";
import type { Settings } from "../../net/memory";
import type { Candidate, PlacedView, Snapshot } from "../../wire";

export interface DrawnPiece {
  readonly key: string;
  readonly squares: readonly Square[];
  readonly color: string;
  readonly look: "solid" | "legal" | "illegal" | "faded";
  readonly glow: boolean;
}

export interface Label {
  readonly square: Square;
  readonly text: string;
  readonly color: string | null;
}

/** What stays the same while a piece is carried over the board. */
export interface Still {
  readonly frame: Frame;
  /** The part of the frame that is drawn: all of it, or a footprint with a margin. */
  readonly window: { readonly column: number; readonly row: number; readonly columns: number; readonly rows: number };
  /** Is there a table to be seen around the footprint? */
  readonly hasTable: boolean;
  /** The squares of a footprint, or null where the board is a full rectangle. */
  readonly footprint: readonly Square[] | null;
  readonly starts: readonly { square: Square; color: string }[];
  readonly pieces: readonly DrawnPiece[];
  readonly halo: readonly (readonly Square[])[];
  readonly labels: readonly Label[];
  readonly dots: readonly { square: Square; cell: number }[];
  readonly dotColor: string;
}

/** The same of a game. */
export interface GameStill extends Still {
  /** The color of every square that was played on, by `column,row`; an expected line was not. */
  readonly covered: ReadonlyMap<string, string>;
}

/** What changes while a piece is carried. */
export interface Moving {
  readonly ghost: DrawnPiece | null;
  /** Squares marked as standing in the way. */
  readonly marks: readonly Square[];
  /** A placement proposed by advice or review. */
  readonly proposal: { squares: readonly Square[]; color: string } | null;
  /** What was played in its place, where a review compares the two. */
  readonly played: { squares: readonly Square[]; color: string } | null;
  /** Squares that a finding, a hint or a question points at. */
  readonly pointed: readonly Square[];
}

/** The start squares of colors that have not begun; squares open to several colors are the mover's to see. */
function startsOf(
  { rules, snapshot }: State,
  frame: Frame,
  placed: readonly PlacedView[],
  inPlay: boolean,
): Still["starts"] {
  const { colors, starts } = rules.detail;
  const began = new Set(placed.map((piece) => colors[piece.color]));
  const covered = new Set(placed.flatMap((piece) => piece.cells));
  const owners = new Map<number, number>();
  for (const cell of starts.flat()) owners.set(cell, (owners.get(cell) ?? 0) + 1);
  return starts.flatMap((cells, index) => {
    const color = colors[index]!;
    if (began.has(color)) return [];
    return cells
      .filter((cell) => !covered.has(cell) && (owners.get(cell) === 1 || (inPlay && color === snapshot.turn.color)))
      .map((cell) => ({ square: toSquare(frame, rules.points[cell]!), color }));
  });
}

/** The squares of some cells as drawn, each once: in space only what is seen from above. */
function squaresOf(frame: Frame, points: readonly Point[]): Square[] {
  const seen = new Map<string, Square>();
  for (const point of points) {
    const square = toSquare(frame, point);
    seen.set(`${square.column},${square.row}`, square);
  }
  return [...seen.values()];
}

const NONE: readonly Square[] = [];
const stills = new WeakMap<Snapshot, { key: string; still: GameStill }>();

/** What lies on the sheet that is looked at; the same value until something about it changes. */
export function still(state: State, settings: Settings, sheet = shownSheet(state)): GameStill {
  const { snapshot } = state;
  const line = linePieces(state).map(({ placement }) => placement);
  const marks = [settings.halo, settings.numbers, settings.dots];
  const key = [sheet, state.looking, state.turned, state.sent, ...marks, ...line].join();
  let known = stills.get(snapshot);
  if (known?.key !== key) stills.set(snapshot, (known = { key, still: makeStill(state, settings, sheet) }));
  return known.still;
}

/** What is held over the sheet, proposed for it or marked on it. */
export function moving(state: State, sheet = shownSheet(state)): Moving {
  const { rules, snapshot } = state;
  const frame = frameOf(state);
  const points = (cells: readonly number[]) => cells.map((cell) => rules.points[cell]!);
  const inPlay = sheet === snapshot.turn.sheet;
  const held = inPlay ? ghost(state) : null;
  const candidate = state.advice && state.candidate !== null ? state.advice.candidates[state.candidate] : null;
  const better = betterMove(state);
  return {
    ghost: held
      ? {
          key: "ghost",
          squares: squaresOf(frame, held.points),
          color: moverColor(state),
          look: held.move !== null ? "legal" : "illegal",
          glow: false,
        }
      : null,
    marks: held && state.why ? squaresOf(frame, points(state.why.cells)) : missed(state, frame),
    proposal:
      candidate && inPlay && !held && state.line === null
        ? { squares: squaresOf(frame, points(candidate.cells)), color: moverColor(state) }
        : better && better.sheet === sheet
          ? { squares: squaresOf(frame, points(better.cells)), color: better.color }
          : null,
    played:
      better && better.sheet === sheet
        ? { squares: squaresOf(frame, points(better.played)), color: better.color }
        : null,
    pointed:
      state.asked !== null
        ? squaresOf(frame, points([state.asked]))
        : candidate && inPlay && !held && state.line === null
          ? squaresOf(frame, points(findingCells(candidate)))
          : NONE,
  };
}

/** The square tried in vain for a better move. */
function missed(state: State, frame: Frame): readonly Square[] {
  const cell = studied(state)?.study.missed ?? null;
  return cell === null ? NONE : [toSquare(frame, state.rules.points[cell]!)];
}

function makeStill(state: State, settings: Settings, sheet: number): GameStill {
  const { rules, snapshot } = state;
  const frame = frameOf(state);
  const colors = rules.detail.colors;
  const line = sheet === snapshot.turn.sheet ? linePieces(state) : [];
  const laid = shownPieces(state, sheet);
  const placed = [...laid, ...line];
  const last = lastStep(state);
  const inSpace = rules.levels > 1;
  const points = (cells: readonly number[]) => cells.map((cell) => rules.points[cell]!);
  const tops = inSpace ? heights(rules, placed) : null;
  const isTop = ([x, y, z]: Point) => !tops || tops.get(`${x},${y}`) === z + 1;

  const pieces: DrawnPiece[] = placed.map((piece) => ({
    key: `${piece.color}.${piece.placement}`,
    squares: squaresOf(frame, points(piece.cells).filter(isTop)),
    color: colors[piece.color] ?? colors[0]!,
    look: "solid",
    glow: line.length > 0 ? piece === line.at(-1) : piece.number === last?.number && last.sheet === sheet,
  }));
  const covered = new Map<string, string>();
  const cover = (cells: readonly number[], color: string) => {
    for (const { column, row } of squaresOf(frame, points(cells))) covered.set(`${column},${row}`, color);
  };
  for (const piece of laid) cover(piece.cells, colors[piece.color] ?? colors[0]!);
  const inPlay = sheet === snapshot.turn.sheet;
  if (state.sent !== null && inPlay) {
    const cells = rules.cellsOf(rules.placementOf(state.sent));
    cover(cells, moverColor(state));
    pieces.push({
      key: "sent",
      squares: squaresOf(frame, points(cells)),
      color: moverColor(state),
      look: "solid",
      glow: false,
    });
  }
  const footprint = inSpace ? rules.detail.board.heights.map(([x, y]) => toSquare(frame, [x, y, 0])) : null;
  const mine = isMyMove(state) && inPlay;
  return {
    frame,
    window: footprint ? around(footprint) : { column: 0, row: 0, ...drawn(frame) },
    footprint,
    hasTable: inSpace,
    starts: inSpace ? [] : startsOf(state, frame, placed, inPlay),
    pieces,
    covered,
    halo: settings.halo
      ? freshSteps(state)
          .filter((step) => step.sheet === sheet)
          .map((step) => squaresOf(frame, points(step.cells).filter(isTop)))
      : [],
    labels: inSpace
      ? heightLabels(state, frame, placed, tops!)
      : line.length > 0
        ? numberLabels(state, frame, line)
        : settings.numbers
          ? numberLabels(state, frame, placed)
          : [],
    dots: mine && settings.dots && line.length === 0 ? dotsOf(state, frame) : [],
    dotColor: moverColor(state),
  };
}

/** Where the mover can build, one dot per square: of two heights the lower, since a piece that reaches the upper fills it. */
function dotsOf({ rules, snapshot }: State, frame: Frame): Still["dots"] {
  const lowest = new Map<string, number>();
  for (const cell of snapshot.targets) {
    const [x, y, z] = rules.points[cell]!;
    const known = lowest.get(`${x},${y}`);
    if (known === undefined || z < rules.points[known]![2]) lowest.set(`${x},${y}`, cell);
  }
  return [...lowest.values()].map((cell) => ({ square: toSquare(frame, rules.points[cell]!), cell }));
}

/** The height reached in every column, on the color seen there; where nothing stands, the limit. */
function heightLabels(
  { rules }: State,
  frame: Frame,
  placed: readonly PlacedView[],
  tops: ReadonlyMap<string, number>,
): Label[] {
  const seen = new Map<string, string>();
  for (const piece of placed)
    for (const cell of piece.cells) {
      const [x, y, z] = rules.points[cell]!;
      if (tops.get(`${x},${y}`) === z + 1) seen.set(`${x},${y}`, rules.detail.colors[piece.color]!);
    }
  return rules.detail.board.heights.map(([x, y, limit]) => ({
    square: toSquare(frame, [x, y, 0]),
    text: String(tops.get(`${x},${y}`) ?? limit),
    color: seen.get(`${x},${y}`) ?? null,
  }));
}

/** The number of the move on each piece. */
function numberLabels({ rules }: State, frame: Frame, placed: readonly PlacedView[]): Label[] {
  return placed.map((piece) => ({
    square: toSquare(frame, middle(piece.cells.map((cell) => rules.points[cell]!))),
    text: String(piece.number),
    color: rules.detail.colors[piece.color]!,
  }));
}

/** The cells that findings point at; a finding about half the board, or about the move itself, points at nothing. */
function findingCells(candidate: Candidate): number[] {
  const own = new Set(candidate.cells);
  return candidate.findings
    .filter((finding) => finding.cells.length <= 8)
    .flatMap((finding) => finding.cells.filter((cell) => !own.has(cell)));
}

/** A square window around a footprint, one square of margin at its nearest edges. */
function around(footprint: readonly Square[]): Still["window"] {
  const columns = footprint.map((square) => square.column);
  const rows = footprint.map((square) => square.row);
  const [left, right, top, bottom] = [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)];
  const size = Math.max(right - left, bottom - top) + 2;
  return { column: (left + right + 1 - size) / 2, row: (top + bottom + 1 - size) / 2, columns: size, rows: size };
}

/** How much room the drawing leaves around the board, in squares. */
export const RIM = 0.18;

/** How much room it leaves at the left and below, where the names are. */
export const edgeOf = ({ window }: Still, coordinates: boolean): number =>
  coordinates ? 0.036 * Math.max(window.columns, window.rows) : RIM;

/** The names along the edges of the board as drawn: columns under it, rows at its left. */
export function edgeNames(frame: Frame): { columns: string[]; rows: string[] } {
  const sideways = frame.turned % 2 === 1;
  const letters = Array.from({ length: frame.columns }, (_, x) => cellName([x, 0, 0])[0]!);
  const numbers = Array.from({ length: frame.rows }, (_, y) => String(y + 1));
  const along = sideways ? numbers : letters;
  const upward = sideways ? letters : numbers;
  // Where the first column or row lies tells whether the names run forward.
  const origin = toSquare(frame, [0, 0, 0]);
  return {
    columns: origin.column === 0 ? along : along.reverse(),
    rows: origin.row === 0 ? upward : upward.reverse(),
  };
}
