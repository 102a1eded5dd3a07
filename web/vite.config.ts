import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

/** Code that every page needs. It is listed, because the bundler puts shared code of lazily loaded pages into many small files otherwise. */
const BASE = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|openapi-fetch|clsx|@tanstack/[^/]+|@mantine/hooks)/',
    'node_modules/@mantine/core/esm/(core|utils)/',
    'node_modules/@mantine/core/esm/components/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|UnstyledButton)/',
    'web/src/(api|texts)/[^/]+$',
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    target: 'es2022',
    // the content security policy forbids inline scripts, and inlined assets are not cached
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // a single stylesheet is some kilobytes larger, but no page has to wait for its own
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // timings of plugins do not help an operator
      checks: { bundlerTimings: false },
      // one file instead of ten requests before the first paint
      output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
    },
  },
});
