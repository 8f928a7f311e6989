/** The page begins here: a newcomer sees a board first, and the page that makes it playable follows. */

import "./style/base.css";
import { drawFirst } from "./first";
import { readSettings } from "./net/memory";
import { wear } from "./style/theme";

// A newer server no longer has the parts of an older page: the page comes anew, but not over and over.
addEventListener("vite:preloadError", () => {
  if (!navigator.onLine || performance.now() < 20_000) return;
  location.reload();
});

wear(readSettings());
const app = document.getElementById("app")!;
const begin = () => void import("./page").then(({ show }) => show(app));
// What was drawn is painted before anything else is begun.
if (drawFirst(app)) requestAnimationFrame(() => setTimeout(begin));
else begin();
