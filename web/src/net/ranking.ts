/** Ladders and rankings, fetched when they are looked at. */

import { ask } from "./api";
import type { LadderList, RankingPage } from "../wire";

export const fetchLadders = (): Promise<LadderList> => ask("/api/ladders");

/** A page of a ladder's ranking, of a country or with "" of the world. */
export function fetchRanking(
  ladder: string,
  country: string,
  at: { readonly after?: string; readonly before?: string },
): Promise<RankingPage> {
  const wishes = new URLSearchParams({ ...(country ? { country } : {}), ...at });
  return ask(`/api/ranking/${ladder}?${wishes}`);
}
