/** What is fetched once over HTTP: rulesets, atlases, games as summaries, puzzles. */

import { learn } from "../core/catalogue.svelte";
import { buildRules, readAtlas, type AtlasData, type Rules } from "../core/rules";
import { begin, type State } from "../core/table/state";
import { Lost, Refused, Serverless } from "./failure";
import { setTable } from "./first";
import { readSettings } from "./memory";
import { apiAt, hasServer } from "./place";
import type {
  Checked,
  FirstTable,
  GameList,
  Laid,
  NewGame,
  OpenedGame,
  Problem,
  PuzzleDetail,
  PuzzleList,
  RulesetDetail,
  RunningTables,
  SeekView,
  Shared,
  Tempos,
  Welcome,
} from "../wire";

/** What plain files can answer: everything that is the same for everybody. */
const FILES = /^\/api\/(welcome$|first$|rulesets\/|atlas\/)/;

async function reach(path: string, options?: RequestInit): Promise<Response> {
  if (!hasServer && (options?.method || !FILES.test(path))) throw new Serverless();
  return fetch(apiAt(path), options).catch(() => {
    throw new Lost();
  });
}

/** Asks the server for something; a refusal or a lost connection breaks the promise. */
export async function ask<T>(path: string, options?: RequestInit): Promise<T> {
  const answer = await reach(path, options);
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Partial<Problem> | null;
  throw problem?.sentence ? new Refused({ code: "", kind: "", values: {}, sentence: "", ...problem }) : new Lost();
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** A promise made once per key, and again only if it failed. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    let promise = made.get(key);
    if (!promise) {
      promise = make(key);
      made.set(key, promise);
      promise.catch(() => made.delete(key));
    }
    return promise;
  };
}

const fetchAtlas = once(async (url: string): Promise<AtlasData> => {
  const answer = await reach(url);
  if (!answer.ok) throw new Lost();
  return readAtlas(await answer.arrayBuffer());
});

async function withAtlas(detail: RulesetDetail): Promise<Rules> {
  learn([detail]);
  return buildRules(detail, await fetchAtlas(detail.atlas.url));
}

const fetchRules = once(async (query: string) => withAtlas(await ask<RulesetDetail>(`/api/rulesets/${query}`)));

/** A ruleset with its atlas, fetched once. */
export function rules(name: string, options: Record<string, string>): Promise<Rules> {
  const query = new URLSearchParams(Object.entries(options).sort()).toString();
  return fetchRules(query ? `${name}?${query}` : name);
}

/** The table a newcomer finds set: the page came with it if it came for that table. */
export async function firstTable(): Promise<State> {
  const first = setTable() ?? (await ask<FirstTable>("/api/first"));
  return begin(await withAtlas(first.rules), first.snapshot, readSettings().near);
}

export const runningTables = (): Promise<RunningTables> => ask("/api/tables");
/** What a link to a private table invites to. */
export const invitation = (seek: string): Promise<SeekView> => ask(`/api/seeks/${encodeURIComponent(seek)}`);
export const tempos = (): Promise<Tempos> => ask("/api/tempos");

/** Every ruleset there is; whatever names one afterward can be told in words. */
export async function welcome(): Promise<Welcome> {
  const found = await ask<Welcome>("/api/welcome");
  learn(found.rulesets);
  return found;
}

export const openGame = (game: NewGame): Promise<OpenedGame> => post("/api/games", game);
export const listGames = (games: readonly string[]): Promise<GameList> => ask(`/api/games?ids=${games.join(",")}`);
export const shareGame = (game: string): Promise<Shared> => ask(`/api/games/${game}/share`);
export const listPuzzles = (): Promise<PuzzleList> => ask("/api/puzzles");
export const puzzle = (name: string): Promise<PuzzleDetail> => ask(`/api/puzzles/${name}`);
export const checkPuzzle = (name: string, laid: Laid): Promise<Checked> => post(`/api/puzzles/${name}/check`, laid);
