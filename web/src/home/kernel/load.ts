/** Loads the kernel's files and starts it. */

import {
  KernelError,
  type Game,
  type Kernel,
  type Level,
  type Manifest,
  type Position,
  type Reviewing,
  type Ruleset,
  type Search,
  type SearchOptions,
  type Source,
} from "../kernel";
import { NativeReview } from "./advice";
import { VERSION } from "../../wire";
import { Instance } from "./instance";
import { NativeRuleset, type GameData } from "./ruleset";
import { MEMORY, NativeSearch } from "./search";

interface GamesData {
  readonly games: readonly GameData[];
  readonly tunings: readonly unknown[];
  readonly levels: readonly (readonly Omit<Level, "number">[])[];
}

/** The smallest module with an instruction of SIMD in it: it is valid where the browser knows them. */
const SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // a module
  ...[1, 5, 1, 96, 0, 1, 123], // a type: nothing to a vector
  ...[3, 2, 1, 0], // a function of it
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11], // i32.const 0, i8x16.splat, i8x16.popcnt
);

export type Read = (file: string) => Promise<ArrayBuffer | Uint8Array>;

export const reader = (source: Source): Read =>
  typeof source === "function"
    ? source
    : async (file) => {
        const answer = await fetch(new URL(file, source instanceof URL ? source : folder(source)));
        if (!answer.ok) throw new KernelError(`The kernel's file ${file} is not there (${answer.status}).`);
        return answer.arrayBuffer();
      };

const folder = (address: string): URL => new URL(address.endsWith("/") ? address : `${address}/`, location.href);

export const json = async (read: Read, file: string): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await read(file)));

/** What the kernel's folder holds; throws a KernelError where it is not built or the browser cannot run it. */
export async function readManifest(read: Read): Promise<Manifest> {
  if (typeof WebAssembly !== "object")
    throw new KernelError("This browser cannot play by itself: WebAssembly is missing or switched off.", "no_wasm");
  const manifest = (await json(read, "manifest.json")) as Manifest;
  if ((manifest.wire ?? VERSION) !== VERSION)
    throw new KernelError("There is a newer version of this page. Load it again.", "outdated");
  return manifest;
}

/** The module of games that this browser can run. */
export const moduleFor = ({ wasm, plain }: Manifest): string => (WebAssembly.validate(SIMD) ? wasm : plain);

/** Loads the kernel from its folder: the files of a manifest that is known, or else of the folder's own. */
export async function loadKernel(source: Source, known?: Manifest): Promise<Kernel> {
  const read = reader(source);
  const manifest = known ?? (await readManifest(read));
  const [code, games] = await Promise.all([
    read(moduleFor(manifest)),
    json(read, manifest.games) as Promise<GamesData>,
  ]);
  // Not streamed, so that hosts which serve it with another type do as well.
  const module = await WebAssembly.compile(code as BufferSource);
  return new LoadedKernel(manifest, new Instance(module), games, read);
}

class LoadedKernel implements Kernel {
  readonly games: readonly Game[];
  readonly #rulesets = new Map<string, NativeRuleset>();
  readonly #networks = new Map<string, Promise<Uint8Array>>();

  constructor(
    readonly manifest: Manifest,
    readonly instance: Instance,
    readonly data: GamesData,
    readonly read: Read,
  ) {
    this.games = data.games.map(({ name, key, title, options }) => ({ name, key, title, options }));
  }

  get hasSimd(): boolean {
    return moduleFor(this.manifest) === this.manifest.wasm;
  }
  get memory(): number {
    return this.instance.memory;
  }

  ruleset(name: string, options: Readonly<Record<string, string>> = {}): Ruleset {
    const same = (game: GameData) =>
      game.name === name &&
      Object.keys(options).every((option) => game.choices[option] !== undefined) &&
      Object.entries(game.choices).every(
        ([option, [usual]]) => (options[option] ?? usual) === (game.options[option] ?? usual),
      );
    const data = this.data.games.find(same);
    if (!data) throw new KernelError(`There is no ruleset "${name}" with these options.`);
    return this.#make(data);
  }

  rulesetOfKey(key: string): Ruleset {
    const data = this.data.games.find((game) => game.key === key);
    if (!data) throw new KernelError(`There is no ruleset "${key.slice(0, 60)}".`);
    return this.#make(data);
  }

  parse(text: string): Position {
    const dot = text.indexOf(".");
    if (dot < 0) throw new KernelError("A position text starts with the ruleset's name and a dot.");
    return this.rulesetOfKey(text.slice(0, dot)).parse(text);
  }

  async search(ruleset: Ruleset, { seed = 0, memory = MEMORY }: SearchOptions = {}): Promise<Search> {
    const own = this.rulesetOfKey(ruleset.key) as NativeRuleset;
    const { tuning, network } = own.data;
    const weights = network === null ? null : await this.#network(network);
    return new NativeSearch(own, this.data.tunings[tuning], weights, seed, memory);
  }

  review(ruleset: Ruleset): Reviewing {
    return new NativeReview(this.rulesetOfKey(ruleset.key) as NativeRuleset);
  }

  #make(data: GameData): NativeRuleset {
    const known = this.#rulesets.get(data.key);
    if (known) return known;
    const levels = this.data.levels[data.levels]!.map((level, index) => ({ ...level, number: index + 1 }));
    const made = new NativeRuleset(this.instance, data, levels);
    this.#rulesets.set(data.key, made);
    return made;
  }

  #network(name: string): Promise<Uint8Array> {
    const known = this.#networks.get(name);
    if (known) return known;
    const loading = this.read(this.manifest.networks[name]!).then((data) => new Uint8Array(data));
    // What failed to load is asked for again the next time.
    loading.catch(() => this.#networks.delete(name));
    this.#networks.set(name, loading);
    return loading;
  }
}
