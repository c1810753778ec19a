import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { fontAssets } from './build/assets.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const catalogue = fileURLToPath(new URL('../src/goldsparrow/text/catalogue.json', import.meta.url));

export default defineConfig({
  plugins: [fontAssets({ root: here, catalogue }), svelte()],
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
