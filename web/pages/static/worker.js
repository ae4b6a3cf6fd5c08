// In a page that is installed as an app: what is shown where there is no connection. Nothing else is kept.

const notice = `offline${location.search}`;
addEventListener("install", (event) => event.waitUntil(caches.open("arbiter").then((kept) => kept.add(notice))));
addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(notice)));
});
