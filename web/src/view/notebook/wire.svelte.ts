/** What the board in a notebook hears of Python and tells it: the only judge of moves is there. */

import { buildRules, readAtlas, type AtlasData } from "../../core/rules";
import { ghost, placeKey } from "../../core/table/select";
import { begin, type State } from "../../core/table/state";
import * as update from "../../core/table/update";
import type { Advice, RulesetDetail, Snapshot } from "../../wire";

/** What anywidget gives: values that Python keeps in step, and messages. */
export interface Model {
  get(name: string): unknown;
  on(event: string, heard: (message: Message) => void): void;
  off(event: string, heard: (message: Message) => void): void;
  send(message: unknown): void;
}

type Message =
  | { kind: "notice"; sentence: string }
  | { kind: "why"; cells: number[]; why: string; sentence: string; in_the_way: number[] };

/** One step in the tree of a game. */
export interface Told {
  readonly node: number;
  /** e.g. `"3 L5 at c4–d7"`. */
  readonly text: string;
  readonly color: string | null;
  readonly comment: string;
}

/** The main line and after it what branches off, line by line; the path leads through the cursor. */
export interface Tree {
  readonly lines: readonly { readonly depth: number; readonly nodes: readonly Told[] }[];
  readonly path: readonly number[];
  /** How many steps of the path have been taken. */
  readonly at: number;
}

export type Advised = Advice & { readonly headline: string };

/** How long a piece rests on an illegal place before the board asks why. */
const PATIENCE = 140;

export class Wire {
  state: State;
  tree: Tree;
  busy: string;
  notice = $state.raw("");
  private readonly stops: (() => void)[] = [];
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly model: Model) {
    const rules = buildRules(model.get("rules") as RulesetDetail, atlasOf(model.get("atlas") as DataView));
    const advised = () => {
      const found = model.get("advice") as Partial<Advised>;
      return found.candidates ? (found as Advised) : null;
    };
    this.state = $state.raw(update.advise(begin(rules, model.get("snapshot") as Snapshot), advised()));
    this.tree = $state.raw(model.get("tree") as Tree);
    this.busy = $state.raw(model.get("busy") as string);
    this.hear("change:snapshot", () => {
      this.notice = "";
      const next = update.receive(this.state, model.get("snapshot") as Snapshot);
      this.state = next.sent === null ? next : update.refuse(next);
    });
    this.hear("change:tree", () => (this.tree = model.get("tree") as Tree));
    this.hear("change:busy", () => (this.busy = model.get("busy") as string));
    this.hear("change:advice", () => (this.state = update.advise(this.state, advised())));
    this.hear("msg:custom", (message) => this.heed(message));
  }

  get advice(): Advised | null {
    return this.state.advice as Advised | null;
  }

  private hear(event: string, heard: (message: Message) => void): void {
    this.model.on(event, heard);
    this.stops.push(() => this.model.off(event, heard));
  }

  private heed(message: Message): void {
    if (message.kind === "notice") {
      this.state = update.refuse(this.state);
      this.notice = message.sentence;
    } else if (message.kind === "why") {
      const { cells, why: kind, sentence, in_the_way } = message;
      this.state = update.explain(this.state, { place: placeKey(cells), kind, sentence, cells: in_the_way });
    }
  }

  close(): void {
    clearTimeout(this.asking);
    for (const stop of this.stops) stop();
  }

  /** Changes the state, and asks why not when the held piece does not fit. */
  apply(change: (state: State) => State): void {
    const before = this.state;
    this.state = change(before);
    if (this.state.hand !== before.hand) {
      this.notice = "";
      this.wonder();
    }
  }

  /** Plays the held piece where it is; if it does not fit, says why. */
  place(): void {
    const now = ghost(this.state);
    if (!now) return;
    if (now.move === null) return this.wonder(0);
    const { ply } = this.state.snapshot;
    this.state = update.markSent(this.state, now.move);
    this.model.send({ kind: "play", move: now.move, ply });
  }

  goto(node: number): void {
    this.model.send({ kind: "goto", node });
  }

  ask(kind: "advise" | "on"): void {
    this.model.send({ kind });
  }

  private wonder(patience = PATIENCE): void {
    clearTimeout(this.asking);
    const now = ghost(this.state);
    if (!now?.cells || now.move !== null || this.state.why) return;
    this.asking = setTimeout(() => this.model.send({ kind: "explain", cells: now.cells, die: now.die }), patience);
  }
}

/** The atlas as Python sends it: bytes of their own, or a view of a message. */
function atlasOf(data: DataView | ArrayBuffer): AtlasData {
  return readAtlas(
    data instanceof ArrayBuffer
      ? data
      : (data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer),
  );
}
