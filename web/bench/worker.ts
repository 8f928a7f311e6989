/** A worker that measures how many simulations a second the kernel makes in this browser; see benchmarks/browser/browser.py. */

import { loadKernel } from "../src/home/kernel";

interface Task {
  readonly position: string;
  readonly last: number;
  readonly simulations: number;
  readonly repeats: number;
}

const began = performance.now();
const kernel = await loadKernel(new URL("/kernel/", location.href));
const loaded = performance.now() - began;

self.onmessage = async ({ data }: MessageEvent<Task>) => {
  const position = kernel.parse(data.position);
  const search = await kernel.search(position.ruleset, { seed: 1 });
  const rates: number[] = [];
  for (let repeat = 0; repeat < data.repeats; repeat++) {
    search.clear();
    const start = performance.now();
    search.begin(position, data.simulations, data.last);
    while (search.advance(100));
    rates.push((1000 * search.simulations) / (performance.now() - start));
  }
  const { isExact } = search.result();
  search.close();
  self.postMessage({ rates, isExact, memory: kernel.memory });
};
self.postMessage({ loaded, hasSimd: kernel.hasSimd });
