import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { saveProgress } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { syncFolder } from '../platform/make-folder.ts';
import { exportLibrary } from '../portability/export-library.ts';
import { listLibraryVersions } from './drop-store.ts';

const PROGRESS_INTERVAL_MS = 2_000;

/** The export files of a drop: `drops/<time>/<user id>.json` in DATA_DIR, which only their owner can read. */
export class DropExports {
  /** relative to DATA_DIR */
  readonly folder = join('drops', new Date().toISOString().replaceAll(':', '-'));
  readonly #path: string;
  readonly #jobId: number;
  /** user id → version of the library in the complete file */
  readonly #written = new Map<number, string>();

  constructor(dataDir: string, jobId: number) {
    this.#path = join(dataDir, this.folder);
    this.#jobId = jobId;
  }

  /**
   * Writes the file of each library that was not exported or changed since, and saves the progress of the job.
   * @throws Problem `export_not_written`, and those of an export: `rate_limited`, `not_ready`
   */
  async write(db: Database): Promise<{ folder: string; users: number }> {
    await onDisk(() => mkdir(this.#path, { recursive: true, mode: 0o700 }));
    const libraries = await listLibraryVersions(db);
    let savedAt = performance.now();
    for (const { userId, version } of libraries) {
      // a change during the export gives the library a new version, so the next call exports it again
      if (this.#written.get(userId) === version) continue;
      await this.#writeFile(db, userId);
      this.#written.set(userId, version);
      if (performance.now() - savedAt < PROGRESS_INTERVAL_MS) continue;
      savedAt = performance.now();
      await saveProgress(db, this.#jobId, { libraries: libraries.length, libraries_exported: this.#written.size });
    }
    for (const path of [this.#path, dirname(this.#path), dirname(dirname(this.#path))])
      await onDisk(() => syncFolder(path));
    return { folder: this.folder, users: this.#written.size };
  }

  async #writeFile(db: Database, userId: number): Promise<void> {
    const file = await onDisk(() => open(join(this.#path, `${userId}.json`), 'w', 0o600));
    try {
      await exportLibrary(db, userId, undefined, (json) => onDisk(() => file.writeFile(json)));
      await onDisk(() => file.sync());
    } finally {
      await file.close();
    }
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
