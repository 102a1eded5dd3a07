import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { FIRST_PAGE, linkStyles } from './link-styles.ts';
import { listParts, partNames } from './name-parts.ts';
import { precompress } from './precompress.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [react()] : [react(), listParts(), precompress(), linkStyles()],
  build: {
    target: 'es2022',
    // the content security policy forbids inline scripts, and inlined assets are not cached
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // timings of plugins do not help an operator
      checks: { bundlerTimings: false },
      // everything that the first page needs is in one file of code and one of styles, instead of thirty small ones
      // that other pages share
      ...(isSsrBuild
        ? {}
        : {
            output: {
              ...partNames,
              codeSplitting: {
                groups: [{ name: 'load', test: /vite\/preload-helper/, priority: 1 }, FIRST_PAGE],
              },
            },
          }),
    },
  },
  // all packages as well, so that the service needs none of the web application's
  ssr: { noExternal: true },
  // the service runs the production version of React whatever its NODE_ENV says
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' }, publicDir: false as const } : {}),
}));
