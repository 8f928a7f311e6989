/**
 * Other workers that think about the position a table at home thinks about, each with a kernel, a tree and a seed of its
 * own. They are made for one question and ended after it, so that their memory is given back.
 */

import type { Manifest } from "./kernel";
import type { WorkerEnd } from "./line";

/** What a mate of the crew is asked, once. */
export interface Question {
  /** Where the kernel's files lie. */
  readonly source: string;
  /** Those of the instance that asks: a newer server may have put others there. */
  readonly files: Manifest;
  /** The whole text of the position. */
  readonly position: string;
  readonly last: number;
  readonly seed: number;
}

/** Instances that think at once, this one counted; more would heat a phone for little. */
const MOST = 4;
/** Milliseconds in which a mate tells what it has found; it hears between two slices. */
const PATIENCE = 500;

/** How many mates this machine has room for. */
export const matesHere = (): number =>
  typeof Worker === "undefined" ? 0 : Math.min(globalThis.navigator?.hardwareConcurrency ?? 1, MOST) - 1;

export class Crew {
  private readonly mates: WorkerEnd[] = [];

  constructor(
    private readonly make: () => WorkerEnd,
    private readonly source: string,
    private readonly files: Manifest,
    private readonly size: number,
  ) {}

  /** Has everybody think about a position until they are asked what they found. */
  begin(position: string, last: number): void {
    this.end();
    for (let seed = 1; seed <= this.size; seed++) {
      const mate = this.make();
      this.mates.push(mate);
      mate.postMessage({ source: this.source, files: this.files, position, last, seed } satisfies Question);
    }
  }

  /** What each of them has found, without those that are not ready or have failed; ends them. */
  async collect(): Promise<readonly Float64Array[]> {
    const shares = await Promise.all(this.mates.map(ask));
    this.end();
    return shares.filter((share) => share !== null);
  }

  /** Ends their thinking, wanted or not. */
  end(): void {
    for (const mate of this.mates.splice(0)) mate.terminate();
  }
}

function ask(mate: WorkerEnd): Promise<Float64Array | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), PATIENCE);
    const settle = (share: Float64Array | null) => (clearTimeout(timer), resolve(share));
    mate.onmessage = ({ data }: MessageEvent<Float64Array | null>) => settle(data);
    mate.onerror = () => settle(null);
    mate.postMessage("tell");
  });
}
