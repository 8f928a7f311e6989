/** Clocks as people read them: what is left at a moment, and how that is written. */

import type { TableView, Tempo } from "../../wire";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, tenths are shown. */
const TENTHS = 10 * SECOND;

/** What a seat has left at a moment of the server's clock; a first turn runs on nobody's clock. */
export function leftAt(table: TableView, seat: number, now: number): number {
  const left = table.left[seat] ?? 0;
  if (table.running !== seat || table.is_grace || table.outcome !== "playing") return left;
  return Math.max(0, left - Math.max(0, now - table.since));
}

/** What a first turn has left before the game is aborted, or null when no first turn is on. */
export const graceAt = (table: TableView, seat: number, now: number): number | null =>
  table.running === seat && table.is_grace && table.deadline !== null ? Math.max(0, table.deadline - now) : null;

/** Is so little left that it should be noticed? A fifth of the time, at most 20 seconds; of days, three hours. */
export function isLow(tempo: Tempo, left: number): boolean {
  if (tempo.kind === "days") return left < 3 * HOUR;
  return left < Math.min(20 * SECOND, tempo.initial / 5);
}

/** How often a clock must be drawn anew to be right, in milliseconds. */
export const pace = (left: number): number => (left < TENTHS ? 100 : left < DAY ? 1000 : MINUTE);

/** A clock's face: `3:07`, `9.4` at the end, `1:02:30`, `2 d 4 h`. The words for days and hours are given. */
export function face(left: number, words: { readonly days: string; readonly hours: string }): string {
  if (left < TENTHS) return (Math.floor(left / 100) / 10).toFixed(1);
  if (left >= DAY) return `${Math.floor(left / DAY)} ${words.days} ${Math.floor((left % DAY) / HOUR)} ${words.hours}`;
  const total = Math.ceil(left / SECOND);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Tells the server's time from the browser's: the quickest of some questions knows it best. */
export class Moment {
  private best: { readonly offset: number; readonly trip: number } | null = null;

  /** An answer: what the server's clock showed for a question sent and answered at these moments. */
  learn(sent: number, answered: number, server: number): void {
    const trip = answered - sent;
    if (this.best && trip > this.best.trip * 1.5 + 5) return;
    this.best = { offset: server - (sent + answered) / 2, trip };
  }

  /** The server's clock, as well as it is known. */
  at(local: number): number {
    return local + (this.best?.offset ?? 0);
  }
}
