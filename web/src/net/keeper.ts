/** The service worker that keeps the page in this browser, and the news that it has kept a newer one. */

import { folder } from "./place";

const HOUR = 3_600_000;

/** The version of the page that runs; empty where it was not built. */
export const version = (): string => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? "";

/** Has the page kept from now on; `tell` is called when a newer one is there than the one that runs. */
export function keepPage(tell: () => void): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ version?: string } | null>) => {
    if (data?.version && data.version !== version()) tell();
  });
  void navigator.serviceWorker.register(`${folder}sw.js`).then(
    (registration) => {
      let asked = Date.now();
      // A page that is never closed asks for a newer one when somebody comes back to it.
      document.addEventListener("visibilitychange", () => {
        if (document.hidden || Date.now() - asked < HOUR) return;
        asked = Date.now();
        registration.update().catch(() => undefined);
      });
    },
    () => undefined,
  );
}
