/** A request that was not carried out, and why: the same codes and kinds as the server's, whose words the page has. */

import type { ErrorCode } from "../../wire";

export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly sentence: string,
    readonly kind = "",
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(sentence);
  }
}

/** What only a server does, while none can be reached. */
export const NEEDS_SERVER = new Refusal(
  "refused",
  "That needs the server, which cannot be reached now. The game goes on without it.",
  "needs_server",
);
