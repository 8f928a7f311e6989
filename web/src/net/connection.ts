/** What a table is reached by: the server over a socket, or a worker in this browser; both speak the same messages. */

import type { ClientMessage, ServerMessage } from "../wire";

/**
 * How the connection stands; "outdated" when the server is of another version and the page must be loaded anew, "signed out"
 * when it was lost because this browser is no longer signed in.
 */
export type Link = "connecting" | "open" | "lost" | "outdated" | "signed out";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A message as the page writes it; the connection numbers it. */
export type Outgoing = Without<ClientMessage, "id">;

export interface Connection {
  readonly isOpen: boolean;
  open(): void;
  /** Sends a request; its answer keeps the promise, or a refusal breaks it. */
  ask(message: Outgoing): Promise<ServerMessage>;
  /** Hears every message that is news to all, and answers too. Returns how to stop hearing. */
  hear(listener: (message: ServerMessage) => void): () => void;
  /** Hears whether the connection stands. Whoever was at a table joins it again when it does. */
  watch(listener: (link: Link) => void): () => void;
}
