/** What games of the archive are looked for, as an address and as a question to the server. */

export const RESULTS = ["won", "shared", "lost"] as const;

export interface ArchiveWish {
  /** Somebody's name. */
  readonly person: string;
  /** How the game ended for that person; "" for any. */
  readonly result: string;
  readonly ruleset: string;
  /** A ladder's key; links of profiles ask for one. */
  readonly ladder: string;
  /** "true", "false" or "" for either. */
  readonly live: string;
  readonly rated: string;
  /** A level, "none" for people only, or "". */
  readonly computers: string;
  /** The first and the last day, such as `2026-11-18`. */
  readonly from: string;
  readonly to: string;
}

export const ANY: ArchiveWish = {
  person: "",
  result: "",
  ruleset: "",
  ladder: "",
  live: "",
  rated: "",
  computers: "",
  from: "",
  to: "",
};

type Part = keyof ArchiveWish;
const PARTS = Object.keys(ANY) as Part[];

/** Reads what follows the `?` of an address; what it does not know it leaves out. */
export function parseWish(search: string): ArchiveWish {
  const asked = new URLSearchParams(search);
  return { ...ANY, ...Object.fromEntries(PARTS.map((part) => [part, (asked.get(part) ?? "").slice(0, 80)])) };
}

/** The address of a wish. */
export function wishPath(wish: Partial<ArchiveWish>): string {
  const asked = new URLSearchParams(PARTS.flatMap((part) => (wish[part] ? [[part, wish[part]]] : [])));
  return asked.size > 0 ? `/archive?${asked}` : "/archive";
}

const DAY = 86_400_000;

/** A day of the reader's calendar as the moment it begins, or null where it is none. */
function beginning(day: string): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  return found ? new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3])).getTime() : null;
}

/** A wish as the server is asked; a result is somebody's. */
export function question(wish: ArchiveWish): Record<string, string> {
  const { person, result, ruleset, ladder, live, rated, computers, from, to } = wish;
  const since = beginning(from);
  const until = beginning(to);
  return Object.fromEntries(
    Object.entries({
      person,
      result: person ? result : "",
      ruleset,
      ladder,
      live,
      rated,
      computers: computers === "none" ? "false" : "",
      level: computers === "none" ? "" : computers,
      since: since === null ? "" : String(Math.max(0, since)),
      until: until === null ? "" : String(Math.max(0, until + DAY)),
    }).filter(([, value]) => value !== ""),
  );
}
