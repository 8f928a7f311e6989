/** The page as a whole: where one is, the settings, the connection. */

import { openGame } from "./net/api";
import { readSettings, rememberGame, writeSettings, type Settings } from "./net/memory";
import { Socket } from "./net/socket";
import { parseRoute, type Route } from "./core/route";
import { bestLanguage, LANGUAGES, speak, type Language } from "./words/index.svelte";
import { wear } from "./view/common/theme";
import type { NewGame } from "./wire";

class App {
  route = $state.raw<Route>(parseRoute(location.pathname, location.hash));
  settings = $state.raw<Settings>(readSettings());
  /** Which panel lies over the page. */
  sheet = $state.raw<"new" | "settings" | null>(null);
  /** Does the person use a finger? Decides between click hints and the action bar. */
  touch = $state.raw(matchMedia("(pointer: coarse)").matches);
  readonly socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);

  /** Goes to another page without loading it anew; `replace` corrects the address of this one and closes nothing. */
  go(path: string, replace = false): void {
    const { sheet } = this;
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.read();
    if (replace) this.sheet = sheet;
  }

  /** Opens a game as its host and goes there. */
  async open(game: NewGame, replace = false): Promise<void> {
    const opened = await openGame(game);
    rememberGame(opened.game, [opened.token]);
    this.go(`/game/${opened.game}`, replace);
  }

  /** Reads the address again. */
  read(): void {
    this.sheet = null;
    this.route = parseRoute(location.pathname, location.hash);
  }

  set(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    writeSettings(this.settings);
    void this.dress();
  }

  /** Applies theme and language. */
  dress(): Promise<void> {
    const { theme, language } = this.settings;
    wear(theme);
    const wanted = language in LANGUAGES ? (language as Language) : bestLanguage(navigator.languages);
    return speak(wanted);
  }
}

export const app = new App();
