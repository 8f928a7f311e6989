/** Pure changes of the state: each takes one and returns the next. */

import type { Advice, Review, Snapshot, Thinking } from "../../wire";
import { toStep } from "../board/frame";
import { add, fingerprint, subtract, type Point } from "../board/geometry";
import { carry, clamp, orient, take, twist, type Twist } from "../board/hand";
import { expectedLine, fitsAt, frameOf, ghost, isMyMove, placeKey, placesByShape } from "./select";
import type { State, Why } from "./state";

/** A newer snapshot; what was meant for the older one is dropped, a piece in hand stays if it still can. */
export function receive(state: State, snapshot: Snapshot): State {
  const same = snapshot.ply === state.snapshot.ply && snapshot.position === state.snapshot.position;
  if (same) return { ...state, snapshot };
  const next: State = {
    ...state,
    snapshot,
    sent: null,
    why: null,
    asked: null,
    die: null,
    looking: null,
    advice: null,
    candidate: null,
    line: null,
    study: null,
    // A move that was taken back was not cut short.
    cut: state.cut && snapshot.ply > state.cut.ply ? state.cut : null,
  };
  const keeps = state.hand !== null && snapshot.turn.shapes.includes(state.hand.shape) && snapshot.legal.length > 0;
  return keeps ? { ...next, sheet: null } : { ...next, hand: null, sheet: null };
}

/** Takes a piece, in the orientation it was last held in. */
export function pick(state: State, shape: string, at: Point | null = null): State {
  if (!isMyMove(state) || !state.snapshot.turn.shapes.includes(shape)) return state;
  const cells = state.orientations[shape] ?? state.rules.cellsOfShape(shape);
  return settle({ ...state, asked: null, line: null, hand: carry(take(shape, cells), at ?? state.hand?.at ?? null) });
}

/** Puts the piece back. */
export const putBack = (state: State): State => ({ ...state, hand: null, why: null, asked: null });

/** Moves the held piece so that its grabbed cell is at a point; null: off the board. */
export function moveTo(state: State, at: Point | null): State {
  if (!state.hand) return state;
  const held = state.hand.at;
  if (held === at || (held && at && held[0] === at[0] && held[1] === at[1])) return state;
  return settle({ ...state, hand: carry(state.hand, at) });
}

/** Moves the held piece by squares of the screen, staying on the board. */
export function step(state: State, right: number, down: number): State {
  if (!state.hand) return state;
  const { columns, rows } = state.rules.detail.board;
  const from = state.hand.at ?? [Math.floor(columns / 2), Math.floor(rows / 2), 0];
  const to = state.hand.at ? add(from, toStep(frameOf(state), right, down)) : from;
  return moveTo(state, clamp(state.hand, to, columns, rows));
}

/** Turns, flips or tips the held piece as seen on the screen. */
export function twistHand(state: State, how: Twist): State {
  if (!state.hand || !state.rules.twists.includes(how)) return state;
  // On a board turned by a quarter, left and right are its rows.
  const sideways = state.turned % 2 === 1;
  const seen: Twist = !sideways ? how : how === "flipX" ? "flipY" : how === "flipY" ? "flipX" : how;
  const hand = twist(state.hand, seen);
  return settle({ ...state, hand, orientations: { ...state.orientations, [hand.shape]: hand.cells } });
}

/** Lays the held piece (or takes the placement's) exactly where a placement is. */
export function showPlacement(state: State, placement: number): State {
  const shape = state.rules.shapeOf(placement);
  const points = state.rules.cellsOf(placement).map((cell) => state.rules.points[cell]!);
  const held = pick(state, shape);
  if (!held.hand || held.hand.shape !== shape) return state;
  const hand = orient(held.hand, points);
  // Matching lowest cells tells where the grabbed one belongs.
  const sorted = (cells: readonly Point[]) => [...cells].sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0])[0]!;
  const at = subtract(sorted(points), sorted(hand.cells));
  const flat: Point = [at[0], at[1], 0];
  return settle({ ...held, hand: carry(hand, flat), orientations: { ...held.orientations, [shape]: hand.cells } });
}

/** Goes to the next legal place of the held piece: first in its orientation, then turned. */
export function nextPlace(state: State, direction: 1 | -1 = 1): State {
  if (!state.hand) return state;
  const places = placesByShape(state).get(state.hand.shape) ?? [];
  if (places.length === 0) return state;
  const held = fingerprint(state.hand.cells);
  const isHeld = (placement: number) =>
    fingerprint(state.rules.cellsOf(placement).map((cell) => state.rules.points[cell]!)) === held;
  const order = [...places.filter(isHeld), ...places.filter((placement) => !isHeld(placement))];
  const now = ghost(state);
  const here = now?.cells ? state.rules.find(now.cells) : null;
  const index = here === null ? -1 : order.indexOf(here);
  const to =
    index === -1 ? (direction === 1 ? 0 : order.length - 1) : (index + direction + order.length) % order.length;
  return showPlacement(state, order[to]!);
}

/** Remembers that a move was sent, so that it can be drawn before the answer. */
export const markSent = (state: State, move: number): State => ({
  ...state,
  sent: move,
  cut: null,
  hand: null,
  why: null,
  asked: null,
  line: null,
});

/** The move was refused: back to what the snapshot says. */
export const refuse = (state: State): State => ({ ...state, sent: null });

/** Why not, if that is still the question. */
export function explain(state: State, why: Why): State {
  const now = ghost(state);
  return now?.cells && placeKey(now.cells) === why.place ? { ...state, why } : state;
}

/** Asks what fits over a cell, or stops asking. */
export const ask = (state: State, cell: number | null): State => ({
  ...state,
  asked: cell,
  line: cell === null ? state.line : null,
});

/** Asks what fits over the next dot over which anything does. */
export function askNext(state: State, direction: 1 | -1): State {
  if (!isMyMove(state)) return state;
  const dots = state.snapshot.targets.filter((cell) => fitsAt(state, cell).length > 0);
  const at = state.asked === null ? -1 : dots.indexOf(state.asked);
  const next = at === -1 ? (direction === 1 ? 0 : dots.length - 1) : (at + direction + dots.length) % dots.length;
  return dots.length === 0 ? state : { ...putBack(state), asked: dots[next]!, line: null };
}

/** Chooses the die to take, or leaves it open. */
export const chooseDie = (state: State, die: number | null): State => ({
  ...state,
  die: state.die === die ? null : die,
  why: null,
});

/** Looks back (or forward again) to how it was after so many steps. */
export function look(state: State, steps: number | null): State {
  const present = steps === null || steps === state.snapshot.at;
  const looking = present ? null : Math.max(0, Math.min(state.snapshot.steps.length, steps));
  return { ...state, looking, line: null, hand: looking === null ? state.hand : null, asked: null, why: null };
}

export const lookAtSheet = (state: State, sheet: number | null): State => ({ ...state, sheet });

export const turnBoard = (state: State, turned: number): State => ({ ...state, turned: ((turned % 4) + 4) % 4 });

/**
 * Takes advice; its moves come in the order in which they are told. The one somebody chose to look at stays open; otherwise
 * the first is, of which the headline speaks.
 */
export function advise(state: State, advice: Advice | null): State {
  // The first of a draft is open by itself, unless somebody steps through its line.
  const isChosen = state.candidate || state.line !== null;
  const looked = isChosen ? state.advice?.candidates[state.candidate ?? -1]?.move : undefined;
  const at = advice?.candidates.findIndex(({ move }) => move === looked) ?? -1;
  return keepLine(state, { ...state, advice, candidate: advice ? Math.max(0, at) : null });
}

/**
 * Takes a draft of advice while it is still thought about: moves stay where they are, under whoever points at them, with
 * their new figures; what is new comes below them.
 */
export function draft(state: State, found: Advice): State {
  if (!state.advice) return advise(state, found);
  const known = state.advice.candidates.map(({ move }) => found.candidates.find((each) => each.move === move));
  const kept = known.filter((each) => each !== undefined);
  const candidates = [...kept, ...found.candidates.filter((each) => !kept.includes(each))];
  const looked = state.candidate === null ? null : state.advice.candidates[state.candidate]?.move;
  const at = candidates.findIndex(({ move }) => move === looked);
  const candidate = looked === null ? null : Math.max(0, at);
  return keepLine(state, { ...state, advice: { ...found, candidates }, candidate });
}

export const chooseCandidate = (state: State, candidate: number | null): State => ({ ...state, candidate, line: null });

/** Lays so many moves of the expected line on the board, without playing them; none: the candidate alone again. */
export function showLine(state: State, moves: number): State {
  const line = Math.min(moves, expectedLine(state).length);
  return { ...state, line: line > 0 ? line : null, hand: null, looking: null, asked: null, why: null };
}

/** The line laid on the board stays while the candidate it belongs to does, as far as it still goes. */
function keepLine(before: State, after: State): State {
  if (before.line === null) return after;
  const move = ({ advice, candidate }: State) => advice?.candidates[candidate ?? -1]?.move;
  return move(before) === move(after) ? showLine(after, before.line) : { ...after, line: null };
}

export const review = (state: State, found: Review | null): State => ({ ...state, review: found, study: null });

/** Progress of a job; null when it has ended. */
export function think(state: State, job: Thinking["job"], thinking: Thinking | null): State {
  const { is_cut: isCut = false, seat = null, ply = null } = thinking ?? {};
  const cut = isCut && seat !== null && ply !== null ? { seat, ply } : state.cut;
  return { ...state, cut, thinking: { ...state.thinking, [job]: thinking ?? undefined } };
}

/** Drops an explanation that belongs to another place. */
function settle(state: State): State {
  if (!state.why) return state;
  const now = ghost(state);
  return now?.cells && placeKey(now.cells) === state.why.place ? state : { ...state, why: null };
}
