/** The page as a whole: where one is, the settings, the connection. */

import { readSettings, writeSettings, type Settings } from "../net/memory";
import { pageAt, to } from "../net/place";
import { Socket } from "../net/socket";
import { parseRoute, type Route } from "../core/route";
import { paint } from "../words/palette.svelte";
import { bestLanguage, LANGUAGES, speak, type Language } from "../words/index.svelte";
import { wear } from "../style/theme";
import { VERSION } from "../wire";

/** The page that the address means. */
function route(): Route {
  const { path, hash } = pageAt(location)!;
  return parseRoute(path, hash);
}

export interface Aim {
  readonly ruleset: string;
  readonly options: Readonly<Record<string, string>>;
  /** The option's name, or "players". */
  readonly at: string;
}

class App {
  route = $state.raw<Route>(route());
  settings = $state.raw<Settings>(readSettings());
  /** The address of the page that is shown. */
  private address = location.href;
  /** Which panel lies over the page. */
  sheet = $state.raw<"new" | "settings" | null>(null);
  /** The choice of a ruleset at which the sheet for a new game opens, e.g. `{ ruleset: "duo", options: {}, at: "starts" }`. */
  aim = $state.raw<Aim | null>(null);
  /** What there is to say about the page or its game: a newer page is ready or needed, a game is not kept, moved, or a copy. */
  news = $state.raw<"update" | "outdated" | "unkept" | "moved" | "moved.dice" | "copy" | null>(null);
  /** Does the person use a finger? Decides between click hints and the action bar. */
  touch = $state.raw(matchMedia("(pointer: coarse)").matches);
  readonly socket = new Socket(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live?wire=${VERSION}`,
  );

  constructor() {
    this.socket.watch((link) => {
      if (link === "outdated") this.news = "outdated";
    });
  }

  /** Opens the sheet for a new game where one of its choices is made. */
  setUpAt(aim: Aim): void {
    this.aim = aim;
    this.sheet = "new";
  }

  /** Goes to another page without loading it anew; `replace` corrects the address of this one and closes nothing. */
  go(path: string, replace = false): void {
    const { sheet } = this;
    if (replace) history.replaceState(null, "", to(path));
    else history.pushState(null, "", to(path));
    this.read();
    if (replace) this.sheet = sheet;
  }

  /** The browser's Back: what lies over the page goes first, and the page stays. */
  back(): void {
    const over = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
    if (!over) return this.read();
    history.pushState(null, "", this.address);
    over.close();
  }

  /** Reads the address again. */
  read(): void {
    this.address = location.href;
    this.sheet = null;
    this.route = route();
    if (this.news === "copy") this.news = null;
  }

  set(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    writeSettings(this.settings);
    void this.dress();
  }

  /** Applies theme and language. */
  dress(): Promise<void> {
    const { language } = this.settings;
    wear(this.settings);
    paint(this.settings.palette === "printed");
    const wanted = language in LANGUAGES ? (language as Language) : bestLanguage(navigator.languages);
    return speak(wanted);
  }
}

export const app = new App();
