import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Twelve digits that change if a file of TypeScript or SQL in one of the folders changes, or one of the other files. */
export async function hashFiles(folders: readonly string[], others: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(sql|ts)$/.test(file));
    for (const file of files.sort()) hash.update(file).update(await readFile(join(folder, file)));
  }
  for (const file of others) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}
