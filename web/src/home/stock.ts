/** Stocking up while there is a network: everything a game of any kind needs is fetched once, and kept. */

import type { Manifest } from "./kernel";
import { moduleFor } from "./kernel/load";
import { folder, apiAt } from "../net/place";
import { readStocked, writeStocked } from "../net/memory";
import type { RulesetDetail, RulesetSummary, Welcome } from "../wire";

/** The choices a ruleset offers, as its address names them: only what is not the default, in alphabetical order. */
export function choicesOf({ options }: Pick<RulesetSummary, "options">): string[] {
  let found: string[][] = [[]];
  for (const { name, values } of [...options].sort((a, b) => a.name.localeCompare(b.name)))
    found = found.flatMap((chosen) =>
      values.map((value, index) => (index === 0 ? chosen : [...chosen, `${name}=${value}`])),
    );
  return found.map((chosen) => chosen.join("&"));
}

const read = async <T>(address: string): Promise<T> => (await (await fetch(address)).json()) as T;

/** Fetches what the service worker then keeps; once per version of the page, or again where it was thrown away. */
export async function stockUp(version: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !version) return;
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  if (readStocked() === version && (await caches.has("cornerwise-data"))) return;
  const { rulesets } = await read<Welcome>(apiAt("/api/welcome"));
  const files = await read<Manifest>(`${folder}kernel/manifest.json`);
  const atlases = new Set<string>();
  for (const ruleset of rulesets)
    for (const choice of choicesOf(ruleset)) {
      const path = `/api/rulesets/${ruleset.name}${choice ? `?${choice}` : ""}`;
      atlases.add((await read<RulesetDetail>(apiAt(path))).atlas.url);
    }
  const { games, networks, puzzles } = files;
  const kernel = [moduleFor(files), games, ...Object.values(networks), puzzles.wasm, puzzles.data].map(
    (file) => `${folder}kernel/${file}`,
  );
  for (const address of [...[...atlases].map(apiAt), ...kernel]) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} is missing.`);
    await answer.arrayBuffer();
  }
  writeStocked(version);
}
