/** How the page is dressed: light or dark, which colors the pieces have, how fast things move. */

import type { Settings } from "../net/memory";

export function wear({ theme, palette, speed }: Pick<Settings, "theme" | "palette" | "speed">): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.palette = palette;
  dataset.speed = speed;
}
