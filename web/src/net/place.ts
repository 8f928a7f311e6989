/** Where the page lies: at the paths of a server, or as plain files in any folder of any host. */

const isPage = typeof document !== "undefined";

/** Is there a server behind the page? Where there are only files, the page plays by itself. */
export const hasServer: boolean = !isPage || document.querySelector('meta[name="server"]') !== null;

/** The folder of the page, e.g. "/" or "/school/games/". */
export const folder: string = hasServer ? "/" : new URL(".", document.baseURI).pathname;

/** The address of a page such as "/learn/duo"; among plain files it follows a "#", since only one page is there. */
export const to = (path: string): string => (hasServer ? path : `${folder}#${path}`);

/** The same for somebody elsewhere. */
export const linkTo = (path: string): string => new URL(to(path), location.href).href;

/** The page that an address means, e.g. "/game/Ab3dEf9h" and what follows "#" there; null where it is another site's. */
export function pageAt(url: { origin: string; pathname: string; hash: string }): { path: string; hash: string } | null {
  if (url.origin !== location.origin) return null;
  if (hasServer) return { path: url.pathname, hash: url.hash };
  if (url.pathname !== folder && url.pathname !== `${folder}index.html`) return null;
  const [path = "", ...rest] = url.hash.slice(1).split("#");
  return { path: path.startsWith("/") ? path : "/", hash: rest.join("#") };
}

/** Where something of `/api/` lies; among plain files, where it is a file there. */
export const apiAt = (path: string): string => (hasServer ? path : `${folder}${fileOf(path)}`);

/** The file that holds what a server answers at a path: `api/rulesets/duo~starts-free.json`. */
export function fileOf(path: string): string {
  const name = path.slice(1);
  return name.startsWith("api/atlas/")
    ? name
    : `${name.replace("?", "~").replaceAll("&", "~").replaceAll("=", "-")}.json`;
}
