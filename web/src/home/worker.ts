/** The worker in which the tables at home stand: the kernel, the games and the thinking, beside the page that draws. */

import type { ClientMessage, HomeGame, NewGame, PlacedView, ServerMessage } from "../wire";
import { Crew, matesHere } from "./crew";
import { Host, type News } from "./host";
import { KernelError, loadKernel, type Manifest } from "./kernel";
import { homeGame } from "./play/handover";
import { formatRecord } from "./play/record";
import { Refusal } from "./play/refusal";
import { pieces } from "./play/view";
import { Database, type Head, type KeptGame } from "./store";

/** What the page asks for; what has a number is answered with the same. */
export type Order =
  /** Where the kernel's files lie; and from a worker before this one, which they are and the games only the page has. */
  | {
      readonly load: string;
      readonly files: Manifest | null;
      readonly pace: number;
      readonly copies: readonly KeptGame[];
    }
  /** Does it still hear? */
  | { readonly beat: true }
  | { readonly hear: ClientMessage }
  | { readonly number: number; readonly open: NewGame }
  /** The game as the text of a record. */
  | { readonly number: number; readonly record: string }
  /** What lies on every sheet of the game. */
  | { readonly number: number; readonly sheets: string }
  /** The game as the server takes it; it holds still until it leaves. */
  | { readonly number: number; readonly whole: string }
  /** The game that was held still now goes on at a table of the server; with null, here after all. */
  | { readonly number: number; readonly leave: string; readonly to: Head["moved"] | null };

/** What the worker says. */
export type Said =
  | { readonly ready: Manifest }
  | { readonly failed: { readonly kind: string; readonly sentence: string } }
  | { readonly beat: true }
  | { readonly message: ServerMessage }
  | { readonly news: News }
  | { readonly number: number; readonly result: string | HomeGame | Placed | null }
  | { readonly number: number; readonly refusal: Pick<Refusal, "code" | "sentence" | "kind" | "values"> };

/** By sheet, the pieces in the order they were laid. */
export type Placed = readonly (readonly PlacedView[])[];

const say = (said: Said): void => postMessage(said);
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("cornerwise games");

const mate = () => new Worker(new URL("./mate.ts", import.meta.url), { type: "module", name: "crew" });

let host: Host | null = null;

async function load({ load: source, files, pace, copies }: Extract<Order, { load: string }>): Promise<void> {
  try {
    const kernel = await loadKernel(source, files ?? undefined);
    const made = new Host(
      kernel,
      new Database(),
      pace,
      (message) => say({ message }),
      (news) => say({ news }),
      (game) => channel?.postMessage(game),
      () => new Crew(mate, source, kernel.manifest, matesHere()),
      undefined,
      copies,
    );
    if (channel) channel.onmessage = ({ data }: MessageEvent<string>) => void made.overhear(data);
    host = made;
    say({ ready: kernel.manifest });
  } catch (problem) {
    const kind = problem instanceof KernelError ? problem.kind : "";
    say({ failed: { kind, sentence: problem instanceof Error ? problem.message : String(problem) } });
  }
}

async function carryOut(order: Extract<Order, { number: number }>) {
  if ("open" in order) return host!.open(order.open);
  if ("record" in order) return formatRecord(await host!.find(order.record));
  if ("sheets" in order) {
    const session = await host!.find(order.sheets);
    return Array.from({ length: session.ruleset.sheets }, (_, sheet) => pieces(session, sheet));
  }
  if ("whole" in order) {
    const session = await host!.find(order.whole);
    await session.hold();
    return homeGame(session);
  }
  const session = await host!.find(order.leave);
  if (order.to) await session.leave(order.to);
  else session.stay();
  return null;
}

onmessage = async ({ data }: MessageEvent<Order>) => {
  if ("load" in data) return load(data);
  if ("beat" in data) return say({ beat: true });
  if ("hear" in data) return host!.hear(data.hear);
  const { number } = data;
  try {
    say({ number, result: await carryOut(data) });
  } catch (problem) {
    if (!(problem instanceof Refusal)) console.error(problem);
    const { code, sentence, kind, values } =
      problem instanceof Refusal ? problem : new Refusal("internal", "Something went wrong.", "internal");
    say({ number, refusal: { code, sentence, kind, values } });
  }
};
