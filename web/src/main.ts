/** The page begins here. */

import { mount } from "svelte";
import "./style/base.css";
import { app } from "./app.svelte";
import Shell from "./view/shell.svelte";

app.dress();
mount(Shell, { target: document.getElementById("app")! });

// After the first board is drawn there is time to keep the page for the next visit.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
