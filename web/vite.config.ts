import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.CORNERWISE_SERVER ?? "http://127.0.0.1:8000";

// Few files, since a browser asks for six at once: what draws the first board, what every page needs, the table, and
// what is opened over it.
const FIRST = [
  "main",
  "first",
  "core/rules",
  "core/table/state",
  "core/table/select",
  "core/board/frame",
  "core/board/geometry",
  "core/board/hand",
  "core/board/outline",
  "net/first",
  "net/memory",
  "net/place",
  "view/board/scene",
  "view/board/ground",
  "style/theme",
];
const SHARED = [
  "live/app",
  "live/table",
  "core/cast",
  "core/catalogue",
  "core/table/update",
  "core/table/keys",
  "net/api",
  "net/socket",
  "words/index",
  "words/phrases",
  "words/en",
  "view/common/piece",
  "view/common/icon",
  "view/common/cubes",
  "view/common/miniature",
  "view/common/dialog",
  "view/common/missing",
  "view/board/hear",
  "view/table/tray",
  "view/common/copy",
  "view/common/chip",
  "view/common/portrait",
];

/** Tells the modules of a chunk from the others; a file that has moved away fails the build, not the chunk. */
function holds(names: string[], other: string): (id: string) => boolean {
  const endings = ["ts", "svelte", "svelte.ts", "json"];
  for (const name of names) {
    if (!endings.some((ending) => existsSync(`${import.meta.dirname}/src/${name}.${ending}`)))
      throw new Error(`vite.config.ts puts src/${name} into a chunk, but there is no such file.`);
  }
  return (id) => {
    const path = id.replaceAll("\\", "/");
    return path.includes(other) || names.some((name) => path.includes(`/src/${name}.`));
  };
}

// The built page ships inside the Python package, so that `make play` needs no Node at run time.
/** Has the page fetched along with its entry, which asks for it only when the first board is painted. */
function early(): Plugin {
  return {
    name: "early",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const page = chunks.find((chunk) => chunk.facadeModuleId?.endsWith("src/page.ts"));
        const wanted = page ? [page.fileName, ...page.imports].filter((name) => !html.includes(name)) : [];
        return wanted.map((name) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `./${name}` },
          injectTo: "head" as const,
        }));
      },
    },
  };
}

/** Writes the service worker: which parts the page has, and a version that changes with any of them. */
function keeper(): Plugin {
  let out = "";
  return {
    name: "keeper",
    apply: "build",
    configResolved: (config) => void (out = join(config.root, config.build.outDir)),
    closeBundle() {
      const parts = readdirSync(join(out, "assets")).sort();
      const source = readFileSync(join(import.meta.dirname, "sw.js"), "utf8");
      const page = readFileSync(join(out, "index.html"), "utf8");
      const version = createHash("sha256")
        .update([...parts, source, page].join())
        .digest("hex")
        .slice(0, 12);
      const listed = parts.map((part) => `"assets/${part}"`).join(", ");
      writeFileSync(join(out, "sw.js"), source.replace("__VERSION__", version).replace('"__PARTS__"', listed));
      writeFileSync(join(out, "index.html"), page.replace("__VERSION__", version));
    },
  };
}

export default defineConfig({
  base: "./", // the page may lie in any folder of any host
  plugins: [svelte(), early(), keeper()],
  build: {
    outDir: "../src/cornerwise/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700, // three.js, which comes only for a table in space
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", priority: 2, test: holds(FIRST, "preload-helper") },
            { name: "shared", priority: 1, test: holds(SHARED, "node_modules/svelte") },
          ],
        },
      },
    },
  },
  // The words of findings lie in the Python package, outside this folder.
  server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".."] } },
  // How busy the machine is must not decide: what takes a tenth of a second has taken six.
  test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
