import { randomBytes } from 'node:crypto';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../platform/clock.ts';
import { hasCode } from '../platform/database/embedded-files.ts';
import { OperatorError } from '../platform/errors.ts';
import { makeFolder, syncFolder } from '../platform/make-folder.ts';

/** No process still writes to a temporary file of this age. */
const ABANDONED_AFTER_MS = 60 * 60_000;
const SAME_NAME_PAUSE_MS = 250;

/**
 * Creates `<prefix>_<UTC time>.<extension>`, which only its owner can read, and returns its path. The file is written
 * under a temporary name, flushed to disk and then renamed, so an incomplete file never has this name. It never
 * replaces a file: if two backups have the same second, the second one waits.
 * @param write gets the file descriptor
 * @throws OperatorError if the folder is not writable, and errors of `write`
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
      return await publish(draft, (now) => join(folder, `${prefix}_${stampOf(now)}.${extension}`), folder);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    if (!hasCode(error)) throw error;
    throw new OperatorError(
      `Cannot write the backup to ${folder}: ${error.message}. Check its permissions and the free space, or set BACKUP_DIR to another folder.`,
    );
  }
}

/** Returns the folder of the scheduled backups. */
export function scheduledFolder({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'backups');
}

/** Deletes all but the newest `keep` dumps of this prefix. */
export async function removeOldDumps({
  folder,
  prefix,
  keep,
}: {
  folder: string;
  prefix: string;
  keep: number;
}): Promise<void> {
  const isOurs = (name: string) =>
    name.startsWith(`${prefix}_`) && /^_\d{8}T\d{6}Z\.dump$/.test(name.slice(prefix.length));
  const oldestFirst = (await readdir(folder)).filter(isOurs).sort();
  for (const name of oldestFirst.slice(0, -keep)) await rm(join(folder, name), { force: true });
}

/** Formats a time for file names: 20260131T235959Z. */
function stampOf(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

async function publish(draft: string, pathAt: (now: Date) => string, folder: string): Promise<string> {
  for (;;) {
    const path = pathAt(new Date());
    // unlike a rename, a link never replaces an existing file
    const refusal = await link(draft, path).then(
      () => null,
      (error: unknown) => error,
    );
    if (hasCode(refusal) && refusal.code === 'EEXIST') {
      await pause(SAME_NAME_PAUSE_MS, new AbortController().signal);
      continue;
    }
    // not every file system supports links
    if (refusal !== null) {
      if ((await changedAt(path)) !== null) continue;
      await rename(draft, path);
    }
    await syncFolder(folder);
    return path;
  }
}

/** Deletes the temporary files of killed backups. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..*_\d{8}T\d{6}Z\.(?:dump|sql)\.[0-9a-f]{12}\.part$/.test(name)) continue;
    const path = join(folder, name);
    const time = await changedAt(path);
    if (time !== null && Date.now() - time > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/** Returns null if the file does not exist. */
async function changedAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}
