/** Which page an address means. */

export type Route =
  | { readonly page: "play" }
  | { readonly page: "game"; readonly game: string; readonly token: string | null }
  | { readonly page: "share"; readonly text: string }
  | { readonly page: "puzzles" }
  | { readonly page: "puzzle"; readonly name: string }
  | { readonly page: "learn" }
  | { readonly page: "lesson"; readonly name: string }
  | { readonly page: "lost" }
  | { readonly page: "rules"; readonly name: string }
  | { readonly page: "games" }
  | { readonly page: "lobby" }
  | { readonly page: "meet"; readonly seek: string }
  | { readonly page: "ranking"; readonly ladder: string | null }
  | { readonly page: "archive" }
  | { readonly page: "account" }
  | { readonly page: "desk" }
  | { readonly page: "person"; readonly name: string }
  | { readonly page: "privacy" }
  | { readonly page: "mail"; readonly asked: string }
  | { readonly page: "missing" };

/** A part of a path as it was written; a damaged one stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads a path such as `/game/Ab3dEf9h` and what follows `#`. */
export function parseRoute(path: string, hash: string): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter((part) => part !== "");
  const after = hash.replace(/^#/, "");
  if (rest.length > 0) return { page: "missing" };
  switch (first) {
    case "":
      return { page: "play" };
    case "game":
      return second ? { page: "game", game: second, token: after || null } : { page: "missing" };
    case "share":
      return { page: "share", text: after };
    case "puzzles":
      return { page: "puzzles" };
    case "puzzle":
      return second ? { page: "puzzle", name: second } : { page: "puzzles" };
    case "learn":
      return second ? { page: "lesson", name: second } : { page: "learn" };
    case "rules":
      return second ? { page: "rules", name: second } : { page: "learn" };
    case "ranking":
      return { page: "ranking", ladder: second || null };
    case "archive":
      return second ? { page: "missing" } : { page: "archive" };
    case "account":
      return { page: "account" };
    case "moderation":
      return second ? { page: "missing" } : { page: "desk" };
    case "person":
      return second ? { page: "person", name: decode(second) } : { page: "missing" };
    case "mail":
      return { page: "mail", asked: after };
    case "privacy":
      return { page: "privacy" };
    case "lost":
      return second ? { page: "missing" } : { page: "lost" };
    case "games":
      return { page: "games" };
    case "lobby":
      return { page: "lobby" };
    case "meet":
      return { page: "meet", seek: second };
    default:
      return { page: "missing" };
  }
}
