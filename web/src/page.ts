/** The whole page, put in the place of the first board. */

import { flushSync, mount } from "svelte";
import { app } from "./app.svelte";
import { firstTable } from "./net/api";
import Shell from "./view/shell.svelte";

/** Shows the page once it can do so in the reader's language and with the board that may be there already. */
export async function show(target: Element): Promise<void> {
  const isDrawn = target.hasChildNodes();
  await Promise.allSettled([app.dress(), isDrawn ? firstTable() : null]);
  target.replaceChildren();
  mount(Shell, { target });
  flushSync();
  // There is time now to keep the page for the next visit, and to fetch what is opened over it.
  const rest = () => void import("./view/later").catch(() => undefined);
  if ("requestIdleCallback" in window) requestIdleCallback(rest);
  else setTimeout(rest, 1000);
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
