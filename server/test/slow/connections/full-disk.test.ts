import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { openEmbeddedDatabase } from '../../../src/platform/database/embedded.ts';
import { migrateToLatest } from '../../../src/platform/database/migrate.ts';
import { MIGRATION_STEPS } from '../../../src/upgrade/finish-migration-store.ts';
import { startService } from '../../support/service.ts';

const run = promisify(execFile);

/** Mounts a small file system until the test ends. Returns the reason if this user may not mount one. */
async function mountSmallDisk(): Promise<{ folder: string } | { refusal: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'none', folder]);
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])));
  return { folder };
}

/** Fills the disk except for a few kilobytes. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (const bytes of [1 << 20, 1 << 16, 1 << 12]) {
      const block = Buffer.alloc(bytes);
      while (
        await file.write(block).then(
          ({ bytesWritten }) => bytesWritten === bytes,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}

function payload(from: number, to: number): unknown {
  const publications = Array.from({ length: to - from }, (_, at) => ({
    scholar_id: 'AAAAAAAAAAAJ',
    title: `A publication with a long title that has the number ${from + at}`,
    author_text: 'A Lovelace, C Babbage',
    venue_text: `Proceedings of the conference number ${from + at}`,
    year: 1850 + ((from + at) % 100),
  }));
  return { scholars: [{ scholar_id: 'AAAAAAAAAAAJ', display_name: 'Ada' }], publications };
}

test('with a full disk changes get 503 storage_full and leave nothing behind, reads continue, and /healthz reports it until there is space', async (context) => {
  const disk = await mountSmallDisk();
  if ('refusal' in disk) {
    console.log(`the test of a full disk is skipped, because no file system can be mounted: ${disk.refusal}`);
    return context.skip(disk.refusal);
  }
  const embedded = await openEmbeddedDatabase({
    dataDir: join(disk.folder, 'data'),
    exclusive: false,
    log: () => undefined,
  });
  onTestFinished(embedded.close);
  const { db, pool, close } = connectDatabase({
    url: embedded.url,
    maxConnections: 3,
    name: 'test',
    onError: () => undefined,
  });
  await migrateToLatest(db, pool, MIGRATION_STEPS);
  await close();
  const { admin, url } = await startService({ databaseUrl: embedded.url });
  const count = async () => (await admin.ok('GET', '/publications')).total_count;
  await admin.ok('POST', '/scholars/import', { body: payload(0, 50) });
  expect(await count()).toBe(50);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  await fill(join(disk.folder, 'filler'));
  const answer = await admin.fails(503, 'storage_full', 'POST', '/scholars/import', { body: payload(50, 3000) });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await count()).toBe(50);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toMatchObject([503, { reason: 'The disk of the database is full.' }]);

  await rm(join(disk.folder, 'filler'));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await admin.ok('POST', '/scholars/import', { body: payload(50, 3000) });
  expect(await count()).toBe(3000);
});
