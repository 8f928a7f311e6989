import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.CORNERWISE_SERVER ?? "http://127.0.0.1:8000";

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
        return wanted.map((name) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` }, injectTo: "head" as const }));
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), early()],
  build: {
    outDir: "../src/cornerwise/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700, // three.js, which comes only for a table in space
    // Few files, since a browser asks for six at once: what draws the first board, what every page needs, the table, and
    // what is opened over it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", priority: 2, test: /preload-helper|src.(main|first|core.(rules|state|select|frame|geometry|hand|outline)|net.(first|memory)|view.(scene|ground|theme))\b/ },
            { name: "shared", priority: 1, test: /node_modules.svelte|src.(core.(update|keys)|net.(api|socket)|words.(index|phrases|en)|app|table|view.(piece|icon|cubes|miniature|dialog|missing|hear|tray|copy|chip))\b/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
