import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { fontAssets } from './build/assets.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const catalogue = fileURLToPath(new URL('../src/goldsparrow/text/catalogue.json', import.meta.url));

/** Texts that only the server and the command line say: the rules pages come worded from the server. */
const ELSEWHERE = /^(arena|command|replay|simulate|terminal|verify|review\.(?!link$)|page(?!\.example\.(gold|flowers|try)$))\b/;

/** Leaves out of the client what it never says; its fonts have the characters all the same. */
const ownTexts: Plugin = {
  name: 'gold-sparrow-own-texts',
  enforce: 'pre',
  transform(code, id) {
    if (id !== catalogue) return undefined;
    const own = Object.entries(JSON.parse(code) as Record<string, unknown>).filter(([key]) => !ELSEWHERE.test(key));
    return { code: JSON.stringify(Object.fromEntries(own)), map: null };
  },
};

export default defineConfig({
  plugins: [fontAssets({ root: here, catalogue }), ownTexts, svelte()],
  resolve: { alias: { $catalogue: catalogue } },
  server: {
    host: '127.0.0.1',
    fs: { allow: [here, fileURLToPath(new URL('../src/goldsparrow/text', import.meta.url))] },
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  build: {
    outDir: '../src/goldsparrow/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  test: { include: ['src/**/*.test.ts', 'build/**/*.test.ts'] },
});
