import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { saveProgress } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { syncFolder } from '../platform/make-folder.ts';
import { exportLibrary } from '../portability/export-library.ts';
import { MAX_ITEMS } from '../portability/transfer-limits.ts';
import { listLibraryVersions } from './drop-store.ts';

const PROGRESS_INTERVAL_MS = 2_000;

/**
 * The export files of a drop: `drops/<time>/<user id>.json` in DATA_DIR, which only their owner can read. A library
 * that is too large for one import has more files: `<user id>-2.json` and so on.
 */
export class DropExports {
  /** relative to DATA_DIR */
  readonly folder = join('drops', new Date().toISOString().replaceAll(':', '-'));
  readonly #path: string;
  readonly #jobId: number;
  readonly #maxItems: number;
  /** by user id: the version of the library in its complete files, and how many files these are */
  readonly #written = new Map<number, { version: string; files: number }>();

  constructor(dataDir: string, jobId: number, maxItems: number = MAX_ITEMS) {
    this.#path = join(dataDir, this.folder);
    this.#jobId = jobId;
    this.#maxItems = maxItems;
  }

  /**
   * Writes the files of each library that was not exported or changed since, and saves the progress of the job.
   * @throws Problem `export_not_written`, and those of an export: `rate_limited`, `not_ready`
   */
  async write(db: Database): Promise<{ folder: string; users: number }> {
    await onDisk(() => mkdir(this.#path, { recursive: true, mode: 0o700 }));
    const libraries = await listLibraryVersions(db);
    let savedAt = performance.now();
    for (const { userId, version } of libraries) {
      // a change during the export gives the library a new version, so the next call exports it again
      const before = this.#written.get(userId);
      if (before?.version === version) continue;
      const files = await this.#writeFiles(db, userId);
      for (let number = files + 1; number <= (before?.files ?? 0); number += 1)
        await onDisk(() => rm(this.#pathOf(userId, number)));
      this.#written.set(userId, { version, files });
      if (performance.now() - savedAt < PROGRESS_INTERVAL_MS) continue;
      savedAt = performance.now();
      await saveProgress(db, this.#jobId, { libraries: libraries.length, libraries_exported: this.#written.size });
    }
    for (const path of [this.#path, dirname(this.#path), dirname(dirname(this.#path))])
      await onDisk(() => syncFolder(path));
    return { folder: this.folder, users: this.#written.size };
  }

  /** Returns the number of files. */
  async #writeFiles(db: Database, userId: number): Promise<number> {
    let number = 1;
    const openNext = () => onDisk(() => open(this.#pathOf(userId, number), 'w', 0o600));
    let file: FileHandle = await openNext();
    const beginNext = async () => {
      await onDisk(() => file.sync());
      await file.close();
      number += 1;
      file = await openNext();
    };
    try {
      const split = { maxItems: this.#maxItems, beginNext };
      await exportLibrary(db, userId, undefined, (json) => onDisk(() => file.writeFile(json)), split);
      await onDisk(() => file.sync());
    } finally {
      // it may be closed already, which does no harm
      await file.close();
    }
    return number;
  }

  #pathOf(userId: number, number: number): string {
    return join(this.#path, number === 1 ? `${userId}.json` : `${userId}-${number}.json`);
  }
}

/** @throws Problem `export_not_written` */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Problem(
      'unavailable',
      'export_not_written',
      `The exports of the libraries cannot be written to "drops" in DATA_DIR (${code}). Nothing was deleted. Free some disk space or make the folder writable, and try again.`,
    );
  }
}
