/** What a key means at the table; everything can be done without a pointer. */

import { placesByShape } from "./select";
import type { State } from "./state";
import { chooseDie, look, moveTo, nextPlace, pick, putBack, showLine, step, twistHand } from "./update";

export interface KeyPress {
  /** As the browser names it, e.g. `"ArrowLeft"`, `"r"`, `" "`. */
  readonly key: string;
  readonly shift: boolean;
  /** Control or command. */
  readonly control: boolean;
}

/** What the page does beyond changing the state. */
export type Command = "place" | "undo" | "redo" | "type" | "advice" | "roll" | "help" | "fits" | "fitsBefore";

export type Meaning = { readonly change: (state: State) => State } | { readonly command: Command } | null;

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The meaning of a key press, or null. */
export function meaning(state: State, { key, shift, control }: KeyPress): Meaning {
  const letter = key.toLowerCase();
  if (control) {
    if (letter === "z") return { command: shift ? "redo" : "undo" };
    return letter === "y" ? { command: "redo" } : null;
  }
  if (key === "/") return { command: "type" };
  if (key === "?") return { command: "help" };
  if (letter === "q") return { command: shift ? "fitsBefore" : "fits" };
  const arrow = ARROWS[key];
  if (state.hand) {
    const inSpace = state.rules.levels > 1;
    if (arrow) return { change: (now) => step(now, ...arrow) };
    if (key === "Enter") return { command: "place" };
    if (key === "Escape") return { change: putBack };
    if (key === " " || letter === "r")
      return { change: (now) => twistHand(now, shift ? "counterclockwise" : "clockwise") };
    if (letter === "f") {
      const how = inSpace ? (shift ? "tipRight" : "tipAway") : shift ? "flipY" : "flipX";
      return { change: (now) => twistHand(now, how) };
    }
    if (letter === "g") return { change: (now) => nextPlace(now, shift ? -1 : 1) };
  } else {
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const from = state.looking ?? state.snapshot.at;
      return { change: (now) => look(now, from + arrow![0]) };
    }
    if (state.advice && (key === "." || key === ","))
      return { change: (now) => showLine(now, (now.line ?? 0) + (key === "." ? 1 : -1)) };
    if (key === "Home") return { change: (now) => look(now, 0) };
    if (key === "End" || key === "Escape") return { change: (now) => ({ ...look(now, null), asked: null }) };
    if ((key === "Enter" || key === " ") && state.snapshot.may_roll) return { command: "roll" };
    if (letter === "h") return { command: "advice" };
  }
  if (letter === "d" && state.rules.hasDice) return { change: nextDie };
  const shape = shapeFor(state, letter);
  return shape ? { change: (now) => takeHold(now, shape) } : null;
}

/** The next piece whose name begins with the letter; pieces that fit somewhere come first. */
function shapeFor(state: State, letter: string): string | null {
  const places = placesByShape(state);
  const named = state.snapshot.turn.shapes.filter((shape) => shape[0]!.toLowerCase() === letter);
  const order = [...named.filter((shape) => places.has(shape)), ...named.filter((shape) => !places.has(shape))];
  const held = order.indexOf(state.hand?.shape ?? "");
  return order[(held + 1) % order.length] ?? null;
}

/** Takes a piece for the keyboard: it appears on the board at once, where something can be built. */
export function takeHold(state: State, shape: string): State {
  const taken = pick(state, shape);
  if (!taken.hand || taken.hand.at) return taken;
  const cell = taken.snapshot.targets[0];
  const at = cell === undefined ? null : taken.rules.points[cell]!;
  return at ? step(moveTo(taken, [at[0], at[1], 0]), 0, 0) : step(taken, 0, 0);
}

function nextDie(state: State): State {
  const dice = [...new Set(state.snapshot.dice)].sort((a, b) => a - b);
  const next = state.die === null ? 0 : dice.indexOf(state.die) + 1;
  return next < dice.length ? chooseDie({ ...state, die: null }, dice[next]!) : { ...state, die: null };
}
