import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

/** What every page has. Named, since what a lazily loaded page imports as well is put into a file of its own otherwise, however small. */
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
    // the policy of the service lets no inline script run, and what is inlined is not cached
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // some kilobytes more, and no page that waits for its own
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // how long a plugin took on a busy machine is nothing that an operator can mend
      checks: { bundlerTimings: false },
      // what all pages have: in one file, in place of ten that each cost a request before anything is seen
      output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
    },
  },
  // `npx vite` beside a running service, for quick changes
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/scholar-images': 'http://127.0.0.1:8000' } },
});
