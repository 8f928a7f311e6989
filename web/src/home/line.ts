/** The page's line to the tables at home: a worker that answers as the server would, and comes back when it is lost. */

import { Lost, Refused } from "../net/failure";
import type { Connection, Link, Outgoing } from "../net/connection";
import type { ClientMessage, HomeGame, NewGame, ServerMessage } from "../wire";
import type { News } from "./host";
import type { Manifest } from "./kernel";
import type { Order, Placed, Said } from "./worker";
import { Memory, type Head } from "./store";

interface Waiting {
  readonly order: Order;
  /** Has it been asked before, of a worker that was lost with it? */
  isAgain: boolean;
  readonly resolve: (answer: never) => void;
  readonly reject: (problem: Error) => void;
}

type Numbered<T> = T extends { number: number } ? Omit<T, "number"> : never;

/** Milliseconds between two questions whether the worker still hears. */
export const BEAT = 4000;
/** Questions that may stay unanswered, for it hears only between two slices of thinking. They are counted instead of the
 * time, which also passes while a phone holds the whole page. */
const SILENT = 3;
/** How long the kernel may take to come and to be made ready. */
const LOADING = 60_000;

const NO_KERNEL = {
  kind: "no_kernel",
  sentence: "This browser could not load what it needs to play by itself. Try again with a connection.",
};

/** What is needed of a worker. */
export type WorkerEnd = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

export class HomeLine implements Connection {
  private worker: WorkerEnd | null = null;
  private ready: Promise<boolean> | null = null;
  /** The kernel's files, once they were found: whoever comes after a lost worker takes the same. */
  private files: Manifest | null = null;
  private isReady = false;
  private why = NO_KERNEL;
  /** Was it lost after it had been ready? */
  private isLost = false;
  private unanswered = 0;
  /** The games that the browser does not keep, as far as the worker has told of them. */
  private readonly copies = new Memory();
  private next = 1;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Set<(message: ServerMessage) => void>();
  private readonly links = new Set<(link: Link) => void>();

  constructor(
    private readonly make: () => WorkerEnd,
    /** Where the kernel's files lie. */
    private readonly source: string,
    private readonly pace: number,
    private readonly inform: (news: News) => void,
  ) {
    setInterval(() => this.beat(), BEAT);
  }

  get isOpen(): boolean {
    return this.isReady;
  }

  hear(listener: (message: ServerMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  watch(listener: (link: Link) => void): () => void {
    this.links.add(listener);
    return () => this.links.delete(listener);
  }
  open(): void {
    void this.load();
  }

  /** Why the tables could not be made ready. */
  get problem(): Refused {
    return new Refused({ code: "refused", values: {}, ...this.why });
  }

  /** Makes the tables ready; false where that cannot be done in this browser. */
  load(): Promise<boolean> {
    return (this.ready ??= this.begin());
  }

  private begin(): Promise<boolean> {
    return new Promise((resolve) => {
      const worker = this.make();
      this.worker = worker;
      const settle = (isReady: boolean) => {
        clearTimeout(timer);
        this.isReady = isReady;
        this.unanswered = 0;
        if (isReady) this.tell("open");
        else {
          worker.terminate();
          this.worker = null;
          this.ready = null; // with a network it may work the next time
        }
        resolve(isReady);
      };
      const timer = setTimeout(() => settle(false), LOADING);
      worker.onmessage = ({ data }: MessageEvent<Said>) => {
        if ("ready" in data) {
          this.files = data.ready;
          settle(true);
        } else if ("failed" in data) {
          this.why = data.failed.kind ? data.failed : NO_KERNEL;
          settle(false);
        } else this.receive(data);
      };
      worker.onerror = () => (this.isReady ? this.restart() : settle(false));
      this.send({ load: this.source, files: this.files, pace: this.pace, copies: this.copies.all });
    });
  }

  /** Asks whether the worker still hears: some are ended without a word, as by a phone that needs their memory. */
  beat(): void {
    if (!this.isReady) {
      if (this.isLost) void this.load();
    } else if (this.unanswered === SILENT) {
      this.restart();
    } else {
      this.unanswered++;
      this.send({ beat: true });
    }
  }

  /** Begins anew: a thought is lost, and no game. What was asked is asked again. */
  private restart(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.isLost = true;
    this.tell("lost");
    this.ready = this.begin();
    void this.ready.then((isReady) => {
      // What two workers were lost with may be what ends them.
      for (const [number, waiting] of this.waiting)
        if (!isReady || waiting.isAgain) this.settle(number)!.reject(new Lost());
        else waiting.isAgain = true;
      // A task later, whoever was at a table has joined it again.
      setTimeout(() => this.waiting.forEach(({ order, isAgain }) => isAgain && this.send(order)));
    });
  }

  ask(message: Outgoing): Promise<ServerMessage> {
    return this.request((number) => ({ hear: { ...message, id: number } as ClientMessage }));
  }
  /** Opens a game and answers with its name. */
  openGame(open: NewGame): Promise<string> {
    return this.order({ open });
  }
  record(record: string): Promise<string> {
    return this.order({ record });
  }
  sheets(sheets: string): Promise<Placed> {
    return this.order({ sheets });
  }
  whole(whole: string): Promise<HomeGame> {
    return this.order({ whole });
  }
  leave(leave: string, to: Head["moved"] | null): Promise<null> {
    return this.order({ leave, to });
  }

  private order<T>(order: Numbered<Order>): Promise<T> {
    return this.request((number) => ({ ...order, number }) as Order);
  }

  private async request<T>(make: (number: number) => Order): Promise<T> {
    if (!(await this.load())) throw this.problem;
    const number = this.next++;
    const order = make(number);
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(number, { order, isAgain: false, resolve: resolve as (answer: never) => void, reject });
      this.send(order);
    });
  }

  private send(order: Order): void {
    this.worker?.postMessage(order);
  }

  private receive(said: Said): void {
    this.unanswered = 0;
    if ("news" in said) {
      if (said.news.copy) this.copies.take(said.news.copy);
      this.inform(said.news);
    } else if ("number" in said) {
      if ("refusal" in said)
        this.settle(said.number)?.reject(new Refused({ ...said.refusal, values: { ...said.refusal.values } }));
      else this.settle(said.number)?.resolve(said.result as never);
    } else if ("message" in said) {
      const { message } = said;
      const reply = "reply" in message ? message.reply : null;
      if (reply !== null && message.type !== "thinking") {
        const waiting = this.settle(reply);
        if (message.type === "error") waiting?.reject(new Refused(message));
        else waiting?.resolve(message as never);
      }
      for (const listener of this.listeners) listener(message);
    }
  }

  private settle(number: number): Waiting | undefined {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    return waiting;
  }

  private tell(link: Link): void {
    for (const listener of this.links) listener(link);
  }
}
