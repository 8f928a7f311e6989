/** Which puzzle comes next. */

/** The first after this one in the list that is not solved, going round to the beginning; null where all are. */
export function nextPuzzle<P extends { readonly name: string }>(
  puzzles: readonly P[],
  name: string,
  solved: ReadonlySet<string>,
): P | null {
  const at = puzzles.findIndex((each) => each.name === name);
  const others = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return others.find((each) => !solved.has(each.name)) ?? null;
}
