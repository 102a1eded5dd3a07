import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { FIRST_PAGE } from './link-styles.ts';

const PARTS = 'assets/parts/';
/** What a page loads before it shows anything. */
const FIRST = ['index', 'start', 'load', 'rolldown-runtime', FIRST_PAGE.name];
const WORKER = 'sw.js';
const LIST = '/* by the build */';

/** The folder of parts: the service worker answers for them, and must not be between the first page and its files. */
export const partNames: Pick<Rolldown.OutputOptions, 'chunkFileNames' | 'assetFileNames'> = {
  chunkFileNames: ({ name }) => `${FIRST.includes(name) ? 'assets/' : PARTS}[name]-[hash].js`,
  assetFileNames: ({ names: [name = ''] }) =>
    `${!name.endsWith('.css') || FIRST.includes(name.slice(0, -4)) ? 'assets/' : PARTS}[name]-[hash][extname]`,
};

/** Writes the names of all parts into the service worker, which keeps them. */
export function listParts(): Plugin {
  let folder = '';
  return {
    name: 'list-parts',
    apply: 'build',
    configResolved: ({ publicDir }) => {
      folder = publicDir;
    },
    generateBundle: {
      // after Vite has added the styles
      order: 'post',
      async handler(_options, bundle) {
        const worker = await readFile(join(folder, WORKER), 'utf8');
        if (!worker.includes(LIST)) throw new Error('The service worker has no place for the list of parts.');
        const parts = Object.keys(bundle).filter((file) => file.startsWith(PARTS));
        const list = parts.map((file) => `'/${file}'`).join(', ');
        this.emitFile({ type: 'asset', fileName: WORKER, source: worker.replace(LIST, list) });
      },
    },
  };
}
