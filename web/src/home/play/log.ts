/** A game's log as a tree: every move, roll or retirement ever made, numbered by ply, and where the table stands. */

import type { Move, Position } from "../kernel";

/** Number `ply` of the log, following entry `after`; texts as records write them. */
export interface Entry {
  readonly ply: number;
  readonly after: number;
  readonly kind: "move" | "roll" | "retire";
  readonly text: string;
}

/** A ply: the entry that led here, the position it made, and what followed. */
export interface Node {
  readonly entry: Entry | null;
  /** Where the entry is one. */
  readonly move: Move | null;
  readonly position: Position;
  /** Moves and rolls of the line up to here, and all its steps. */
  readonly number: number;
  readonly rolls: number;
  readonly depth: number;
  readonly children: number[];
  forecast: readonly number[] | null;
}

/** The seat a retirement's text tells, counted from 0: 1 of "seat 2". */
export const seatOf = (text: string): number => Number(text.replace("seat ", "")) - 1;

export class Log {
  /** By ply; 0 is the start. */
  readonly nodes: Node[];
  /** The ply on the table. */
  at = 0;
  /** The child to redo from each ply: the one visited last. */
  private readonly next = new Map<number, number>();

  constructor(start: Position) {
    this.nodes = [
      { entry: null, move: null, position: start, number: 0, rolls: 0, depth: 0, children: [], forecast: null },
    ];
  }

  get node(): Node {
    return this.nodes[this.at]!;
  }
  get position(): Position {
    return this.node.position;
  }

  /** The move made last on the way to the ply on the table, rolls aside. */
  get lastMove(): Move | null {
    for (const ply of this.back(this.at)) {
      const { move } = this.nodes[ply]!;
      if (move) return move;
    }
    return null;
  }

  /** The entry that would follow what is on the table. */
  newEntry(kind: Entry["kind"], text: string): Entry {
    return { ply: this.nodes.length, after: this.at, kind, text };
  }

  /** The ply that followed the present one by this very step, if it was made before. */
  child(text: string): number | undefined {
    return this.node.children.find((ply) => this.nodes[ply]!.entry!.text === text);
  }

  /** Adds an entry as it was written; breaks off with a KernelError when the rules say no. */
  replay(entry: Entry): void {
    const before = this.nodes[entry.after];
    if (!before || entry.ply !== this.nodes.length) throw new Error("The log has a gap.");
    const { position } = before;
    if (entry.kind === "roll") this.add(entry, null, position.roll(entry.text));
    else if (entry.kind === "retire") this.add(entry, null, position.retire(seatOf(entry.text)));
    else {
      const move = position.ruleset.parseMove(entry.text);
      this.add(entry, move, position.play(move.id));
    }
  }

  /** Adds an entry and goes there. */
  add(entry: Entry, move: Move | null, position: Position): void {
    const parent = this.nodes[entry.after]!;
    const number = parent.number + (entry.kind === "move" ? 1 : 0);
    const rolls = parent.rolls + (entry.kind === "roll" ? 1 : 0);
    this.nodes.push({ entry, move, position, number, rolls, depth: parent.depth + 1, children: [], forecast: null });
    parent.children.push(entry.ply);
    this.next.set(entry.after, entry.ply);
    this.at = entry.ply;
  }

  /** Goes to a ply; its line becomes the one shown. */
  go(ply: number): void {
    for (const below of this.back(ply)) {
      const { entry } = this.nodes[below]!;
      if (entry) this.next.set(entry.after, below);
    }
    this.at = ply;
  }

  /** The plies from one back to the start, 0 included. */
  *back(ply: number): Generator<number> {
    for (let entry = this.nodes[ply]!.entry; entry; entry = this.nodes[ply]!.entry) {
      yield ply;
      ply = entry.after;
    }
    yield 0;
  }

  /** The plies that follow one in the line shown, itself excluded. */
  *forward(ply: number): Generator<number> {
    for (let next = this.next.get(ply); next !== undefined; next = this.next.get(next)) yield next;
  }

  /** The line shown: from the first step through the present ply to its end, without 0. */
  line(): number[] {
    return [...[...this.back(this.at)].reverse(), ...this.forward(this.at)].slice(1);
  }
}
