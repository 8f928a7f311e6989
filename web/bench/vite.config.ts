import { defineConfig } from "vite";

/** The benchmark's worker as one file. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: "es2022",
    lib: { entry: "worker.ts", formats: ["es"], fileName: "worker" },
    outDir: "../../build/bench-browser",
    emptyOutDir: true,
  },
});
