/** A ranking with the computers where their numbers belong. */

import type { AnchorView, PlaceView } from "../../wire";

export type RankingRow = { readonly id: string; readonly place: PlaceView } | ({ readonly id: string } & AnchorView);

/**
 * Puts computers among people by the cautious bound that orders them, which for a computer is its number.
 * Those above the first row belong to the page before, unless there is none; and those below the last one likewise.
 */
export function mixed(
  places: readonly PlaceView[],
  anchors: readonly AnchorView[],
  isFirst: boolean,
  isLast: boolean,
): RankingRow[] {
  const bound = ({ rating }: PlaceView) => rating.number - rating.uncertainty;
  const rest = [...anchors].sort((one, two) => two.number - one.number);
  const rows: RankingRow[] = [];
  places.forEach((place, index) => {
    while (rest.length > 0 && rest[0]!.number >= bound(place)) {
      const anchor = rest.shift()!;
      if (index > 0 || isFirst) rows.push({ id: `level ${anchor.level}`, ...anchor });
    }
    rows.push({ id: place.name, place });
  });
  if (isLast) rows.push(...rest.map((anchor) => ({ id: `level ${anchor.level}`, ...anchor })));
  return rows;
}
