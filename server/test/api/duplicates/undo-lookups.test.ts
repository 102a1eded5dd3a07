import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NOTHING_YET } from '../../../src/lookups/progress.ts';
import { settleSteps } from '../../../src/lookups/settle-steps.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { showBestIdentifiers } from '../../../src/publications/identifier-store.ts';
import type { RecordIdentifier } from '../../../src/sources/record.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { listBrokenLibraries, merge } from '../../support/merges.ts';
import { startTestService } from '../../support/test-service.ts';

const TITLE = 'Sediment transport in shallow tidal basins of the north';
const AUTHOR = { name: 'Anna Author', family: 'Author' };

/** Three works of one title, each with a DOI that Crossref found by that. */
async function startWorks() {
  const { db, services, admin } = await startTestService();
  const user = await adminId(db);
  for (const at of [1, 2, 3]) {
    const scholar = await track(db, user, `PPPPPPPPPPP${at}`);
    await savePageOf(db, scholar, [makeRow(`PPPPPPPPPPP${at}:1`, { title: TITLE, year: 2010 + at })]);
  }
  const [a = 0, b = 0, c = 0] = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  );
  for (const [id, doi] of [
    [a, '10.5555/a'],
    [b, '10.5555/b'],
    [c, '10.5555/c'],
  ] as const)
    await sql`
      insert into publication_identifiers (publication_id, kind, value, confidence, source) values (${id}, 'doi', ${doi}, 0.85, 'crossref')`.execute(
      db,
    );
  await db.transaction().execute((tx) => showBestIdentifiers(tx, [a, b, c]));
  const undo = (job: number) => admin.ok('POST', `/admin/db/repairs/${job}/undo`);
  /** What is written down when OpenAlex has answered to an identifier of a work. */
  const answer = async (id: number, by: RecordIdentifier, found: readonly RecordIdentifier[]) => {
    await sql`delete from lookups`.execute(db);
    await sql`insert into lookups (publication_id, source, progress) values (${id}, 'openalex', ${JSON.stringify(NOTHING_YET)}::jsonb)`.execute(
      db,
    );
    const lookup = { publicationId: id, source: 'openalex', priority: 1, stepNumber: 0, failureCount: 0 };
    const record = {
      title: TITLE,
      year: null,
      authors: [AUTHOR],
      identifiers: [by, ...found],
      pdfs: [],
      landingPages: [],
      evidenceUrl: 'https://openalex.org/W1',
    };
    const result = {
      lookup: { ...lookup, progress: NOTHING_YET, userId: null, askedAnewAt: null },
      step: { kind: 'id', source: 'openalex', idKind: by.kind, value: by.value } as const,
      outcome: { kind: 'records', records: [record] } as const,
      isAsked: () => false,
    };
    await db.transaction().execute((tx) => settleSteps(tx, services.config, [result], async () => undefined));
  };
  return { db, undo, answer, a, b, c };
}

async function identifiersOf(db: Database): Promise<[number, string, number][]> {
  const rows = await db
    .selectFrom('publication_identifiers')
    .select(['publication_id', 'value', 'confidence'])
    .orderBy('publication_id')
    .orderBy('value')
    .execute();
  return rows.map((row) => [row.publication_id, row.value, row.confidence]);
}

test('what lookups learned of a loser’s DOI while it was merged is the loser’s; of the winner’s own, the winner’s', async () => {
  const { db, undo, answer, a, b, c } = await startWorks();
  const job = await merge(db, a, b, c);
  await answer(a, { kind: 'doi', value: '10.5555/a' }, [{ kind: 'pmid', value: '111' }]);
  await answer(a, { kind: 'doi', value: '10.5555/b' }, [{ kind: 'arxiv', value: '2101.00001' }]);
  // one after another
  await answer(a, { kind: 'arxiv', value: '2101.00001' }, [{ kind: 'pmcid', value: 'PMC222' }]);
  expect((await identifiersOf(db)).every(([id]) => id === a)).toBe(true);
  await undo(job);
  expect(await identifiersOf(db)).toEqual([
    [a, '10.5555/a', 0.95],
    [a, '111', 0.95],
    [b, '10.5555/b', 0.95],
    [b, '2101.00001', 0.95],
    [b, 'PMC222', 0.95],
    [c, '10.5555/c', 0.85],
  ]);
  const shown = await db.selectFrom('publications').select('doi').orderBy('id').execute();
  expect(shown.map(({ doi }) => doi)).toEqual(['10.5555/a', '10.5555/b', '10.5555/c']);
  expect(await listBrokenLibraries(db)).toEqual([]);
});

test('what the winner had before stays its own, though a loser’s DOI confirmed it', async () => {
  const { db, undo, answer, a, b } = await startWorks();
  await sql`insert into publication_identifiers (publication_id, kind, value, confidence, source) values (${a}, 'pmid', '111', 0.85, 'europepmc')`.execute(
    db,
  );
  const job = await merge(db, a, b);
  await answer(a, { kind: 'doi', value: '10.5555/b' }, [{ kind: 'pmid', value: '111' }]);
  await undo(job);
  expect((await identifiersOf(db)).filter(([id]) => id === a || id === b)).toEqual([
    [a, '10.5555/a', 0.85],
    [a, '111', 0.95],
    [b, '10.5555/b', 0.95],
  ]);
});

test('merges one upon another give back what each brought', async () => {
  const { db, undo, answer, a, b, c } = await startWorks();
  const first = await merge(db, a, b);
  await answer(a, { kind: 'doi', value: '10.5555/b' }, [{ kind: 'pmid', value: '111' }]);
  const second = await merge(db, a, c);
  await answer(a, { kind: 'doi', value: '10.5555/c' }, [{ kind: 'pmid', value: '333' }]);
  await answer(a, { kind: 'pmid', value: '111' }, [{ kind: 'pmcid', value: 'PMC111' }]);
  await undo(second);
  await undo(first);
  expect((await identifiersOf(db)).map(([id, value]) => [id, value])).toEqual([
    [a, '10.5555/a'],
    [b, '10.5555/b'],
    [b, '111'],
    [b, 'PMC111'],
    [c, '10.5555/c'],
    [c, '333'],
  ]);
});
