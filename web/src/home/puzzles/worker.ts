/** The worker in which puzzles are judged and solved, beside the page that draws. */

import type { Checked, LaidPiece, PuzzleDetail, PuzzleList, Solution } from "../../wire";
import { Refusal } from "../play/refusal";
import { PuzzleBench } from "./bench";
import { Solving, type Question } from "./solving";

/** What the page asks for; all but `load` and `stop` are answered with the same number. */
export type Order =
  | { readonly load: string }
  | { readonly stop: true }
  | { readonly number: number; readonly list: true }
  | { readonly number: number; readonly detail: string }
  | { readonly number: number; readonly check: string; readonly placed: readonly LaidPiece[] }
  | { readonly number: number; readonly solve: Question };

/** What the worker says. */
export type Said =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly number: number; readonly progress: number }
  | { readonly number: number; readonly result: PuzzleList | PuzzleDetail | Checked | Solution }
  | { readonly number: number; readonly refusal: Pick<Refusal, "code" | "sentence" | "kind" | "values"> };

const say = (said: Said): void => postMessage(said);
/** Messages are tasks: a task of one's own lets those that wait come first. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

let bench: PuzzleBench | null = null;
let solving: Solving | null = null;
/** The question that is being worked on; another takes its place. */
let wanted = 0;

async function load(source: string): Promise<void> {
  try {
    bench = await PuzzleBench.load(source);
    solving = new Solving(bench);
    say({ ready: true });
  } catch (problem) {
    say({ failed: problem instanceof Error ? problem.message : String(problem) });
  }
}

async function carryOut(order: Exclude<Order, { load: string } | { stop: true }>) {
  if ("list" in order) return bench!.list();
  if ("detail" in order) return bench!.detail(order.detail);
  if ("check" in order) return bench!.check(order.check, order.placed);
  const { number } = order;
  wanted = number;
  return solving!.solve(order.solve, {
    isWanted: () => wanted === number,
    progress: (part) => say({ number, progress: part }),
    breathe,
    now: () => performance.now() / 1000,
  });
}

onmessage = async ({ data }: MessageEvent<Order>) => {
  if ("load" in data) return load(data.load);
  if ("stop" in data) return void (wanted = 0);
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
