/** The server's clock as this page knows it; asked for while somebody looks at a clock. */

import { app } from "./app.svelte";
import { Moment } from "../core/table/clock";

const AGAIN = 60_000;
const FIRST = [0, 400, 1500];

const moment = new Moment();
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time by the server's clock, in milliseconds UTC. */
export const serverNow = (): number => moment.at(Date.now());

async function learn(): Promise<void> {
  const sent = Date.now();
  const answer = await app.socket.ask({ type: "time" }).catch(() => null);
  if (answer?.type === "time") moment.learn(sent, Date.now(), answer.now);
}

/** Keeps the clocks together for as long as it is wanted; returns how to end that. */
export function keepTime(): () => void {
  if (watchers++ === 0) {
    for (const wait of FIRST) setTimeout(() => void learn(), wait);
    timer = setInterval(() => void learn(), AGAIN);
  }
  return () => {
    if (--watchers === 0) clearInterval(timer);
  };
}
