/** The one connection to the server: requests with answers, news to listeners, and coming back when it breaks. */

import { OUTDATED, SIGNED_OUT, type ServerMessage } from "../wire";
import type { Connection, Link, Outgoing } from "./connection";
import { Lost, Refused } from "./failure";

/** What is needed of a WebSocket. */
export type Line = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

interface Waiting {
  readonly resolve: (answer: ServerMessage) => void;
  readonly reject: (problem: Error) => void;
}

const OPEN = 1;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
/** How long a request waits for a connection before it is given up. */
const PATIENCE = 8000;
/** How long a line may say nothing while it opens or owes an answer; a dead one does not always say that it is. */
const SILENCE = 10_000;
/** The same when somebody comes back to the page, perhaps on a phone that has slept. */
const HASTE = 4000;
/** How long a line may say nothing that owes no answer, until it is asked for one. */
const QUIET = 20_000;

export class Socket implements Connection {
  private line: Line | null = null;
  private waiting = new Map<number, Waiting>();
  /** Requests made while there was no connection, by their numbers. */
  private queue = new Map<number, Outgoing>();
  private next = 1;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the wait for a line that says nothing. */
  private patience: ReturnType<typeof setTimeout> | undefined;
  private readonly news = new Set<(message: ServerMessage) => void>();
  private readonly links = new Set<(link: Link) => void>();

  constructor(
    private readonly url: string,
    private readonly connect: (url: string) => Line = (address) => new WebSocket(address),
  ) {}

  /** Hears every message that is news to all, and answers too. Returns how to stop hearing. */
  hear(listener: (message: ServerMessage) => void): () => void {
    this.news.add(listener);
    return () => this.news.delete(listener);
  }

  /** Hears whether the connection stands. Whoever was at a table joins it again when it does. */
  watch(listener: (link: Link) => void): () => void {
    this.links.add(listener);
    return () => this.links.delete(listener);
  }

  get isOpen(): boolean {
    return this.line?.readyState === OPEN;
  }

  open(): void {
    if (this.line) return;
    clearTimeout(this.timer);
    this.tell("connecting");
    const line = this.connect(this.url);
    this.line = line;
    this.expect(line, SILENCE);
    line.onopen = () => {
      this.failures = 0;
      this.heed(line);
      this.tell("open");
      // After the news, so that those who join a table again have done so first.
      for (const [id, message] of this.queue) this.send(id, message);
      this.queue.clear();
    };
    line.onmessage = (event) => {
      this.receive(JSON.parse(event.data as string) as ServerMessage);
      if (this.line === line) this.heed(line);
    };
    line.onclose = (event) => this.lose(line, event?.code);
  }

  /** Sends a request, soon if there is no connection yet; its answer keeps the promise, or a refusal breaks it. */
  ask(message: Outgoing): Promise<ServerMessage> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (this.isOpen) {
        this.send(id, message);
        return;
      }
      this.queue.set(id, message);
      setTimeout(() => {
        if (this.queue.delete(id)) this.giveUp(id);
      }, PATIENCE);
      this.open();
    });
  }

  /** Connects anew, for instance because the browser has become somebody. */
  renew(): void {
    if (this.line) this.drop(this.line);
    this.retry();
  }

  /** Tries again at once, or makes sure of the line, for instance when the page comes back to the front. */
  retry(): void {
    if (this.isOpen) this.knock(HASTE);
    if (this.line) return;
    this.failures = 0;
    this.open();
  }

  private send(id: number, message: Outgoing): void {
    const { line } = this;
    if (!line) return;
    line.send(JSON.stringify({ ...message, id }));
    if (this.due === 1) this.expect(line, SILENCE);
  }

  // ---- a line that is dead and does not say so ---------------------------------------------

  /** How many answers the line owes. */
  private get due(): number {
    return this.waiting.size - this.queue.size;
  }

  /** Gives the line up unless it says something in time. */
  private expect(line: Line, time: number): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.drop(line), time);
  }

  /** The line has said something: it has as long again. */
  private heed(line: Line): void {
    if (this.due > 0) return this.expect(line, SILENCE);
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.knock(SILENCE), QUIET);
  }

  /** Asks whether the line still stands. */
  private knock(time: number): void {
    this.ask({ type: "time" }).catch(() => undefined);
    if (this.line) this.expect(this.line, time);
  }

  private drop(line: Line): void {
    line.onopen = line.onmessage = line.onclose = null;
    line.close();
    this.lose(line);
  }

  private receive(message: ServerMessage): void {
    const reply = "reply" in message ? message.reply : null;
    const waiting = reply === null ? undefined : this.waiting.get(reply);
    // Progress belongs to a request that is still under way.
    if (waiting && message.type !== "thinking") {
      this.waiting.delete(reply!);
      if (message.type === "error") waiting.reject(new Refused(message));
      else waiting.resolve(message);
    }
    for (const listener of this.news) listener(message);
  }

  private lose(line: Line, code?: number): void {
    if (this.line !== line) return;
    this.line = null;
    clearTimeout(this.patience);
    // Whether what was sent has been done nobody knows: the next snapshot tells. What still waits goes out later.
    for (const id of [...this.waiting.keys()]) if (!this.queue.has(id)) this.giveUp(id);
    if (code === SIGNED_OUT) this.tell("signed out");
    this.tell(code === OUTDATED ? "outdated" : "lost");
    if (code === OUTDATED) return; // it would be told the same again
    // Half of each pause is left to chance, so that a server that comes back is not asked by all at once.
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.failures++);
    this.timer = setTimeout(() => this.open(), pause * (0.5 + 0.5 * Math.random()));
  }

  private giveUp(id: number): void {
    this.waiting.get(id)?.reject(new Lost());
    this.waiting.delete(id);
  }

  private tell(link: Link): void {
    for (const listener of this.links) listener(link);
  }
}
