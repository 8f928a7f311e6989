/** Why something asked of the server was not done; the words for it are made where they are shown. */

import type { Problem } from "../wire";

/** The server said no, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

/** It takes a server, and the page has none. */
export class Serverless extends Error {}

/** The server could not be reached, or was lost before it answered. */
export class Lost extends Error {}
