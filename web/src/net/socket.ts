/** The one connection to the server: requests with answers, news to listeners, and coming back when it breaks. */

import { refusal } from "../words/phrases";
import type { ClientMessage, ErrorMessage, ServerMessage } from "../wire";

export type Link = "connecting" | "open" | "lost";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A message as the page writes it; the socket numbers it. */
export type Outgoing = Without<ClientMessage, "id">;

/** The server said no; the message is its sentence in the reader's language. */
export class Refused extends Error {
  constructor(readonly error: ErrorMessage) {
    super(refusal(error));
  }
}

interface Waiting {
  readonly resolve: (answer: ServerMessage) => void;
  readonly reject: (problem: Error) => void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly news = new Set<(message: ServerMessage) => void>();
  private readonly links = new Set<(link: Link) => void>();

  constructor(private readonly url: string) {}

  /** Hears every message that is news to all, and answers too. Returns how to stop hearing. */
  hear(listener: (message: ServerMessage) => void): () => void {
    this.news.add(listener);
    return () => this.news.delete(listener);
  }

  /** Hears whether the connection stands. */
  watch(listener: (link: Link) => void): () => void {
    this.links.add(listener);
    return () => this.links.delete(listener);
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.tell("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.tell("open");
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = () => this.lose(socket);
  }

  /** Sends a request; the promise is kept by its answer, or broken with the server's sentence. */
  ask(message: Outgoing): Promise<ServerMessage> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Error("lost"));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Tries again at once, for instance when the page comes back to the front. */
  retry(): void {
    if (this.socket) return;
    this.failures = 0;
    this.open();
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

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    for (const { reject } of this.waiting.values()) reject(new Error("lost"));
    this.waiting.clear();
    this.tell("lost");
    const pause = Math.min(4000, 250 * 2 ** this.failures++);
    this.timer = setTimeout(() => this.open(), pause);
  }

  private tell(link: Link): void {
    for (const listener of this.links) listener(link);
  }
}
