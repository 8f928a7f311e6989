import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { CHANCE, KernelError, loadKernel, NOBODY, type Kernel, type Position } from "../../src/home/kernel";
import { moduleFor } from "../../src/home/kernel/load";
import { NativePosition } from "../../src/home/kernel/position";
import { VERSION } from "../../src/wire";
import { data, gameOf, isMissing, load, readKernelFile, table } from "./built";

const DATA = join(import.meta.dirname, "..", "..", "..", "tests", "data");
const SMALL = 3_000_000; // leaves that are counted here; the native kernel counts more

let kernel: Kernel;
beforeAll(async () => {
  if (!isMissing) kernel = await load();
});

/** What a playthrough says of a position. */
function describePosition(position: Position): string {
  const { turn, ruleset } = position;
  const names: Record<number, string> = { [CHANCE]: "chance", [NOBODY]: "nobody" };
  const list = (numbers: readonly number[]) => `[${numbers.join(", ")}]`;
  let line = names[turn.actor] ?? `seat ${turn.actor}`;
  if (turn.color !== null) line += `, ${turn.color}, ${position.legalIds.length} moves`;
  if (ruleset.hasDice)
    line += `, round ${position.round}, dice ${position.dice.join(" ") || "-"}, strikes ${list(position.strikes)}`;
  return `  ${line}; out ${position.out.join(", ") || "-"}; scores ${list(position.scores)}; ranks ${list(position.ranks)}`;
}

describe.skipIf(isMissing)("the kernel in the browser", { timeout: 60_000 }, () => {
  test("counts what facts.txt says", () => {
    for (const [game = "", what = "", value] of table("facts.txt")) {
      const position = kernel.ruleset(...gameOf(game)).start();
      const dice = position.diceToRoll;
      const counted: Record<string, number> = {
        placements: position.ruleset.atlas.shapes.length,
        "first moves": position.legalIds.length,
        "first rolls": Number(position.perft(1)),
      };
      if (what === "first rolls") expect(dice).toBeGreaterThan(0);
      expect(counted[what], `${game}: ${what}`).toBe(Number(value));
    }
  });

  test("counts the leaves that the native kernel counts", () => {
    let counted = 0;
    for (const file of readdirSync(join(DATA, "perft")))
      for (const [game = "", depth, count] of table("perft", file)) {
        if (Number(count) > SMALL) continue;
        expect(
          kernel
            .ruleset(...gameOf(game))
            .start()
            .perft(Number(depth)),
          game,
        ).toBe(BigInt(count!));
        counted++;
      }
    expect(counted).toBeGreaterThan(40);
  });

  test("has the native kernel's signature", () => {
    let nodes = 0n;
    let mixed = 0n;
    for (const game of kernel.games.filter((game) => Object.keys(game.options).length === 0)) {
      const position = kernel.rulesetOfKey(game.key).start() as NativePosition;
      const { pieces, checksum } = position.playRandomly(20, 20);
      nodes += position.perft(2) + BigInt(pieces);
      mixed = (mixed * 31n + checksum) % 2n ** 32n;
    }
    expect(`${nodes}-${mixed.toString(16).padStart(8, "0")}`).toBe(data("signature.txt").trim());
  });

  test.each(readdirSync(join(DATA, "playthroughs")))("plays %s as it was reviewed", (file) => {
    const lines = data("playthroughs", file).trimEnd().split("\n");
    let position = kernel.ruleset(...gameOf(lines[0]!.replace("start ", ""))).start();
    expect(describePosition(position)).toBe(lines[1]);
    for (let at = 2; !position.isOver; at += 2) {
      const [, what, text = ""] = /^(\w+) (.*)$/.exec(lines[at]!)!;
      if (what === "play") {
        expect(position.isLegal(position.ruleset.parseMove(text).id)).toBe(true);
        expect(position.explain(text)).toBeNull();
        position = position.play(text);
      } else {
        position = position.roll(text);
      }
      expect(describePosition(position)).toBe(lines[at + 1]);
    }
    const scores = Object.entries(position.colorScores).map(([color, score]) => `'${color}': ${score}`);
    expect(`colors {${scores.join(", ")}}`).toBe(lines.at(-2));
    expect(`text ${position.text}`).toBe(lines.at(-1));
    expect(kernel.parse(position.text).equals(position)).toBe(true);
  });

  test.each([
    ["games-classic.json", "classic-4"],
    ["games-classic-3.json", "classic-3"],
    ["games-classic-2.json", "classic-2"],
    ["games-duo.json", "duo"],
  ])("plays the games of an independent program, %s", (file, name) => {
    const { games, colors } = JSON.parse(data("conformance", file)) as {
      colors: string[];
      games: { moves: [color: string, move: string, count: number, hash: string][] }[];
    };
    const rules = kernel.ruleset(name);
    for (const { moves } of games) {
      let position = rules.start();
      for (const [ply, [color, move, count, hash]] of moves.entries()) {
        if (move === "pass") continue;
        expect(position.turn.color).toBe(rules.colors[colors.indexOf(color)]);
        const legal = position.legalIds;
        expect(legal.length).toBe(count);
        // All of them by their text now and then; the counts would miss only a move taken for another.
        if (ply % 8 === 3) {
          const texts = [...legal].map((id) => rules.move(id).text).sort();
          expect(createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16)).toBe(hash);
        }
        position = position.play(move);
      }
      expect(position.isOver).toBe(true);
    }
  });

  test("tells what lies where, and what fits", () => {
    const rules = kernel.ruleset("duo");
    const position = rules.start().play("e10").play("j5");
    expect(
      position.placed.map(({ color, shape, cells }) => [color, shape, cells.map((cell) => rules.cellName(cell))]),
    ).toEqual([
      [0, "1", ["e10"]],
      [1, "1", ["j5"]],
    ]);
    const colors = position.cellColors();
    expect([...colors].filter((color) => color >= 0)).toHaveLength(2);
    expect([...position.targets("black")].map((cell) => rules.cellName(cell)).sort()).toEqual([
      "d11",
      "d9",
      "f11",
      "f9",
    ]);
    expect(position.supply("black")).not.toContain("1");
    const places = position.placesLeft("black");
    expect(Object.keys(places)).toEqual(position.supply("black"));
    expect(Object.values(places).reduce((sum, count) => sum + count, 0)).toBe(position.legalIds.length);
    const move = rules.move(position.legalIds[0]!);
    expect(rules.parseMove(move.text)).toEqual(move);
  });

  test("says why not", () => {
    const position = kernel.ruleset("duo").start().play("e10").play("j5");
    expect(position.explain("e11,f11")).toMatchObject({
      kind: "edge",
      clause: "C3",
      sentence: "The piece touches another black piece along an edge at e11.",
    });
    expect(position.explain("hello")?.kind).toBe("notation");
    expect(() => position.play("e10,e11")).toThrow("There is already a piece on e10.");
    expect(() => position.play(10 ** 6)).toThrow(KernelError);
    expect(() => position.roll("1 2")).toThrow("This game has no dice.");
    const dice = kernel.ruleset("dice-2").start();
    expect(() => dice.roll("1")).toThrow("This roll has 2 dice, not 1.");
    expect(() => dice.roll([0, 9])).toThrow("A die shows 1 to 6, not 0.");
    expect(dice.roll("6 3").dice).toEqual([3, 6]);
    expect(dice.markers).toEqual(["blue", "yellow"]);
    const retired = position.retire(0);
    expect([retired.isOver, retired.retired, retired.winners]).toEqual([true, [0], [1]]);
    expect(() => retired.retire(0)).toThrow(KernelError);
  });

  test("survives its own failure: a sentence, and every position is still there", async () => {
    const position = kernel.ruleset("duo").start().play("e10");
    const search = await kernel.search(position.ruleset);
    const before = position.text;
    expect(() => kernel.parse("duo.nonsense!")).toThrow(KernelError);
    expect(position.text).toBe(before);
    expect(position.play("j5").ply).toBe(2);
    expect(() => search.begin(position, 10)).toThrow("open another");
    search.close();
  });

  test("says what is missing", async () => {
    await expect(loadKernel(() => Promise.reject(new KernelError("It is not there.")))).rejects.toThrow(
      "It is not there.",
    );
    expect(() => kernel.ruleset("go")).toThrow('There is no ruleset "go" with these options.');
    expect(() => kernel.parse("duo")).toThrow("starts with the ruleset's name");
    expect(() => kernel.ruleset("duo", { starts: "elsewhere" })).toThrow(KernelError);
  });

  test("is not taken for one of another version of the page", async () => {
    const manifest = JSON.stringify({ version: "1", wire: VERSION + 1 });
    await expect(loadKernel(async () => new TextEncoder().encode(manifest))).rejects.toMatchObject({
      kind: "outdated",
    });
  });

  test("says what a browser lacks, and takes the plain build where only SIMD is missing", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    await expect(loadKernel(readKernelFile)).rejects.toMatchObject({ kind: "no_wasm" });
    vi.unstubAllGlobals();
    expect(moduleFor(kernel.manifest)).toBe(kernel.manifest.wasm);
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    expect(moduleFor(kernel.manifest)).toBe(kernel.manifest.plain);
    vi.restoreAllMocks();
  });

  test("has the same answers without SIMD", async () => {
    const manifest = JSON.parse(new TextDecoder().decode(await readKernelFile("manifest.json"))) as Record<
      string,
      string
    >;
    const plain = await loadKernel(async (file) =>
      readKernelFile(file === manifest["wasm"] ? manifest["plain"]! : file),
    );
    for (const key of ["duo", "classic-4", "3d-tower-4", "dice-2"])
      expect(plain.rulesetOfKey(key).start().perft(2)).toBe(kernel.rulesetOfKey(key).start().perft(2));
  });
});
