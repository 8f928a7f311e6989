// What a push message does in this browser: it shows that it is somebody's turn, and leads to the table when touched.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // A message nobody can read still has to be shown as something.
  }
  event.waitUntil(show(told));
});

async function show({ title = "Cornerwise", body = "", path = "/lobby", tag = "cornerwise" }) {
  const windows = await self.clients.matchAll({ type: "window" });
  // Whoever looks at that table sees it already.
  if (windows.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === path)) return;
  await self.registration.showNotification(title, { body, tag, renotify: true, icon: "icon-192.png", data: { path } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? "/", self.registration.scope).href;
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: "window" });
      const there = windows.find((each) => each.url === url);
      await (there ? there.focus() : self.clients.openWindow(url));
    })(),
  );
});
