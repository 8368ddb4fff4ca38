// The service worker of /checkin (decision 64): the page opens without a connection after it was opened once.
// It keeps that one document and the built files that it needs, and answers nothing else: calls go by it untouched.

/** Another one with each build, put in by api.server.ts: a new worker with files of its own. */
const VERSION = "%VERSION%";
const PREFIX = "door-";
const CACHE = PREFIX + VERSION;
const PAGE = "/checkin";

/** With bad air the kept page is there sooner than the live one. */
const WAITS_MS = 4_000;

/** Names of built files that a document, a script or a style sheet names. */
const namesIn = (text) =>
  [...text.matchAll(/(?:\.\/|\bassets\/)([\w.-]+\.(?:js|css|woff2|svg|webp))/g)].map(
    ([, name]) => name,
  );

/** The list of all routes names every file of the site. */
const isFollowed = (name) => /\.(js|css)$/.test(name) && !name.startsWith("manifest-");

/** The document and its files, with those that are fetched later, such as the reader of codes. All or nothing. */
async function fill() {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: "no-cache" });
  if (!page.ok) throw new Error(`the page is answered with ${page.status}`);
  const needed = namesIn(await page.clone().text());
  const names = [...needed];
  const seen = new Set();
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const file = await fetch(`/assets/${name}`);
    if (!file.ok) {
      // What the document itself names must be there; in a script it may have been a text.
      if (needed.includes(name)) throw new Error(`${name} is answered with ${file.status}`);
      continue;
    }
    if (isFollowed(name)) names.push(...namesIn(await file.clone().text()));
    await cache.put(`/assets/${name}`, file);
  }
  await cache.put(PAGE, page);
}

/** What is kept for this address; undefined also where the device does not open its cache. */
const keptOf = (path) =>
  caches
    .open(CACHE)
    .then((cache) => cache.match(path))
    .catch(() => undefined);

/** A newer document replaces the kept one only if all that it names is kept: of a later build it is not. */
async function keepNewer(page) {
  const cache = await caches.open(CACHE);
  const names = namesIn(await page.clone().text());
  const files = await Promise.all(names.map((name) => cache.match(`/assets/${name}`)));
  if (files.every(Boolean)) await cache.put(PAGE, page);
}

async function openPage(event) {
  const kept = await keptOf(PAGE);
  const live = fetch(event.request).then((page) => {
    if (page.status === 200) event.waitUntil(keepNewer(page.clone()).catch(() => undefined));
    return kept && page.status >= 500 ? kept : page;
  });
  if (!kept) return live;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), WAITS_MS));
  return Promise.race([live.catch(() => kept), late]);
}

// It waits until the old pages are closed: they go on with the files they came with.
self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

/** A phone with one window never closes it: that one asks, before anything is typed, and is loaded again then. */
async function takeOver() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const doors = windows.filter(({ url }) => new URL(url).pathname.startsWith(PAGE));
  if (doors.length <= 1) await self.skipWaiting();
}

self.addEventListener("message", (event) => {
  if (event.data === "takeOver") event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname.replace(/\/+$/, "") === PAGE) event.respondWith(openPage(event));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(keptOf(pathname).then((kept) => kept ?? fetch(request)));
  }
});
