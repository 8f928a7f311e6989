/** The forecast ribbon: win chances along the game as stacked bands, where they are known. */

import type { Snapshot } from "../../wire";

export interface Band {
  readonly seat: number;
  /** An SVG path in a box of `steps` by 1. */
  readonly path: string;
}

export interface Ribbon {
  readonly bands: readonly Band[];
  /** Of each step: is it under the bands? */
  readonly covered: readonly boolean[];
}

interface Known {
  readonly step: number;
  readonly chances: readonly number[];
}

/** The forecasts, and at the end of a game its result. */
function known({ steps, seats, winners, is_over: isOver, at }: Snapshot): Known[] {
  const found = steps.flatMap(({ forecast }, index) => (forecast ? [{ step: index + 1, chances: forecast }] : []));
  if (found.length === 0 || !isOver || at !== steps.length || winners.length === 0) return found;
  const result = seats.map(({ seat }) => (winners.includes(seat) ? 1 : 0));
  return [...found.filter(({ step }) => step < at), { step: at, chances: result }];
}

/** So many forecasts show how the chances went; one or two would stand among the moves like a block without meaning. */
const COURSE = 3;

/** One band per seat. Between forecasts that are at most a round apart the bands go on; elsewhere nothing is claimed. */
export function ribbon(snapshot: Snapshot): Ribbon {
  // A round is a step of every color or seat, and perhaps a roll.
  const round = Math.max(snapshot.seats.length, snapshot.supplies.length) + 1;
  const runs: Known[][] = [];
  for (const each of known(snapshot)) {
    const last = runs.at(-1)?.at(-1);
    if (last && each.step - last.step <= round) runs.at(-1)!.push(each);
    else runs.push([each]);
  }
  // A forecast is what is thought after its step, so that the first one of a run fills that step.
  const courses = runs.filter((run) => run.length >= COURSE);
  const columns = courses.map((run) => [{ ...run[0]!, step: run[0]!.step - 1 }, ...run].map(stacked));
  const bands = snapshot.seats.map((_, seat) => {
    const parts = columns.map((run) => {
      const upper = run.map(({ step, edges }) => `${step} ${edges[seat]}`);
      const lower = run.map(({ step, edges }) => `${step} ${edges[seat + 1]}`).reverse();
      return `M${[...upper, ...lower].join("L")}Z`;
    });
    return { seat, path: parts.join("") };
  });
  const covered = snapshot.steps.map((_, index) =>
    columns.some((run) => run[0]!.step <= index && index < run.at(-1)!.step),
  );
  return { bands: columns.length > 0 ? bands : [], covered };
}

/** The chances as heights, from 0 down to 1. */
function stacked({ step, chances }: Known): { step: number; edges: readonly number[] } {
  const total = chances.reduce((sum, chance) => sum + chance, 0) || 1;
  let sum = 0;
  const edges = [0, ...chances.map((chance) => Math.round((sum += chance / total) * 1000) / 1000)];
  return { step, edges };
}
