import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The table for notebooks as one file beside the page, which the page itself never fetches. */
export default defineConfig({
  publicDir: false,
  plugins: [svelte({ compilerOptions: { css: "injected" } })],
  build: {
    target: "es2022",
    lib: { entry: "src/notebook.ts", formats: ["es"], fileName: "notebook" },
    outDir: "../src/cornerwise/server/static",
    emptyOutDir: false,
  },
});
