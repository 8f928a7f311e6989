/** What is different between two snapshots of a game, as the wire tells it; change.ts is the way back. */

import type { Change, Snapshot } from "../../wire";

const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** How many of the first are the same in both. */
function common(before: readonly unknown[], after: readonly unknown[]): number {
  const end = Math.min(before.length, after.length);
  for (let at = 0; at < end; at++) if (!same(before[at], after[at])) return at;
  return end;
}

/** Fields that stay, stand in the change itself, or come as tails. */
const APART = ["type", "game", "ruleset", "options", "title", "seq", "ply", "steps", "sheets"];

/** The change that leads from one snapshot to another; null where nothing is different. */
export function difference(before: Snapshot, after: Snapshot): Change | null {
  const names = (Object.keys(after) as (keyof Snapshot)[]).filter((name) => !APART.includes(name));
  const fresh = names.filter((name) => !same(before[name], after[name]));
  const keep = common(before.steps, after.steps);
  const isLine = keep < before.steps.length || keep < after.steps.length;
  const placed = after.sheets.flatMap((sheet, number) => {
    const laid = before.sheets[number]!.placed;
    const kept = common(laid, sheet.placed);
    if (kept === laid.length && kept === sheet.placed.length) return [];
    return [{ sheet: number, keep: kept, add: sheet.placed.slice(kept) }];
  });
  if (fresh.length === 0 && !isLine && placed.length === 0 && before.seq === after.seq) return null;
  return {
    type: "change",
    game: after.game,
    after: before.seq,
    seq: after.seq,
    ply: after.ply,
    set: Object.fromEntries(fresh.map((name) => [name, after[name]])),
    steps: isLine ? { keep, add: after.steps.slice(keep) } : null,
    placed,
  };
}
