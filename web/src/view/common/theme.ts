/** Light, dark or as the system has it. */

import type { Settings } from "../../net/memory";

export function wear(theme: Settings["theme"]): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
