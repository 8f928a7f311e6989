import { defineConfig } from "vite";

/** What a benchmark runs in a worker or in Node as one file: `--mode` names its source. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: "es2022",
    lib: { entry: `${mode}.ts`, formats: ["es"], fileName: mode },
    rolldownOptions: { external: /^node:/ },
    outDir: "../../build/bench-browser",
    emptyOutDir: true,
  },
}));
