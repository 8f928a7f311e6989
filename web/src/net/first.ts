/** The table a newcomer finds set, which the server writes into the page itself. */

import type { FirstTable } from "../wire";

/** What the page came with, or null where it is another page's address. */
export function setTable(): FirstTable | null {
  const text = document.getElementById("first")?.textContent;
  return text ? (JSON.parse(text) as FirstTable) : null;
}
