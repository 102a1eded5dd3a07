import { reportStep } from './measure.ts';
import { exportAll } from './portability.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { type Row, rowOf } from './scale-table.ts';
import { watchUse } from './watch-use.ts';

const SECONDS_PER_ENTRY = 10 / 100_000;
const MAX_MEGABYTES = 60;
const LISTS = ['bibtex', 'bibtex', 'ris', 'csl-json', 'csv', 'bibtex&sort_by=title', 'bibtex&search=baba'];

/** Measures exports of the reader's citations. The first gives the cite keys, which are deleted afterwards. */
export async function benchCitations({
  client,
  session,
  service,
  dataDir,
  entries,
  readerId,
}: ScaleLibrary): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [at, list] of LISTS.entries()) {
    const use = await watchUse(service, dataDir);
    const bytes = await exportAll(session, `/publications/export?format=${list}`);
    const { seconds, serviceAddedMegabytes, serviceCpu, postgresCpu } = await use.end();
    const name = `citations as ${list}${at === 0 ? ', the first time' : ''}`;
    reportStep(
      `${name}: ${(bytes / 1e6).toFixed(1)} MB, processor ${serviceCpu.toFixed(1)} s and ${postgresCpu.toFixed(1)} s of PostgreSQL`,
    );
    rows.push(
      rowOf(name, seconds, 's', { max: Math.max(1, SECONDS_PER_ENTRY * entries), target: '10 s per 100,000' }),
      rowOf('memory that it adds at most', serviceAddedMegabytes, 'MB', { max: MAX_MEGABYTES }),
    );
  }
  await client.query('delete from cite_keys where user_id = $1', [readerId]);
  return rows;
}
