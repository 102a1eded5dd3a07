import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A module of the built product: `load<typeof import('../src/x.ts')>('x.js')`. Benches run from the project's root, as
 * npm runs them.
 */
export async function load<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(resolve('server/dist', path)).href)) as T;
}
