import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../platform/clock.ts';
import { hasCode } from '../platform/database/embedded-files.ts';
import { OperatorError } from '../platform/errors.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { stampOf } from './restored-names.ts';

/** Nothing writes into a draft that is so old. */
const ABANDONED_AFTER_MS = 60 * 60_000;
const SAME_NAME_WAITS_MS = 250;

/**
 * Makes `<prefix>_<stamp>.<extension>` in a folder, whole or not at all, readable by its owner alone: written under another name, flushed to
 * disk, then named. A file of that name is never replaced: of two in one second the second waits. Returns the path.
 * @param write gets the open file's number
 * @throws OperatorError when the folder cannot be written, and what `write` throws
 */
export async function writeDumpFile(
  { folder, prefix, extension }: { folder: string; prefix: string; extension: string },
  write: (fd: number) => Promise<void>,
): Promise<string> {
  try {
    await makeFolder(folder, 0o700);
    await removeAbandoned(folder);
    const draft = join(folder, `.${prefix}_${stampOf(new Date())}.${extension}.${randomBytes(6).toString('hex')}.part`);
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await write(handle.fd);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return await nameIt(draft, (moment) => join(folder, `${prefix}_${stampOf(moment)}.${extension}`), folder);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    if (!hasCode(error)) throw error;
    throw new OperatorError(`The backup cannot be written: ${error.message}. BACKUP_DIR says where it goes.`);
  }
}

async function nameIt(draft: string, nameAt: (moment: Date) => string, folder: string): Promise<string> {
  for (;;) {
    const path = nameAt(new Date());
    const refusal = await link(draft, path).then(
      () => null,
      (error: unknown) => error,
    );
    if (hasCode(refusal) && refusal.code === 'EEXIST') {
      await pause(SAME_NAME_WAITS_MS, new AbortController().signal);
      continue;
    }
    // not every file system has links
    if (refusal !== null) {
      if (await exists(path)) continue;
      await rename(draft, path);
    }
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
    return path;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** What a killed backup left. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..*_\d{8}T\d{6}Z\.(?:dump|sql)\.[0-9a-f]{12}\.part$/.test(name)) continue;
    const path = join(folder, name);
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changedAt > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}
