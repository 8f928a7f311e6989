/** A tiny ruleset and snapshot for the tests of the state: a 5 by 5 board, a single square, a domino and an L. */

import { buildRules, type Rules } from "../src/core/rules";
import { begin, type State } from "../src/core/table/state";
import type { Point } from "../src/core/board/geometry";
import { orientations } from "../src/core/board/hand";
import type { RulesetDetail, Snapshot } from "../src/wire";

const SIZE = 5;
const SHAPES: [string, Point[]][] = [
  ["1", [[0, 0, 0]]],
  [
    "2",
    [
      [0, 0, 0],
      [1, 0, 0],
    ],
  ],
  [
    "L4",
    [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [0, 1, 0],
    ],
  ],
];

export function smallRules(change: Partial<RulesetDetail> = {}): Rules {
  const placements: { shape: number; cells: number[] }[] = [];
  SHAPES.forEach(([, cells], shape) => {
    for (const turned of orientations(cells, ["clockwise", "flipX"]))
      for (let x = -SIZE; x < SIZE; x++)
        for (let y = -SIZE; y < SIZE; y++) {
          const points = turned.map((p) => [p[0] + x, p[1] + y] as const);
          if (points.every(([a, b]) => a >= 0 && b >= 0 && a < SIZE && b < SIZE))
            placements.push({ shape, cells: points.map(([a, b]) => b * SIZE + a).sort((p, q) => p - q) });
        }
  });
  const width = 4;
  const cells = new Int16Array(width * placements.length).fill(-1);
  placements.forEach((placement, id) =>
    placement.cells.forEach((cell, k) => (cells[k * placements.length + id] = cell)),
  );
  const grid = Array.from({ length: SIZE * SIZE }, (_, i): [number, number, number] => [
    i % SIZE,
    Math.floor(i / SIZE),
    0,
  ]);
  const detail: RulesetDetail = {
    name: "small",
    title: "Small",
    family: "small",
    structure: null,
    strengths: [
      { key: "newcomer", rating: 800 },
      { key: "dabbler", rating: null },
    ],
    options: {},
    choices: [],
    seats: 2,
    sheets: 1,
    colors: ["blue", "yellow"],
    owners: [0, 1],
    teams: [[0], [1]],
    contact: "corner",
    board: { columns: SIZE, rows: SIZE, levels: 1, cells: grid, names: [], heights: grid.map(([x, y]) => [x, y, 1]) },
    shapes: SHAPES.map(([name, points]) => ({
      name,
      size: points.length,
      cells: points as [number, number, number][],
      orientations: [],
    })),
    starts: [[0], [24]],
    rows: {},
    strikes: 0,
    clauses: [],
    notes: [],
    move_count: placements.length,
    ways: [{ die: null, strike: false, first: 0 }],
    atlas: { url: "", placements: placements.length },
    position: "",
    example: [],
    ...change,
  };
  return buildRules(detail, { shapes: placements.map((placement) => placement.shape), cells, width });
}

/** A snapshot in which blue may place what covers a1. */
export function smallSnapshot(rules: Rules, change: Partial<Snapshot> = {}): Snapshot {
  const legal = Array.from({ length: rules.detail.atlas.placements }, (_, id) => id).filter((id) =>
    rules.cellsOf(id).includes(0),
  );
  return {
    type: "snapshot",
    game: "game0001",
    ruleset: "small",
    options: {},
    title: "Small",
    seq: 0,
    ply: 0,
    turn: { actor: 0, color: "blue", sheet: 0, shapes: ["1", "2", "L4"] },
    sheets: [{ cells: Array(25).fill(-1) as number[], placed: [] }],
    supplies: [
      { color: "blue", seat: null, pieces: SHAPES.map(([shape]) => ({ shape, places: 1 })), is_out: false },
      { color: "yellow", seat: null, pieces: SHAPES.map(([shape]) => ({ shape, places: 1 })), is_out: false },
    ],
    legal,
    targets: [0],
    may_roll: false,
    scores: [-7, -7],
    color_scores: { blue: -7, yellow: -7 },
    ranks: [1, 1],
    winners: [],
    out: [],
    seats_out: [],
    dice: [],
    strikes: [],
    markers: [],
    round: 0,
    starter: 0,
    seats: [],
    is_host: true,
    may_change: true,
    may_undo: false,
    steps: [],
    at: 0,
    variations: [],
    forecast: null,
    is_over: false,
    is_paused: false,
    waits_for: [],
    may_stand_in: [],
    table: null,
    fairness: null,
    position: "start",
    ...change,
  };
}

export function smallState(change: Partial<Snapshot> = {}, detail: Partial<RulesetDetail> = {}): State {
  const rules = smallRules(detail);
  return begin(rules, smallSnapshot(rules, change));
}

const LEVELS = 3;

/** A column of two squares, three levels high, with a domino: the smallest game in space. */
export function spaceState(change: Partial<Snapshot> = {}): State {
  const small = smallRules();
  const points = Array.from({ length: 2 * LEVELS }, (_, i): [number, number, number] => [i % 2, 0, Math.floor(i / 2)]);
  const placements: number[][] = [];
  for (let one = 0; one < points.length; one++)
    for (const other of one % 2 === 0 ? [one + 1, one + 2] : [one + 2])
      if (other < points.length) placements.push([one, other]);
  const board = { columns: 2, rows: 1, levels: LEVELS, cells: points, names: [], heights: [] };
  const detail = { ...small.detail, board, shapes: small.detail.shapes.filter(({ name }) => name === "2") };
  const rules = buildRules(detail, {
    shapes: placements.map(() => 0),
    cells: [0, 1].flatMap((column) => placements.map((cells) => cells[column]!)),
    width: 2,
  });
  return begin(rules, smallSnapshot(rules, { legal: [], targets: [], ...change }));
}
