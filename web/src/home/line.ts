/** The page's line to the tables at home: a worker that answers as the server would, and comes back when it is lost. */

import { Lost, Refused } from "../net/failure";
import type { Connection, Link, Outgoing } from "../net/connection";
import type { ClientMessage, HomeGame, NewGame, ServerMessage } from "../wire";
import type { News } from "./host";
import type { Order, Placed, Said } from "./worker";
import type { Head } from "./store";

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (problem: Error) => void;
}

type Numbered<T> = T extends { number: number } ? Omit<T, "number"> : never;

/** Milliseconds after which a worker that says nothing is taken for dead; it hears between two slices of thinking. */
const PATIENCE = 20_000;
/** How long the kernel may take to come and to be made ready. */
const LOADING = 60_000;

const NO_KERNEL = {
  code: "refused",
  kind: "no_kernel",
  sentence: "This browser could not load what it needs to play by itself. Try again with a connection.",
  values: {},
};

/** What is needed of a worker. */
export type WorkerEnd = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

export class HomeLine implements Connection {
  private worker: WorkerEnd | null = null;
  private ready: Promise<boolean> | null = null;
  private isReady = false;
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
  ) {}

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
        if ("ready" in data) settle(true);
        else if ("failed" in data) settle(false);
        else this.receive(data);
      };
      worker.onerror = () => (this.isReady ? this.restart() : settle(false));
      this.send({ load: this.source, pace: this.pace });
    });
  }

  /** Begins anew: a thought is lost, and no game, since all of them are kept. */
  private restart(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    for (const { reject } of this.waiting.values()) reject(new Lost());
    this.waiting.clear();
    this.tell("lost");
    this.ready = this.begin();
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
  leave(leave: string, to: NonNullable<Head["moved"]>): Promise<null> {
    return this.order({ leave, to });
  }

  private order<T>(order: Numbered<Order>): Promise<T> {
    return this.request((number) => ({ ...order, number }) as Order);
  }

  private async request<T>(make: (number: number) => Order): Promise<T> {
    if (!(await this.load())) throw new Refused(NO_KERNEL);
    const number = this.next++;
    const order = make(number);
    // Advice and reviews take as long as they take.
    const isLong = "hear" in order && (order.hear.type === "advise" || order.hear.type === "review");
    return new Promise<T>((resolve, reject) => {
      const timer = isLong ? undefined : setTimeout(() => this.restart(), PATIENCE);
      const settle =
        <V>(how: (value: V) => void) =>
        (value: V) => {
          clearTimeout(timer);
          how(value);
        };
      this.waiting.set(number, { resolve: settle(resolve as (answer: never) => void), reject: settle(reject) });
      this.send(order);
    });
  }

  private send(order: Order): void {
    this.worker?.postMessage(order);
  }

  private receive(said: Said): void {
    if ("news" in said) this.inform(said.news);
    else if ("number" in said) {
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
