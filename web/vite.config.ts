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
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
