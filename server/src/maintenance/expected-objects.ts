import { readFile } from 'node:fs/promises';

/** Written by server/test/ops/check-integrity-schema.test.ts (`vitest -u`) from a database that the migrations have just made. */
const FILE = new URL('../../migrations/objects.txt', import.meta.url);

/** The constraints, indexes and triggers that a database of this version has. */
export async function readExpectedObjects(): Promise<string[]> {
  const text = await readFile(FILE, 'utf8');
  return text.split('\n').filter((line) => line !== '');
}
