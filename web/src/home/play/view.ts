/** From a session at home to what is told of it: the snapshot. */

import type { SeatView, Snapshot, StepView, SupplyView, VariationView } from "../../wire";
import { commitment } from "./dice";
import { CHANCE, NOBODY, type Position } from "../kernel";
import { seatOf } from "./log";
import type { Session } from "./session";

/** The session as the person at this screen, who is its host, sees it. */
export function snapshot(session: Session): Snapshot {
  const { position, ruleset, log, isOver, ranks, head } = session;
  const { turn } = position;
  const line = log.line();
  const isMove = session.isMine && turn.actor >= 0;
  return {
    type: "snapshot",
    game: session.game,
    ruleset: ruleset.name,
    options: { ...ruleset.options },
    title: ruleset.title,
    seq: head.seq,
    ply: log.at,
    turn: { actor: isOver ? NOBODY : turn.actor, color: turn.color, sheet: turn.sheet, shapes: [...turn.shapes] },
    sheets: Array.from({ length: ruleset.sheets }, (_, sheet) => ({
      cells: [...position.cellColors(sheet)],
      placed: pieces(session, sheet),
    })),
    supplies: supplies(position),
    legal: isMove ? [...position.legalIds] : [],
    targets: turn.actor >= 0 && !isOver && turn.color ? [...position.targets(turn.color, turn.sheet)] : [],
    may_roll: session.isMine && turn.actor === CHANCE,
    scores: [...position.scores],
    color_scores: { ...position.colorScores },
    ranks: [...ranks],
    winners: isOver ? ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) : [],
    out: position.out.filter((out) => typeof out === "string"),
    seats_out: position.out.filter((out) => typeof out === "number"),
    dice: [...position.dice],
    strikes: [...position.strikes],
    markers: [...position.markers],
    round: position.round,
    starter: position.starter,
    seats: seats(session),
    is_host: true,
    may_change: true,
    may_undo: session.undoTarget !== undefined,
    steps: line.map((ply) => step(session, ply)),
    at: log.node.depth,
    variations: variations(session, line),
    forecast: log.node.forecast ? [...log.node.forecast] : null,
    is_over: isOver,
    is_paused: session.isPaused,
    waits_for: [],
    may_stand_in: [],
    table: null,
    fairness: ruleset.hasDice ? { commitment: commitment(head.seed), seed: position.isOver ? head.seed : null } : null,
    position: position.text,
  };
}

/** The pieces of a sheet in the order they were laid. */
export function pieces({ log, ruleset }: Session, sheet: number): Snapshot["sheets"][number]["placed"] {
  const found: Snapshot["sheets"][number]["placed"] = [];
  for (const ply of [...log.back(log.at)].reverse()) {
    const { entry, move, number } = log.nodes[ply]!;
    if (!entry || !move) continue;
    const { turn } = log.nodes[entry.after]!.position;
    if (turn.sheet !== sheet) continue;
    const color = ruleset.colors.indexOf(turn.color ?? "");
    found.push({ color, shape: move.shape, placement: move.placement, cells: [...move.cells], number });
  }
  return found;
}

/** What every color, or in Dice every seat, has left, and how many places each piece has. */
function supplies(position: Position): SupplyView[] {
  const { ruleset, out } = position;
  const of = (owner: string | number, color: string, sheet: number): SupplyView => {
    const places = position.placesLeft(color, sheet);
    return {
      color: typeof owner === "string" ? owner : null,
      seat: typeof owner === "number" ? owner : null,
      pieces: position.supply(owner).map((shape) => ({ shape, places: places[shape] ?? 0 })),
      is_out: out.includes(owner),
    };
  };
  return ruleset.hasDice
    ? position.markers.map((color, seat) => of(seat, color, seat))
    : ruleset.colors.map((color) => of(color, color, 0));
}

function seats({ seats, ruleset, position }: Session): SeatView[] {
  return seats.map((seat) => ({
    ...seat,
    is_connected: true,
    is_yours: seat.kind === "here",
    is_reclaimable: seat.stand_in !== null,
    has_resigned: seat.has_resigned || position.retired.includes(seat.seat),
    person: null,
    colors: ruleset.hasDice
      ? [position.markers[seat.seat]!]
      : ruleset.colors.filter((_, color) => ruleset.owners[color] === seat.seat),
    token: null,
  }));
}

/** An entry of the log as a step of the line. */
function step({ log }: Session, ply: number): StepView {
  const { entry, move, number, position, forecast } = log.nodes[ply]!;
  if (!entry) throw new Error("Ply 0 is not a step.");
  const { turn } = log.nodes[entry.after]!.position;
  return {
    ply,
    kind: entry.kind,
    number,
    seat: entry.kind === "retire" ? seatOf(entry.text) : turn.actor,
    color: turn.color,
    sheet: turn.sheet,
    text: entry.text,
    move: move?.id ?? null,
    shape: move?.shape ?? null,
    cells: [...(move?.cells ?? [])],
    scores: [...position.scores],
    forecast: forecast ? [...forecast] : null,
  };
}

/** What branches off the line. */
function variations({ log }: Session, line: readonly number[]): VariationView[] {
  const shown = new Set(line);
  return [0, ...line].flatMap((after) =>
    log.nodes[after]!.children.filter((ply) => !shown.has(ply)).map((ply) => ({
      after,
      ply,
      text: log.nodes[ply]!.entry!.text,
      seat: log.nodes[after]!.position.turn.actor,
      moves: 1 + [...log.forward(ply)].length,
    })),
  );
}
