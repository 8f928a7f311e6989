/** Applying a change to a snapshot: what only says what is different becomes the whole again. */

import type { Change, PlacedTail, SheetView, Snapshot } from "../../wire";

/** Does a change follow a snapshot? If not, and it is newer, something was missed. */
export const follows = (snapshot: Snapshot, change: Change): boolean =>
  change.game === snapshot.game && change.after === snapshot.seq;

/** The snapshot a change leads to. */
export function applyChange(snapshot: Snapshot, change: Change): Snapshot {
  const { seq, ply, steps, placed } = change;
  return {
    ...snapshot,
    ...change.set,
    seq,
    ply,
    steps: steps ? [...snapshot.steps.slice(0, steps.keep), ...steps.add] : snapshot.steps,
    sheets: placed?.length ? lay(snapshot.sheets, placed) : snapshot.sheets,
  };
}

function lay(sheets: SheetView[], tails: readonly PlacedTail[]): SheetView[] {
  const laid = [...sheets];
  for (const { sheet, keep, add } of tails) {
    const before = sheets[sheet]!;
    const placed = [...before.placed.slice(0, keep), ...add];
    const cells = keep === before.placed.length ? [...before.cells] : before.cells.map(() => -1);
    for (const piece of keep === before.placed.length ? add : placed)
      for (const cell of piece.cells) cells[cell] = piece.color;
    laid[sheet] = { cells, placed };
  }
  return laid;
}
