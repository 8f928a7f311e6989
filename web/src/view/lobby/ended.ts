/** How a game ended, for somebody who was elsewhere. */

import { abortReason, clearName, departure, isAborted, isYou } from "../../words/phrases";
import { listed, number, t } from "../../words/index.svelte";
import type { Snapshot } from "../../wire";

/** Who won, as a sentence. */
function won(snapshot: Snapshot): string {
  const names = snapshot.winners.map((seat) => clearName(snapshot, seat));
  if (names.length > 1) return t("call.won.many", { names: listed(names) });
  if (isYou(snapshot, snapshot.winners[0] ?? -1)) return t("call.won.you");
  return names[0] ? t("call.won", { name: names[0] }) : "";
}

/** What the game did to the rating of the person at this screen. */
function rating({ seats, table }: Snapshot): string {
  const own = seats.find((seat) => seat.is_yours);
  const standing = own && table?.standings[own.seat];
  if (!standing || standing.after === null) return "";
  const change = standing.after - standing.number;
  return t("call.rating", { rating: standing.after, change: (change > 0 ? "+" : "") + number(change) });
}

/** Everything there is to tell, in a few sentences. */
export function endedSentence(snapshot: Snapshot): string {
  const own = snapshot.seats.find((seat) => seat.is_yours)?.seat;
  const others = snapshot.seats.filter(({ seat }) => seat !== own).map(({ seat }) => clearName(snapshot, seat));
  const parts = isAborted(snapshot)
    ? [t("call.aborted", { names: listed(others) }), abortReason(snapshot)]
    : [
        t("call.over", { names: listed(others) }),
        ...snapshot.seats.filter((seat) => seat.has_resigned).map(({ seat }) => departure(snapshot, seat)),
        won(snapshot),
        rating(snapshot),
      ];
  return parts.filter(Boolean).join(" ");
}
