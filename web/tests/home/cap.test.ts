/** The computer at home moves when its time is up, and says so. */

import { expect, test } from "vitest";
import { Host } from "../../src/home/host";
import { Memory } from "../../src/home/store";
import type { ServerMessage, Snapshot } from "../../src/wire";
import { isMissing, load } from "./built";

test.skipIf(isMissing)(
  "a level whose time is up moves at once, and the table is told",
  async () => {
    const kernel = await load();
    for (const [most, isCut] of [
      [1, true],
      [undefined, false],
    ] as const) {
      const heard: ServerMessage[] = [];
      const hear = (message: ServerMessage) => void heard.push(message);
      const host = new Host(kernel, new Memory(), 0, hear, undefined, undefined, undefined, most);
      const level = isCut ? 9 : 1;
      const game = await host.open({
        ruleset: "duo",
        seats: [
          { kind: "here", name: null, level: 3 },
          { kind: "computer", name: null, level },
        ],
      });
      await host.hear({ type: "join", game, tokens: [], id: 1 });
      const shown = heard.find((message): message is Snapshot => message.type === "snapshot")!;
      await host.hear({ type: "play", game, ply: shown.ply, move: shown.legal[0]!, id: 2 });
      const moves = () => heard.filter((message) => message.type === "change" && message.ply === 2).length;
      while (moves() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const cut = heard.filter((message) => message.type === "thinking" && message.is_cut);
      expect(cut).toMatchObject(isCut ? [{ job: "play", game, ply: 1, seat: 1 }] : []);
      await host.hear({ type: "leave", game, id: 3 });
    }
  },
  60_000,
);
