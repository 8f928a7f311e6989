/** Web Push in this browser: whether it can, and subscribing to it. */

import { dropPush, setPush } from "./people";
import type { NoticeSettings, PushWish } from "../wire";

export type PushState = "able" | "unsafe" | "unable" | "denied";

/** What this browser can do here. */
export function pushState(): PushState {
  if (!isSecureContext) return "unsafe";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unable";
  return Notification.permission === "denied" ? "denied" : "able";
}

/** The letters of a key as bytes. */
export function bytes(letters: string): Uint8Array<ArrayBuffer> {
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Asks the reader and the browser, and tells the server where messages go; null where the reader said no. */
export async function subscribe(key: string, language: PushWish["language"]): Promise<NoticeSettings | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = await pushManager.subscribe(wanted).catch(async (failed: unknown) => {
    // A subscription made for another key of this server is in the way.
    const old = await pushManager.getSubscription();
    if (!old) throw failed;
    await old.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = made.toJSON();
  return setPush({ endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", language });
}

/** The other way round. */
export async function unsubscribe(): Promise<NoticeSettings> {
  const settings = await dropPush();
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return settings;
}
