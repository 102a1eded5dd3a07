import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Answer } from '../../support/client.ts';
import { profileId, serviceOfFile } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

const openService = serviceOfFile();

const COUNT = 6;
const IDS = Array.from({ length: COUNT }, (_, at) => profileId(at));
const FILE = { scholars: IDS.toReversed().map((id) => ({ scholar_id: id, is_enabled: false })), publications: [] };

/**
 * Holds back every transaction that has inserted a scholar and not committed, until the returned function is called.
 */
async function holdTransactions(db: Database): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute();
  await sql`lock table events in share mode`.execute(tx);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await tx.rollback().execute();
  };
  onTestFinished(release);
  return release;
}

async function untilWaiting(db: Database, count: number): Promise<void> {
  await until(async () => {
    const { rows } =
      await sql`select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`.execute(
        db,
      );
    expect(rows.length).toBeGreaterThanOrEqual(count);
  }, 20);
}

function codeOf({ status, error }: Answer): string {
  return error ? `${status} ${error.code}` : String(status);
}

test.each(['the import', 'the list', 'single adds'])(
  'scholars that an import and others add at the same time are tracked once, whichever comes first: %s',
  async (first) => {
    const { admin, db, newUser } = await openService();
    // the profiles exist, so only the scholars are new
    const other = await newUser('other');
    await other.ok('POST', '/scholars/batch', { body: { lines: IDS } });
    const calls = {
      'the import': () => [admin.call('POST', '/scholars/import', { body: FILE })],
      'the list': () => [admin.call('POST', '/scholars/batch', { body: { lines: IDS.toReversed() } })],
      'single adds': () => IDS.slice(0, 3).map((id) => admin.call('POST', '/scholars', { body: { scholar_id: id } })),
    };
    const release = await holdTransactions(db);
    const running: Promise<Answer>[] = [];
    for (const [, send] of Object.entries(calls).sort(([a], [b]) => Number(b === first) - Number(a === first))) {
      running.push(...send());
      await untilWaiting(db, running.length);
    }
    await release();
    const answers = await Promise.all(running);
    for (const answer of answers) expect(codeOf(answer)).toMatch(/^(200|201|409 scholar_already_tracked)$/);
    const data = answers.map((answer) => answer.data ?? {});
    const added = data.filter(({ id }) => id !== undefined).length;
    const listed = data.find(({ added_count }) => added_count !== undefined);
    const imported = data.find(({ scholars_created }) => scholars_created !== undefined);
    expect(imported.scholars_created + imported.scholars_updated).toBe(COUNT);
    expect(imported.scholars_created + listed.added_count + added).toBe(COUNT);
    const { scholars } = await admin.ok('GET', '/scholars');
    expect(scholars.map((one: { scholar_id: string }) => one.scholar_id).sort()).toEqual(IDS);
    // the file decides, as it does for scholars that were tracked before
    expect(scholars.filter((one: { is_enabled: boolean }) => one.is_enabled)).toEqual([]);
  },
);
