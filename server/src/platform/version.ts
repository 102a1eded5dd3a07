import { readFileSync } from 'node:fs';

const built: unknown = JSON.parse(readFileSync(new URL('../../dist/version.json', import.meta.url), 'utf8'));

/** The version of the product: `0.2.0`, or `0.2.0+dd884c9` between two releases. `scripts/build` writes it. */
export const VERSION = (built as { version: string }).version;

/** The release that this version is or follows: `0.2.0`. */
export const RELEASE = VERSION.replace(/\+.*/, '');
