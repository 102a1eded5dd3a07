import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents. It does not use `recursive`, because in Node 20 that never ends if the system
 * refuses a new folder with ENOENT, as /proc does.
 * @throws the error of the system
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return;
  await makeFolder(dirname(folder), mode);
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    // another process made it meanwhile
    if (!(await isFolder(folder))) throw error;
  });
}

/** Flushes a folder to disk, because a new or renamed file survives a power failure only if its folder was flushed. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
