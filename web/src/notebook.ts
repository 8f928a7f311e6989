/** The table in a notebook: what Jupyter loads (anywidget's `render`), built as one file of its own. */

import { mount, unmount } from "svelte";
import { appearance } from "./view/notebook/appearance";
import Table from "./view/notebook/table.svelte";
import { Wire, type Model } from "./view/notebook/wire.svelte";
import tokens from "./style/tokens.css?raw";

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  // Jupyter's own styles stay outside, the page's inside, and the names of patterns belong to one board.
  const host = document.createElement("div");
  host.className = "cornerwise-table";
  // Letters pressed on the board are for the board.
  host.dataset["lmSuppressShortcuts"] = "true";
  host.dataset["jpSuppressContextMenu"] = "true";
  el.append(host);
  const root = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = tokens.replaceAll(/:root\b/g, ":host");
  root.append(style);
  const forget = appearance(host);
  const wire = new Wire(model);
  const table = mount(Table, { target: root, props: { wire } });
  return () => {
    wire.close();
    forget();
    void unmount(table);
    host.remove();
  };
}

export default { render };
