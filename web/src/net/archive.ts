/** The archive, fetched when it is looked at. */

import { question, type ArchiveWish } from "../core/archive";
import { ask } from "./api";
import type { ArchivePage } from "../wire";

/** A page of the games wished for. */
export const fetchArchive = (
  wish: ArchiveWish,
  at: { readonly after?: string; readonly before?: string },
): Promise<ArchivePage> => ask(`/api/archive?${new URLSearchParams({ ...question(wish), ...at })}`);
