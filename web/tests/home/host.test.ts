/** Somebody who comes and goes faster than a browser reads a game. */

import { expect, test } from "vitest";
import { Host } from "../../src/home/host";
import { Memory } from "../../src/home/store";
import type { ServerMessage, Snapshot } from "../../src/wire";
import { isMissing, load } from "./built";

test.skipIf(isMissing)("who joins, leaves and joins again at once is at the table", async () => {
  const heard: ServerMessage[] = [];
  const host = new Host(await load(), new Memory(), 0, (message) => void heard.push(message));
  const seats = [1, 2].map(() => ({ kind: "here" as const, name: null, level: 3 }));
  const game = await host.open({ ruleset: "duo", seats });
  await Promise.all([
    host.hear({ type: "join", game, tokens: [], id: 1 }),
    host.hear({ type: "leave", game, id: 2 }),
    host.hear({ type: "join", game, tokens: [], id: 3 }),
  ]);
  const { ply, legal } = heard.findLast((message): message is Snapshot => message.type === "snapshot")!;
  await host.hear({ type: "play", game, ply, move: legal[0]!, id: 4 });
  await host.hear({ type: "leave", game, id: 5 });
  await host.hear({ type: "leave", game, id: 6 });
  const answers = heard.flatMap((told) => ("reply" in told && told.reply !== null ? [[told.reply, told.type]] : []));
  expect(answers.sort()).toEqual([
    [1, "done"],
    [2, "done"],
    [3, "done"],
    [4, "done"],
    [5, "done"],
    [6, "error"],
  ]);
});
