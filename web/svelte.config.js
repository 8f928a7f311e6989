import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // Named after the component, so that the first board (src/first.ts) can be dressed before the components arrive.
  compilerOptions: { runes: true, cssHash: ({ name }) => `in-${name.toLowerCase()}` },
};
