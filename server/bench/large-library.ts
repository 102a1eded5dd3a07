import { below, type Figure, forComparison, median, medianMs } from './measure.ts';
import { encoded, importFile, withService } from './portability.ts';
import type { Session } from './session.ts';
import { withDatabase } from './with-database.ts';

const MARKS = 5;

/** Measures what takes long with many scholars or publications: the list of scholars, marking everything as read, and tracking a scholar again. */
export async function benchLargeLibrary(): Promise<Figure[]> {
  return [
    ...(await benchScholars(50, 10_000)),
    ...(await benchScholars(200, 75_000)),
    ...(await benchTracking(20_000)),
  ];
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
        await medianMs(list, { times: 200, warmUp: 50 }),
        'ms',
        5,
      ),
    );
    if (scholars === 200) figures.push(...(await benchMarks(session)));
  });
  return figures;
}

/** Two of three imported publications are unread. */
async function benchMarks(session: Session): Promise<Figure[]> {
  const marked: number[] = [];
  const undone: number[] = [];
  let updated = 0;
  for (let n = 0; n < MARKS; n += 1) {
    const one = await markAllAndUndo(session);
    marked.push(one.marking);
    undone.push(one.undoing);
    updated = one.updated;
  }
  const many = updated.toLocaleString('en');
  return [
    below(`mark-all-read of ${many} (median of ${MARKS})`, median(marked), 's', 0.2),
    forComparison(`undo of that (median of ${MARKS})`, median(undone), 's'),
  ];
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

/** Library entries are hidden with their scholar and shown again with it. */
async function benchTracking(publications: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  await withService(async (_service, session) => {
    await importFile(session, encoded(publications, publications));
    const { scholars } = await session.call<{ scholars: { id: number; scholar_id: string }[] }>('GET', '/scholars');
    const [scholar] = scholars;
    const start = performance.now();
    await session.call('DELETE', `/scholars/${scholar?.id}`);
    const between = performance.now();
    await session.call('POST', '/scholars', { scholar_id: scholar?.scholar_id });
    const end = performance.now();
    const many = publications.toLocaleString('en');
    figures.push(
      forComparison(`stop tracking a scholar with ${many} publications`, (between - start) / 1000, 's'),
      forComparison('track that scholar again', (end - between) / 1000, 's'),
    );
  });
  return figures;
}

/** Does what autovacuum would do within a minute or two. */
async function updateStatistics(dataDir: string): Promise<void> {
  await withDatabase(dataDir, (client) => client.query('vacuum analyze'));
}
