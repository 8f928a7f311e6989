// Keeps the page in this browser, so that it opens at once, and without a network too.
// The build writes the version and the parts of the page in here; a new version gets a cache of its own, and the parts
// of the ones before stay for pages that still run.
importScripts("push.js"); // "your turn", told by the server

const VERSION = "__VERSION__";
const PARTS = ["__PARTS__"];

const OURS = "cornerwise-";
const PAGE = `${OURS}page-${VERSION}`;
const DATA = `${OURS}data`;
const EARLIER = 2; // versions whose parts are kept for pages that have not been reloaded
const PATIENCE = 4000; // milliseconds a network that says nothing is waited for

const root = new URL(self.registration.scope);
const inside = (pathname) => (pathname.startsWith(root.pathname) ? pathname.slice(root.pathname.length) : null);
// Named by their content, these never change.
const isPart = (path) => /^(assets|api\/atlas|kernel(?!\/manifest\.json$))\//.test(path);
// Asked for anew while there is a network, kept for when there is none.
const isData = (path) =>
  /^(api\/(welcome|first|rulesets\/[^/]+|puzzles(\/[^/]+)?)(\.json)?|kernel\/manifest\.json|icon.*|manifest\.webmanifest)$/.test(
    path,
  );

self.addEventListener("install", (event) => event.waitUntil(stock().then(() => self.skipWaiting())));

async function stock() {
  const cache = await caches.open(PAGE);
  await cache.addAll([new Request(root.href, { cache: "no-cache" }), ...PARTS.map((part) => new URL(part, root).href)]);
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const pages = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== DATA && name !== PAGE);
  await Promise.all(pages.slice(0, Math.max(0, pages.length - EARLIER)).map((name) => caches.delete(name)));
  await self.clients.claim();
  for (const client of await self.clients.matchAll()) client.postMessage({ version: VERSION });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = url.origin === root.origin && request.method === "GET" ? inside(url.pathname) : null;
  if (path === null) return;
  if (request.mode === "navigate") {
    if (!path.startsWith("api/"))
      event.respondWith(fresh(request, async () => alone(await (await caches.open(PAGE)).match(root.href))));
  } else if (isPart(path)) event.respondWith(kept(request));
  else if (isData(path)) event.respondWith(fresh(request, () => caches.match(request), DATA));
});

/** The kept page without what its server wanted fetched ahead: that was for a visit with a network. */
function alone(page) {
  if (!page) return page;
  const headers = new Headers(page.headers);
  headers.delete("Link");
  return new Response(page.body, { status: page.status, headers });
}

/** What never changes: from here, else from the network and then kept. */
async function kept(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok)
    await keep(request, answer.clone(), inside(new URL(request.url).pathname).startsWith("assets/") ? PAGE : DATA);
  return answer;
}

/** What may change: from the network, else, when that or the server fails or says nothing for long, as it was. */
async function fresh(request, otherwise, cache = null) {
  const asked = fetch(request).then(async (answer) => {
    if (answer.status === 200 && cache) await keep(request, answer.clone(), cache);
    return answer;
  });
  const known = await otherwise();
  if (!known) return asked;
  const late = new Promise((resolve) => setTimeout(() => resolve(known), PATIENCE));
  const answered = asked.then(
    (answer) => (answer.status < 500 ? answer : known),
    () => known,
  );
  return Promise.race([answered, late]);
}

/** A full disk is no reason to fail. */
async function keep(request, answer, name) {
  const cache = await caches.open(name);
  await cache.put(request, answer).catch(() => undefined);
}
