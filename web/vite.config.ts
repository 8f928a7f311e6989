import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.CORNERWISE_SERVER ?? "http://127.0.0.1:8000";

// The built page ships inside the Python package, so that `make play` needs no Node at run time.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/cornerwise/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // What later pages share with the first one comes in one file with it: fewer requests than a browser makes at once.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: /node_modules.svelte|src.(core|net|words.(index|phrases|en)|app|view.(piece|icon|cubes|miniature|dialog|missing))/ }] } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
