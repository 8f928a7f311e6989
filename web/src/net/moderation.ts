/** What moderators read and decide, over HTTP. */

import { ask } from "./api";
import type { Desk } from "../wire";

const HEADERS = { "content-type": "application/json", "x-cornerwise": "page" };

const decide = (path: string, body: unknown = {}): Promise<Desk> =>
  ask(`/api/moderation/${path}`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });

/** What waits for the moderators, or everything that was reported; and what they decided last. */
export const fetchDesk = (handled: boolean): Promise<Desk> => ask(`/api/moderation?handled=${handled}`);
export const handleReport = (report: number): Promise<Desk> => decide(`reports/${report}`);
/** With 0 days somebody may play with others again. */
export const suspend = (person: string, days: number): Promise<Desk> => decide(`people/${person}/suspension`, { days });
export const rename = (person: string, name: string): Promise<Desk> => decide(`people/${person}/name`, { name });
export const annul = (game: string): Promise<Desk> => decide(`games/${game}/annulment`);
export const hide = (game: string, isHidden: boolean): Promise<Desk> =>
  decide(`games/${game}/hiding`, { is_hidden: isHidden });
