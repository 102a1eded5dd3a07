import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { preloadStart } from './preload-start.ts';

/** Code that the first page needs. It is listed, because the bundler puts shared code of lazily loaded pages into many small files otherwise. */
const BASE = /node_modules\/(react|react-dom|scheduler|openapi-fetch|@tanstack\/[^/]+)\/|web\/src\/(api|texts)\/[^/]+$/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [react()] : [react(), precompress(), preloadStart()],
  build: {
    target: 'es2022',
    // the content security policy forbids inline scripts, and inlined assets are not cached
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // timings of plugins do not help an operator
      checks: { bundlerTimings: false },
      // one file instead of ten requests before the first paint
      ...(isSsrBuild ? {} : { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } } }),
    },
  },
  // one file with everything, so that the service needs none of the web application's packages
  ssr: { noExternal: true },
}));
