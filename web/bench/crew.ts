/** What a second worker adds to advice: run in Node by benchmarks/browser/crew.py. */

import { readFile } from "node:fs/promises";
import { loadKernel, type Position, type Search } from "../src/home/kernel";

interface Task {
  readonly positions: readonly { readonly name: string; readonly text: string; readonly last: number }[];
  /** Simulations of one worker, and of the search whose opinion counts. */
  readonly short: number;
  readonly long: number;
}

const [folder, tasks] = process.argv.slice(2) as [string, string];
const read = (file: string) => readFile(`${folder}/${file}`);
// An instance for each worker.
const kernels = await Promise.all([loadKernel(read), loadKernel(read)]);

/** A search of its own, as a mate of the crew does it. */
async function searched(seed: number, text: string, last: number, simulations: number): Promise<Search> {
  const kernel = kernels[seed % 2]!;
  const position = kernel.parse(text);
  const search = await kernel.search(position.ruleset, { seed });
  search.begin(position, simulations, last, true);
  while (search.advance(64));
  return search;
}

const { positions, short, long } = JSON.parse(tasks) as Task;
for (const { name, text, last } of positions) {
  const position: Position = kernels[0]!.parse(text);
  const seat = position.turn.actor;
  const judge = await searched(100, text, last, long);
  const opinions = judge.result().lines;
  const chances = new Map(opinions.map(({ move, win }) => [move, win[seat]!]));
  judge.close();
  const best = (search: Search) => search.result().lines[0]!.move;
  const told = (move: number) => [
    move === opinions[0]!.move,
    chances.get(opinions[0]!.move)! - (chances.get(move) ?? 0),
  ];
  const alone = [await searched(0, text, last, short), await searched(1, text, last, short)] as const;
  const one = alone.map((search) => told(best(search)));
  alone[0].take(alone[1].share());
  const two = told(best(alone[0]));
  for (const search of alone) search.close();
  const twice = await searched(2, text, last, 2 * short);
  console.log(JSON.stringify({ name, one, two, twice: told(best(twice)) }));
  twice.close();
}
