import { searchDuplicates } from './duplicates-search.ts';
import { openInside } from './inside.ts';
import { median, reportStep } from './measure.ts';
import { exportAll } from './portability.ts';
import { load } from './product.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { secondsOf } from './scale-measure.ts';
import { PEER, type Row, rowOf } from './scale-table.ts';
import { ACCOUNT } from './service-process.ts';
import type { Session } from './session.ts';
import { undisturbed } from './undisturbed.ts';

const { repairLinks } = await load<typeof import('../src/maintenance/repair-links.ts')>('maintenance/repair-links.js');

const EXPORTS = 3;
const EXPORT_SECONDS_PER_ENTRY = 0.15 / 10_000;

/**
 * Measures what reads a whole library or the whole database. Leaves behind only the audit entries of its link repairs.
 */
export async function benchOperations(library: ScaleLibrary): Promise<Row[]> {
  return [
    await benchExport(library),
    PEER,
    ...(await benchIntegrity(library)),
    ...(await benchRepair(library)),
    ...(await benchDuplicates(library)),
  ];
}

async function benchExport({ session, entries }: ScaleLibrary): Promise<Row> {
  const seconds: number[] = [];
  for (let n = 0; n < EXPORTS; n++)
    seconds.push(await undisturbed('export', () => secondsOf(() => exportAll(session))));
  return rowOf(`export of the reader (median of ${EXPORTS})`, median(seconds), 's', {
    max: EXPORT_SECONDS_PER_ENTRY * entries,
    target: '0.15 s per 10,000',
  });
}

interface Report {
  readonly status: string;
  readonly checks: readonly {
    readonly name: string;
    readonly severity: string;
    readonly count: number;
    readonly message: string;
  }[];
}

/** The report while the reader marks a publication as read and unread all the time. */
async function benchIntegrity({ session }: ScaleLibrary): Promise<Row[]> {
  let seconds = 0;
  const meanwhile = await marksDuring(session, async () => {
    seconds = await secondsOf(async () => {
      const { status, checks } = await session.call<Report>('GET', '/admin/db/integrity');
      reportStep(`the integrity report: ${status}`);
      for (const { name, severity, count, message } of checks)
        if (severity !== 'metric' && count > 0) reportStep(`${severity} ${name}: ${message}`);
    });
  });
  return [
    rowOf('integrity report', seconds, 's', { max: 10 }),
    rowOf('longest mark-read meanwhile', Math.max(...meanwhile), 'ms'),
  ];
}

/**
 * The milliseconds of each mark, one after another, until `work` is done. The publication is unread again afterwards.
 */
async function marksDuring(session: Session, work: () => Promise<unknown>): Promise<number[]> {
  const { publications } = await session.call<{ publications: { publication_id: number }[] }>(
    'GET',
    '/publications?mode=unread&page_size=1',
  );
  const ids = publications.map(({ publication_id }) => publication_id);
  const taken: number[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  for (let isRead = true; !isDone || !isRead; isRead = !isRead) {
    const begin = performance.now();
    await session.call('POST', '/publications/mark-read', { publication_ids: ids, is_read: isRead });
    taken.push(performance.now() - begin);
  }
  await done;
  return taken;
}

/** The repairs find nothing to change, because the generated data are correct. */
async function benchRepair({ dataDir, readerId }: ScaleLibrary): Promise<Row[]> {
  const { services, close } = await openInside(dataDir, {});
  const requester = { name: ACCOUNT.email, userId: readerId };
  const repair = async (name: string, request: Parameters<typeof repairLinks>[1]) => {
    const seconds = await secondsOf(async () => {
      const { summary } = await repairLinks(services, request, requester);
      reportStep(`${name}: ${JSON.stringify(summary)}`);
    });
    return rowOf(name, seconds, 's');
  };
  try {
    return [
      await repair('link repair of the reader', { user_id: readerId, dry_run: false }),
      await repair('link repair of all users, dry run', { scope_mode: 'all_users' }),
    ];
  } finally {
    await close();
  }
}

async function benchDuplicates({ databaseUrl, publications }: ScaleLibrary): Promise<Row[]> {
  const { seconds, megabytes, found } = await searchDuplicates(databaseUrl, publications);
  reportStep(`near duplicates: ${found.clusterCount} clusters of ${found.candidateCount} compared pairs`);
  return [
    rowOf('search for near duplicates', seconds, 's', { max: 300 }),
    rowOf('memory that it adds at most', megabytes, 'MB', { max: 100 }),
  ];
}
