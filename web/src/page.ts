/** The whole page, put in the place of the first board. */

import { flushSync, mount } from "svelte";
import { app } from "./live/app.svelte";
import { firstTable } from "./net/api";
import { home } from "./live/home.svelte";
import { keepPage, version } from "./net/keeper";
import { stockUp } from "./home/stock";
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
  if (import.meta.env.PROD) keepPage(() => (app.news ??= "update"));
  const later = () =>
    void home.load().then((isReady) => {
      if (isReady && import.meta.env.PROD) stockUp(version()).catch(() => undefined);
    });
  if ("requestIdleCallback" in window) requestIdleCallback(later, { timeout: 3000 });
  else setTimeout(later, 1500);
}
