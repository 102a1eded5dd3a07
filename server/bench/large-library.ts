import { below, type Figure, median, medianMs, PEER } from './measure.ts';
import { encoded, importFile, withService } from './portability.ts';
import type { Session } from './session.ts';
import { undisturbed } from './undisturbed.ts';
import { withDatabase } from './with-database.ts';

const MARKS = 5;

/**
 * Measures what takes long with many scholars or publications: the list of scholars, and marking everything as read.
 */
export async function benchLargeLibrary(): Promise<Figure[]> {
  return [...(await benchScholars(50, 10_000)), ...(await benchScholars(200, 75_000))];
}

async function benchScholars(scholars: number, publications: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  await withService(async (_service, session, dataDir) => {
    await importFile(session, encoded(publications, publications / scholars));
    await updateStatistics(dataDir);
    const list = () => session.call<{ scholars: unknown[] }>('GET', '/scholars');
    const { length } = (await list()).scholars;
    figures.push(
      below(
        `GET /scholars of ${length} scholars, ${publications.toLocaleString('en')} publications, p50`,
        await undisturbed('GET /scholars', () => medianMs(list, { times: 200, warmUp: 50 })),
        'ms',
        5,
      ),
      PEER,
    );
    if (scholars === 200) figures.push(...(await benchMarks(session)));
  });
  return figures;
}

/** Two of three imported publications are unread. */
async function benchMarks(session: Session): Promise<Figure[]> {
  const marked: number[] = [];
  let updated = 0;
  for (let n = 0; n < MARKS; n += 1) {
    const one = await markAllAndUndo(session);
    marked.push(one.marking);
    updated = one.updated;
  }
  const many = updated.toLocaleString('en');
  return [below(`mark-all-read of ${many} (median of ${MARKS})`, median(marked), 's', 0.2)];
}

/** Marks the whole library as read, and undoes that. Returns the seconds of each, and how many publications changed. */
export async function markAllAndUndo(session: Session) {
  const begin = performance.now();
  const mark = await session.call<{ updated_count: number; undo_token: string }>(
    'POST',
    '/publications/mark-all-read',
    {},
  );
  const between = performance.now();
  await session.call('POST', '/publications/mark-all-read/undo', { undo_token: mark.undo_token });
  const end = performance.now();
  return { marking: (between - begin) / 1000, undoing: (end - between) / 1000, updated: mark.updated_count };
}

/** Does what autovacuum would do within a minute or two. */
async function updateStatistics(dataDir: string): Promise<void> {
  await withDatabase(dataDir, (client) => client.query('vacuum analyze'));
}
