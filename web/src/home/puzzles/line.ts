/** The page's line to the puzzles at home: a worker that is begun when it is needed, and again when it is lost. */

import { Lost, Refused } from "../../net/failure";
import type { Checked, LaidPiece, PuzzleDetail, PuzzleList, Solution } from "../../wire";
import type { WorkerEnd } from "../line";
import type { Question } from "./solving";
import type { Order, Said } from "./worker";

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (problem: Error) => void;
  readonly progress: (part: number) => void;
}

type Numbered<T> = T extends { number: number } ? Omit<T, "number"> : never;

/** Milliseconds after which a worker that says nothing is taken for dead: the hardest puzzle of a day takes a while. */
const PATIENCE = 60_000;

export class PuzzleLine {
  private worker: WorkerEnd | null = null;
  private ready: Promise<boolean> | null = null;
  private settleReady: (isReady: boolean) => void = () => undefined;
  private next = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly make: () => WorkerEnd,
    /** Where the kernel's files lie. */
    private readonly source: string,
  ) {}

  /** Makes the solvers ready; false where that cannot be done in this browser. */
  load(): Promise<boolean> {
    return (this.ready ??= new Promise((resolve) => {
      this.settleReady = resolve;
      try {
        this.worker = this.make();
      } catch {
        return this.lose();
      }
      this.worker.onmessage = ({ data }: MessageEvent<Said>) => this.receive(data);
      this.worker.onerror = () => this.lose();
      this.worker.postMessage({ load: this.source } satisfies Order);
      this.watch();
    }));
  }

  list(): Promise<PuzzleList> {
    return this.ask({ list: true });
  }
  detail(name: string): Promise<PuzzleDetail> {
    return this.ask({ detail: name });
  }
  check(name: string, placed: readonly LaidPiece[]): Promise<Checked> {
    return this.ask({ check: name, placed });
  }
  solve(solve: Question, progress: (part: number) => void): Promise<Solution> {
    return this.ask({ solve }, progress);
  }
  stop(): void {
    this.worker?.postMessage({ stop: true } satisfies Order);
  }

  private async ask<T>(order: Numbered<Order>, progress: (part: number) => void = () => undefined): Promise<T> {
    if (!(await this.load())) throw new Lost();
    const number = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as (answer: never) => void, reject, progress });
      this.worker!.postMessage({ ...order, number });
      this.watch();
    });
  }

  private receive(said: Said): void {
    if ("ready" in said) this.settleReady(true);
    else if ("failed" in said) return this.lose();
    else if ("progress" in said) this.waiting.get(said.number)?.progress(said.progress);
    else {
      const waiting = this.waiting.get(said.number);
      this.waiting.delete(said.number);
      if ("refusal" in said) waiting?.reject(new Refused({ ...said.refusal, values: { ...said.refusal.values } }));
      else waiting?.resolve(said.result as never);
    }
    this.watch();
  }

  /** Waits for the next word, as long as one is due. */
  private watch(): void {
    clearTimeout(this.timer);
    this.timer = this.waiting.size > 0 || this.ready === null ? setTimeout(() => this.lose(), PATIENCE) : undefined;
  }

  /** The worker is gone: what was asked is not answered, and the next question begins another. */
  private lose(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
    this.settleReady(false);
    for (const { reject } of this.waiting.values()) reject(new Lost());
    this.waiting.clear();
  }
}
