import { describe, expect, test } from "vitest";
import { meaning, takeHold, type KeyPress } from "../src/core/table/keys";
import {
  expectedLine,
  fewPlaces,
  fitsAt,
  ghost,
  isMyMove,
  linePieces,
  placeKey,
  placesByShape,
  shownPieces,
} from "../src/core/table/select";
import type { State } from "../src/core/table/state";
import {
  advise,
  ask,
  askNext,
  chooseCandidate,
  draft,
  explain,
  look,
  moveTo,
  nextPlace,
  pick,
  putBack,
  receive,
  markSent,
  showLine,
  showPlacement,
  step,
  think,
  twistHand,
} from "../src/core/table/update";
import { DEFAULTS } from "../src/net/memory";
import { still } from "../src/view/board/scene";
import type { Advice, Candidate } from "../src/wire";
import { smallRules, smallSnapshot, smallState, spaceState } from "./table";

const key = (name: string, shift = false, control = false): KeyPress => ({ key: name, shift, control });
function type(state: State, ...keys: KeyPress[]): State {
  for (const each of keys) {
    const found = meaning(state, each);
    if (found && "change" in found) state = found.change(state);
  }
  return state;
}

describe("rules as data", () => {
  test("cells find their placement in any order, and only whole shapes", () => {
    const rules = smallRules();
    const id = rules.find([6, 5])!;
    expect(rules.cellsOf(id)).toEqual([5, 6]);
    expect(rules.shapeOf(id)).toBe("2");
    expect(rules.find([0, 24])).toBeNull();
    expect(rules.cellAt([5, 0, 0])).toBeNull();
    expect(rules.cellAt([4, 4, 0])).toBe(24);
  });
});

describe("holding a piece", () => {
  test("a picked piece over a legal place is a move", () => {
    const held = moveTo(pick(smallState(), "2"), [0, 0, 0]);
    const now = ghost(held)!;
    expect(now.cells).not.toBeNull();
    expect(now.move).toBe(held.rules.find(now.cells!));
  });
  test("elsewhere it is none, and off the board it has no cells", () => {
    const state = pick(smallState(), "2");
    expect(ghost(moveTo(state, [3, 3, 0]))!.move).toBeNull();
    const over = moveTo(state, [4, 4, 0]);
    expect(
      [ghost(over)!.cells, ghost(twistHand(twistHand(over, "clockwise"), "clockwise"))!.cells].filter(
        (c) => c === null,
      ),
    ).toHaveLength(1);
  });
  test("the orientation stays with the piece", () => {
    const turned = twistHand(pick(smallState(), "L4"), "clockwise");
    const again = pick(putBack(turned), "L4");
    expect(again.hand!.cells).toEqual(turned.hand!.cells);
  });
  test("nothing can be picked when it is not one's move, or the piece is gone", () => {
    expect(pick(smallState({ legal: [] }), "2").hand).toBeNull();
    expect(pick(smallState({ turn: { actor: 0, color: "blue", sheet: 0, shapes: ["1"] } }), "2").hand).toBeNull();
  });
  test("few places are told once the color lies on the board", () => {
    const sheets = (color: number) => [
      { cells: Array(25).fill(-1) as number[], placed: [{ shape: "1", color, placement: 0, cells: [24], number: 1 }] },
    ];
    expect(placesByShape(smallState()).get("2")!.length).toBeGreaterThan(1);
    expect(fewPlaces(smallState(), "2"), "at the opening").toBeNull();
    expect(fewPlaces(smallState({ sheets: sheets(1) }), "2"), "only the other color lies there").toBeNull();
    const state = smallState({ sheets: sheets(0) });
    expect(fewPlaces(state, "2")).toBe(placesByShape(state).get("2")!.length);
    expect(fewPlaces({ ...state, looking: 0 }, "2"), "while one looks back").toBeNull();
  });
  test("stepping stops at the edge", () => {
    let state = takeHold(smallState(), "L4");
    for (let i = 0; i < 9; i++) state = step(state, 1, 0);
    expect(ghost(state)!.cells).not.toBeNull();
  });
  test("next place walks through every legal place and comes round", () => {
    let state = takeHold(smallState(), "2");
    const places = placesByShape(state).get("2")!;
    const seen = new Set<number>();
    for (let i = 0; i < places.length; i++) {
      state = nextPlace(state);
      seen.add(ghost(state)!.move!);
    }
    expect([...seen].sort()).toEqual([...places].sort());
  });
  test("showing a placement lays the piece exactly there", () => {
    const state = smallState();
    for (const placement of state.snapshot.legal) expect(ghost(showPlacement(state, placement))!.move).toBe(placement);
  });
  test("what fits on a cell covers that cell", () => {
    const state = smallState();
    const fits = fitsAt(state, 0);
    expect(fits.map((fit) => fit.shape)).toEqual(["L4", "2", "1"]);
    expect(fitsAt(state, 24)).toEqual([]);
  });
});

describe("in space", () => {
  const lying = [0, 1];
  const standing = [1, 3];
  const placed = (cells: number[]) => ({ color: 0, shape: "2", placement: 0, cells, number: 1 });
  const heldOver = (state: State, at: 0 | 1) => moveTo(pick(state, "2"), [at, 0, 0]);

  test("a piece comes to rest where the list of legal moves says, whatever gravity would say", () => {
    const { rules } = spaceState();
    for (const cells of [
      [0, 1],
      [2, 3],
      [4, 5],
    ]) {
      const move = rules.find(cells)!;
      const state = spaceState({ legal: [move] });
      expect(ghost(heldOver(state, 0))).toMatchObject({ move, cells });
      expect(ghost(showPlacement(state, move))!.move).toBe(move);
    }
  });
  test("each orientation and each column has its own", () => {
    const { rules } = spaceState();
    const legal = [rules.find([2, 3])!, rules.find(standing)!];
    const state = spaceState({ legal });
    for (const move of legal) expect(ghost(showPlacement(state, move))!.move).toBe(move);
    const upright = moveTo(twistHand(pick(state, "2"), "tipRight"), [1, 0, 0]);
    expect(ghost(upright)!.move).toBe(legal[1]);
    expect(ghost(moveTo(upright, [0, 0, 0]))!.move).toBeNull();
  });
  test("a piece that may not lie there is drawn above what is built, and is no move", () => {
    const { rules } = spaceState();
    const above = spaceState({ legal: [rules.find(standing)!], sheets: [{ cells: [], placed: [placed(lying)] }] });
    expect(ghost(heldOver(above, 0))).toMatchObject({ move: null, cells: [2, 3] });
    const full = spaceState({
      legal: [rules.find(standing)!],
      sheets: [{ cells: [], placed: [placed([0, 2]), placed([4, 5])] }],
    });
    expect(ghost(heldOver(full, 0))).toMatchObject({ move: null, cells: null });
  });
});

describe("keys", () => {
  test("a whole move without a pointer", () => {
    const state = type(smallState(), key("2"), key("ArrowLeft"), key("ArrowDown"));
    expect(ghost(state)!.move).not.toBeNull();
    expect(meaning(state, key("Enter"))).toEqual({ command: "place" });
    expect(type(state, key("Escape")).hand).toBeNull();
  });
  test("space and r turn, f flips, g goes on", () => {
    const state = type(smallState(), key("l"));
    expect(state.hand!.shape).toBe("L4");
    expect(type(state, key(" ")).hand!.cells).toEqual(type(state, key("r")).hand!.cells);
    expect(type(state, key("r"), key("R", true)).hand!.cells).toEqual(state.hand!.cells);
    expect(type(state, key("f")).hand!.cells).not.toEqual(state.hand!.cells);
    expect(ghost(type(state, key("g")))!.move).not.toBeNull();
  });
  test("undo and redo", () => {
    expect(meaning(smallState(), key("z", false, true))).toEqual({ command: "undo" });
    expect(meaning(smallState(), key("Z", true, true))).toEqual({ command: "redo" });
  });
});

describe("the expected line", () => {
  const step = (state: State, cell: number, color: string) => {
    const move = state.rules.find([cell, cell + 1])!;
    return { move, text: "", color, cells: [cell, cell + 1] };
  };
  const advised = (change: Partial<State> = {}): State => {
    const state = { ...smallState(), ...change };
    const candidate = { ...step(state, 0, "blue"), expected: [step(state, 20, "yellow"), step(state, 6, "blue")] };
    const other = { ...step(state, 5, "blue"), expected: [] };
    return advise(state, { type: "advice", candidates: [candidate, other] } as unknown as Advice);
  };
  const laid = (state: State) => linePieces(state).map(({ cells, color, number }) => [cells[0], color, number]);

  test("is laid on the board move by move, and taken away again", () => {
    const state = advised();
    expect(laid(state)).toEqual([]);
    const one = type(state, key("."));
    expect(laid(one)).toEqual([
      [0, 0, 1],
      [20, 1, 2],
    ]);
    const all = type(one, key("."), key("."), key("."));
    expect([all.line, laid(all).length]).toEqual([2, 3]);
    expect(type(all, key(",")).line).toBe(1);
    expect(type(all, key(","), key(","), key(",")).line).toBeNull();
    // The game is what it was.
    expect([all.snapshot, shownPieces(all, 0)]).toEqual([state.snapshot, shownPieces(state, 0)]);
  });
  test("goes with whatever else is done", () => {
    const one = showLine(advised(), 1);
    expect(pick(one, "2").line).toBeNull();
    expect(look(one, 0).line).toBeNull();
    expect(chooseCandidate(one, 1).line).toBeNull();
    expect(showLine(chooseCandidate(one, 1), 1).line).toBeNull();
    expect(advise(one, null).line).toBeNull();
    expect(receive(one, { ...one.snapshot, ply: 9 }).line).toBeNull();
    expect(markSent(one, one.snapshot.legal[0]!).line).toBeNull();
    expect(ask(one, 0).line).toBeNull();
    const asked = askNext(one, 1);
    expect([asked.asked !== null, asked.line]).toEqual([true, null]);
    expect(ask(one, null).line).toBe(1);
  });
  test("stays through drafts as far as it still goes", () => {
    const two = showLine(advised(), 2);
    expect(draft(two, two.advice!).line).toBe(2);
    const [first, other] = two.advice!.candidates;
    const shorter = { ...two.advice!, candidates: [{ ...first!, expected: first!.expected!.slice(0, 1) }, other!] };
    expect(draft(two, shorter).line).toBe(1);
    expect(draft(two, { ...two.advice!, candidates: [other!] }).line).toBeNull();
  });
  test("stays when the answer puts another move first", () => {
    const one = showLine(advised(), 1);
    const [first, other] = one.advice!.candidates;
    const answered = advise(one, { ...one.advice!, candidates: [other!, first!] });
    expect([answered.candidate, answered.line]).toEqual([1, 1]);
    const without = advise(one, { ...one.advice!, candidates: [other!] });
    expect([without.candidate, without.line]).toEqual([0, null]);
  });
  test("is drawn, but not among the squares that were played on", () => {
    const state = advised();
    const one = showLine(state, 1);
    const drawn = [state, one].map((each) => still(each, DEFAULTS));
    expect(drawn[1]!.pieces.length).toBe(drawn[0]!.pieces.length + 2);
    expect(drawn[1]!.covered).toEqual(drawn[0]!.covered);
    const sent = still(markSent(one, one.snapshot.legal[0]!), DEFAULTS);
    expect(sent.covered.size).toBeGreaterThan(drawn[0]!.covered.size);
  });
  test("means nothing without advice, or with dice", () => {
    expect(type(smallState(), key(".")).line).toBeNull();
    const { rules } = smallState();
    const state = advised({ rules: { ...rules, hasDice: true } });
    expect(expectedLine(state)).toEqual([]);
    expect(type(state, key(".")).line).toBeNull();
  });
});

describe("snapshots", () => {
  test("a move that time cut short is told until one's own next move, or until it is taken back", () => {
    const told = {
      type: "thinking",
      reply: null,
      job: "play",
      game: "game0001",
      puzzle: null,
      queued: 0,
      advice: null,
    } as const;
    const state = smallState({ legal: [], ply: 4 });
    const progress = think(state, "play", { ...told, ply: 4, seat: 1, progress: 0.5, is_cut: false, text: "" });
    expect(progress.cut).toBeNull();
    const cut = think(progress, "play", { ...told, ply: 4, seat: 1, progress: null, is_cut: true, text: "" });
    const moved = receive(cut, smallSnapshot(state.rules, { ply: 5, position: "moved" }));
    const shown = think(moved, "play", null);
    expect(shown.cut).toEqual({ seat: 1, ply: 4 });
    expect(markSent(shown, 0).cut).toBeNull();
    expect(receive(shown, smallSnapshot(state.rules, { ply: 4, position: "back" })).cut).toBeNull();
  });
  test("a sent move blocks another until it is answered", () => {
    const sent = markSent(smallState(), 3);
    expect(isMyMove(sent)).toBe(false);
    expect(receive(sent, { ...sent.snapshot, ply: 1, position: "next" }).sent).toBeNull();
  });
  test("a newer snapshot drops a piece that cannot be held any more", () => {
    const held = pick(smallState(), "2");
    expect(receive(held, smallSnapshot(held.rules, { ply: 1, position: "x", legal: [] })).hand).toBeNull();
    expect(receive(held, smallSnapshot(held.rules, { ply: 1, position: "x" })).hand).not.toBeNull();
  });
  test("an explanation counts only where it was asked for", () => {
    const held = moveTo(pick(smallState(), "1"), [3, 3, 0]);
    const cells = ghost(held)!.cells!;
    const why = { place: placeKey(cells), kind: "touch", sentence: "No.", cells: [] };
    expect(explain(held, why).why).toEqual(why);
    expect(explain(moveTo(held, [2, 2, 0]), why).why).toBeNull();
    expect(moveTo(explain(held, why), [2, 2, 0]).why).toBeNull();
  });
  test("looking back shows the board as it was", () => {
    const placed = { color: 0, shape: "1", placement: 0, cells: [0], number: 1 };
    const steps = [
      {
        ply: 1,
        kind: "move" as const,
        number: 1,
        seat: 0,
        color: "blue",
        sheet: 0,
        text: "a1",
        move: 0,
        shape: "1",
        cells: [0],
        scores: [-6, -7],
        forecast: null,
      },
      {
        ply: 2,
        kind: "move" as const,
        number: 2,
        seat: 1,
        color: "yellow",
        sheet: 0,
        text: "e5",
        move: 24,
        shape: "1",
        cells: [24],
        scores: [-6, -6],
        forecast: null,
      },
    ];
    const state = smallState({
      steps,
      at: 2,
      sheets: [{ cells: [], placed: [placed, { ...placed, color: 1, number: 2 }] }],
    });
    expect(shownPieces(state, 0)).toHaveLength(2);
    expect(shownPieces(look(state, 1), 0)).toHaveLength(1);
    expect(look(state, 2).looking).toBeNull();
    expect(isMyMove(look(state, 1))).toBe(false);
  });
});

describe("dice", () => {
  const rows = { "1": ["1"], "2": ["2"], "3": ["L4"] };
  // Numbers that no formula would give: whoever tells the ruleset decides how moves are counted.
  const ways = [
    { die: 1, strike: false, first: 500 },
    { die: 2, strike: false, first: 1100 },
    { die: 2, strike: true, first: 3000 },
  ];
  test("the ids of moves are told with the ruleset", () => {
    const rules = smallRules({ rows, ways });
    for (const { die, strike, first } of ways) {
      expect(rules.moveId(7, die, strike)).toBe(first + 7);
      expect(rules.placementOf(first + 7)).toBe(7);
    }
    expect(rules.moveId(7, 1, true)).toBeNull();
  });
  test("a die that fits comes before a strike, the chosen die before others", () => {
    const rules = smallRules({ rows, ways });
    const single = rules.find([0])!;
    const plain = rules.moveId(single, 1, false)!;
    const strike = rules.moveId(single, 2, true)!;
    const state = smallState({ dice: [1, 2], legal: [plain, strike] }, { rows, ways });
    const held = moveTo(pick(state, "1"), [0, 0, 0]);
    expect(ghost(held)).toMatchObject({ move: plain, die: 1, strike: false });
    expect(ghost({ ...held, die: 2 })).toMatchObject({ move: strike, die: 2, strike: true });
  });
});

describe("advice while it is thought about", () => {
  const found = (...moves: number[]): Advice =>
    ({ type: "advice", candidates: moves.map((move) => ({ move }) as Candidate) }) as Advice;
  const moves = (state: State) => state.advice?.candidates.map(({ move }) => move);

  test("drafts leave moves where they are, and what is looked at stays open", () => {
    const state = chooseCandidate(draft(smallState(), found(1, 2, 3)), 1);
    const next = draft(state, found(3, 4, 2, 1));
    expect([moves(next), next.candidate]).toEqual([[1, 2, 3, 4], 1]);
    const gone = draft(next, found(4, 1));
    expect([moves(gone), gone.candidate]).toEqual([[1, 4], 0]);
  });

  test("the answer comes in its own order", () => {
    const state = advise(chooseCandidate(draft(smallState(), found(1, 2)), 1), found(3, 2, 1));
    expect([moves(state), state.candidate]).toEqual([[3, 2, 1], 1]);
    const unread = advise(draft(smallState(), found(1, 2)), found(3, 2, 1));
    expect([moves(unread), unread.candidate]).toEqual([[3, 2, 1], 0]);
  });
});
