import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { addPublications } from '../support/library.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { runProgram } from './process-runner.ts';

test('npm run ops -- near-duplicates prints clusters and merges nothing', async () => {
  const { url, drop } = await makeTestDatabase();
  const { db, close } = connectDatabase({ url, maxConnections: 1, name: 'test', onError: () => {} });
  const run = async (...args: string[]) => {
    const program = runProgram('ops.js', { DATABASE_URL: url }, { args: ['near-duplicates', ...args] });
    return { code: await program.end(), output: program.output() };
  };
  try {
    const empty = await run();
    expect(empty).toMatchObject({ code: 0, output: expect.stringContaining('0 clusters among 0 publications') });
    const publication = { authors: 'E Lund, K Berg, A Holm', venue: 'Coastal Research 12', year: 2014 };
    await addPublications(db, [
      { ...publication, title: 'Sediment transport in tidal basins of the north' },
      { ...publication, title: 'Sediment transsport in tidal \u001b[31mbasins of the north' },
    ]);
    await sql`update publications set citation_count = 3 where id = 1`.execute(db);
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toContain('1 clusters among 2 publications');
    expect(output).toMatch(/1\.2 {2}\d+\.\d\d %/);
    expect(output).toMatch(/stays {3}1 {2}Sediment transport/);
    expect(output).toContain('authors: agree');
    expect(output).not.toContain('\u001b');
    const json = JSON.parse((await run('--json', '--threshold', '0.1')).output);
    expect(json).toMatchObject({ scope: { similarity_threshold: 0.1 }, clusters: [{ cluster_key: '1.2' }] });
    const refused = await run('--threshold', '2');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('near-duplicates [--threshold') });
    expect((await sql`select from publications where merged_into is null`.execute(db)).rows).toHaveLength(2);
  } finally {
    await close();
    await drop();
  }
});
