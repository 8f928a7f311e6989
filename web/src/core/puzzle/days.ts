/** The puzzles of the day: those of the last weeks, and for how many days in a row one was solved. */

const DAILY = "daily-";
const DAY = 86_400_000;
/** How many days can still be opened, today among them. */
export const KEPT = 28;

const timeOf = (name: string): number => Date.parse(`${name.slice(DAILY.length)}T00:00:00Z`);
const nameAt = (time: number): string => DAILY + new Date(time).toISOString().slice(0, 10);

/** The names of the last days' puzzles, today's last. */
export const lastDays = (today: string, count = KEPT): string[] =>
  Array.from({ length: count }, (_, index) => nameAt(timeOf(today) - (count - 1 - index) * DAY));

/** The day of a puzzle as a date. */
export const dayOf = (name: string): Date => new Date(timeOf(name));

/** How many days in a row were solved up to today, or up to yesterday while today's is open. */
export function streak(today: string, solved: ReadonlySet<string>): number {
  let time = timeOf(today) - (solved.has(today) ? 0 : DAY);
  let days = 0;
  for (; solved.has(nameAt(time)); time -= DAY) days++;
  return days;
}
