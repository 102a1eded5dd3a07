import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    target: 'es2022',
    // the policy of the service lets no inline script run, and what is inlined is not cached
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // how long a plugin took on a busy machine is nothing that an operator can mend
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // `npx vite` beside a running service, for quick changes
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/scholar-images': 'http://127.0.0.1:8000' } },
});
