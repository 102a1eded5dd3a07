import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveMetadata } from '../../src/enrichment/publication-store.ts';
import { CONFIRMED } from '../../src/library/shown-store.ts';
import { announceNotices } from '../../src/notices/jobs/announce-notices.ts';
import { updateNotices } from '../../src/notices/jobs/update-notices.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { refreshDisplays } from '../../src/publications/display.ts';
import { saveIdentifiers } from '../../src/publications/identifier-store.ts';
import type { Notice } from '../../src/sources/notice.ts';
import { type HttpSink, openHttpSink } from '../support/http-sink.ts';
import { adminId, makeRow, savePageOf, track } from '../support/library.ts';
import { merge } from '../support/merges.ts';
import { RUNNING_JOB } from '../support/running-job.ts';
import { type Service, startService } from '../support/service.ts';

const HEADER = 'Record ID,Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason';
let list: HttpSink;
beforeAll(async () => {
  list = await openHttpSink();
});
afterAll(() => list.close());

const openService = () =>
  startService({
    env: { RETRACTION_WATCH_ENABLED: '1', RETRACTION_WATCH_URL: `${list.origin}/list.csv` },
    constants: { noticeList: { everySeconds: 0, retrySeconds: 0 } },
  });

type Row = readonly [doi: string, nature: string, date?: string, notice?: string, reason?: string];

/** Lets the job read a list with these rows now. */
async function readList({ services }: Service, rows: readonly Row[] | string): Promise<void> {
  const lines =
    typeof rows === 'string'
      ? []
      : rows.map(
          ([doi, nature, date = '1/2/2020', notice = '', reason = ''], at) =>
            `${at},T,${date} 0:00,${notice},${doi},${nature},${reason}`,
        );
  list.answer = (response) => response.end(typeof rows === 'string' ? rows : `${[HEADER, ...lines].join('\n')}\n`);
  await updateNotices.run(services, RUNNING_JOB);
  await announceNotices.run(services);
}

/** A library of publications with these DOIs, which a record has confirmed or not. Returns their ids. */
async function addPapers(
  db: Database,
  dois: readonly string[],
  source = 'openalex',
  confidence = CONFIRMED,
): Promise<number[]> {
  const scholar = await track(db, await adminId(db), `AAAAAAAAAA${source.slice(0, 2)}`);
  await savePageOf(
    db,
    scholar,
    dois.map((doi) => makeRow(`${source}:${doi}`, { title: `Paper ${doi}` })),
  );
  const rows = await db
    .selectFrom('records')
    .select(['publication_id', 'key'])
    .where('key', 'like', `${source}:%`)
    .execute();
  const ids = dois.map(
    (doi) => rows.find(({ key }) => key === `${source}:${doi}`)?.publication_id ?? expect.unreachable(),
  );
  await db.transaction().execute(async (tx) => {
    const found = dois.map((value, at) => ({
      ...{ publicationId: ids[at] ?? 0, kind: 'doi' as const, value, confidence, source, evidenceUrl: null },
    }));
    await saveIdentifiers(tx, found);
    await refreshDisplays(tx, ids);
  });
  return ids;
}

const noticesOf = async ({ admin }: Service): Promise<Record<string, string | null>> => {
  const { publications } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
  return Object.fromEntries(publications.map((one: { doi: string; notice: string | null }) => [one.doi, one.notice]));
};
const findDois = async ({ admin }: Service, search: string): Promise<string[]> => {
  const { publications } = await admin.ok(
    'GET',
    `/publications?sort_by=title&sort_dir=asc&search=${encodeURIComponent(search)}`,
  );
  return publications.map(({ doi }: { doi: string }) => doi);
};

test('the latest notice says what a paper is; corrections and reinstated papers are shown as published', async () => {
  const service = await openService();
  const { admin } = service;
  const [a = 0] = await addPapers(service.db, [
    '10.1000/a',
    '10.1000/b',
    '10.1000/c',
    '10.1000/d',
    '10.1000/e',
    '10.1000/f',
  ]);
  await readList(service, [
    ['10.1000/A', 'Correction', '3/1/2021', '10.1000/a.2'],
    ['10.1000/A', 'Retraction', '6/5/2020', '10.1000/a.1', '+Fake Data;+Lies;'],
    ['10.1000/b', 'Retraction', '6/5/2020'],
    ['10.1000/b', 'Reinstatement', '6/6/2020'],
    ['10.1000/c', 'Correction'],
    ['10.1000/d', 'Expression of concern'],
    ['10.1000/e', 'Retraction', '6/5/2020'],
    ['10.1000/e', 'Expression of concern', '6/5/2020'],
  ]);
  expect(await noticesOf(service)).toEqual({
    ...{
      '10.1000/a': 'retraction',
      '10.1000/b': null,
      '10.1000/c': null,
      '10.1000/d': 'concern',
      '10.1000/e': 'retraction',
    },
    '10.1000/f': null,
  });
  expect(await findDois(service, 'is:retracted')).toEqual(['10.1000/a', '10.1000/e']);
  expect(await findDois(service, 'has:notice')).toEqual([
    '10.1000/a',
    '10.1000/b',
    '10.1000/c',
    '10.1000/d',
    '10.1000/e',
  ]);
  expect(await findDois(service, '-has:notice')).toEqual(['10.1000/f']);
  const { notices } = await admin.ok('GET', `/publications/${a}`);
  expect(notices).toEqual([
    {
      ...{ nature: 'correction', noticed_on: '2021-03-01', reasons: [], source: 'retraction_watch', doi: '10.1000/a' },
      url: 'https://doi.org/10.1000/a.2',
    },
    {
      ...{ nature: 'retraction', noticed_on: '2020-06-05', reasons: ['Fake Data', 'Lies'] },
      ...{ source: 'retraction_watch', doi: '10.1000/a', url: 'https://doi.org/10.1000/a.1' },
    },
  ]);
  const bibtex = await (await admin.raw('GET', `/api/v1/publications/export?format=bibtex`)).text();
  expect(bibtex).toContain('note = {Retracted: 2020-06-05, https://doi.org/10.1000/a.1}');
});

test('a DOI that a text names, or a person, says nothing; nor does the notice of another version', async () => {
  const service = await openService();
  await addPapers(service.db, ['10.1000/a'], 'google_scholar', 0.9);
  await addPapers(service.db, ['10.1000/b'], 'orcid', 0.9);
  const [article = 0] = await addPapers(service.db, ['10.1000/article']);
  const [preprint = 0] = await addPapers(service.db, ['10.1101/2020.01.01.123456'], 'crossref');
  await merge(service.db, article, preprint);
  await readList(service, [
    ['10.1000/a', 'Retraction'],
    ['10.1000/b', 'Retraction'],
    ['10.1101/2020.01.01.123456', 'Retraction'],
  ]);
  expect(await noticesOf(service)).toEqual({ '10.1000/a': null, '10.1000/b': null, '10.1000/article': null });
  const { notices } = await service.admin.ok('GET', `/publications/${article}`);
  expect(notices.map(({ doi }: { doi: string }) => doi)).toEqual(['10.1101/2020.01.01.123456']);
  await readList(service, [
    ['10.1000/a', 'Retraction'],
    ['10.1000/b', 'Retraction'],
    ['10.1000/article', 'Retraction'],
  ]);
  expect(await noticesOf(service), 'the article has its own').toMatchObject({ '10.1000/article': 'retraction' });
});

test('of a notice that both have, Retraction Watch says what it is', async () => {
  const service = await openService();
  await addPapers(service.db, ['10.1000/a', '10.1000/b', '10.1000/c', '10.1000/d']);
  const retraction = { source: 'crossref', nature: 'retraction', is_of_preprint: false } as const;
  await service.db
    .insertInto('notices')
    .values(
      ['a', 'b'].map((name) => ({ ...retraction, doi: `10.1000/${name}`, source_id: name, notice_doi: '10.1000/n' })),
    )
    .execute();
  // the notice has the DOI of the paper
  await service.db
    .insertInto('notices')
    .values(
      ['c', 'd'].map((name) => ({ ...retraction, doi: `10.1000/${name}`, source_id: name, noticed_on: '2020-01-02' })),
    )
    .execute();
  expect(await findDois(service, 'is:retracted')).toHaveLength(4);
  await readList(service, [
    ['10.1000/a', 'Correction', '1/2/2020', '10.1000/N'],
    ['10.1000/b', 'Correction', '1/2/2020', '10.1000/erratum'],
    ['10.1000/c', 'Correction', '1/2/2020'],
    ['10.1000/d', 'Correction', '5/2/2019'],
  ]);
  expect(await findDois(service, 'is:retracted')).toEqual(['10.1000/b', '10.1000/d']);
});

test('a concern does not hide the retraction of a publisher that gives it no day, or that of the paper', async () => {
  const service = await openService();
  await addPapers(service.db, ['10.1000/a', '10.1000/b']);
  const notice = { source: 'crossref', is_of_preprint: false } as const;
  await service.db
    .insertInto('notices')
    .values(
      [null, '2020-05-22'].flatMap((day, at) => {
        const doi = `10.1000/${'ab'[at]}`;
        return [
          { ...notice, doi, source_id: '1', nature: 'retraction', noticed_on: day } as const,
          { ...notice, doi, source_id: '2', nature: 'concern', noticed_on: '2020-06-03' } as const,
        ];
      }),
    )
    .execute();
  expect(await noticesOf(service)).toEqual({ '10.1000/a': 'retraction', '10.1000/b': 'retraction' });
});

test('an older response of Crossref takes no notice away that a later one about the same DOI has', async () => {
  const service = await openService();
  const { db } = service;
  const [a = 0, b = 0] = await addPapers(db, ['10.1000/a', '10.1000/b']);
  const same = {
    kind: 'doi',
    value: '10.1000/a',
    confidence: CONFIRMED,
    source: 'crossref',
    evidenceUrl: null,
  } as const;
  const notice = { doi: '10.1000/a', source: 'crossref', sourceId: '1', noticeDoi: null, noticedOn: null } as const;
  const nothing = { abstract: null, hasAllAuthors: true, referencedWorks: null, isRetracted: null, relations: null };
  const save = (publicationId: number, hoursAgo: number, notices: readonly Notice[]) =>
    db.transaction().execute(async (tx) => {
      await saveIdentifiers(tx, [{ ...same, publicationId }]);
      const fetchedAt = new Date(Date.now() - hoursAgo * 3_600_000);
      const metadata = { ...nothing, recordId: '10.1000/a', citationCount: null, notices };
      await saveMetadata(tx, [{ publicationId, source: 'crossref', fetchedAt, authors: [], metadata }]);
    });
  await save(a, 1, [{ ...notice, nature: 'retraction', reasons: [] }]);
  await save(b, 2, []);
  expect((await noticesOf(service))['10.1000/a']).toBe('retraction');
  await save(b, 0, []);
  expect((await noticesOf(service))['10.1000/a']).toBe(null);
});

test('what a list said is forgotten when it is not read any more, so that publishers count', async () => {
  const service = await openService();
  const { db, services } = service;
  await addPapers(db, ['10.1000/a', '10.1000/b']);
  await readList(service, [
    ['10.1000/a', 'Retraction'],
    ['10.1000/b', 'Reinstatement'],
  ]);
  const retraction = { source: 'crossref', source_id: '1', nature: 'retraction', is_of_preprint: false } as const;
  await db
    .insertInto('notices')
    .values({ ...retraction, doi: '10.1000/b' })
    .execute();
  expect(await noticesOf(service)).toEqual({ '10.1000/a': 'retraction', '10.1000/b': null });
  const without = { ...services, config: { ...services.config, retractionWatchUrl: null } };
  for (const _ of [1, 2]) await updateNotices.run(without, RUNNING_JOB);
  expect(await noticesOf(service)).toEqual({ '10.1000/a': null, '10.1000/b': 'retraction' });
});

test('of two papers that were merged, the one that stays says what they are', async () => {
  const service = await openService();
  const [fine = 0, retracted = 0] = await addPapers(service.db, ['10.2000/fine', '10.1000/retracted']);
  await readList(service, [['10.1000/retracted', 'Retraction']]);
  await merge(service.db, fine, retracted);
  expect(await noticesOf(service)).toEqual({ '10.2000/fine': null });
  const { notices } = await service.admin.ok('GET', `/publications/${fine}`);
  expect(notices.map(({ doi }: { doi: string }) => doi)).toEqual(['10.1000/retracted']);
});

test('a list that cannot be right changes nothing, and the integrity report says so', async () => {
  const service = await openService();
  await addPapers(service.db, ['10.1000/a', '10.1000/b']);
  const many: Row[] = Array.from({ length: 20 }, (_, at) => [`10.2000/${at}`, 'Retraction']);
  await readList(service, [['10.1000/a', 'Retraction'], ...many]);
  const blank = [['10.1000/b', 'Retraction'], ...many.map(([doi]): Row => [doi, ''])] as const;
  const undated = [
    ['10.1000/b', 'Retraction'],
    ...many.map(([doi, nature]): Row => [doi, nature, '2020-06-05']),
  ] as const;
  const short = [['10.1000/b', 'Retraction']] as const;
  for (const wrong of ['<html>Sign in', '', `${HEADER}\n1,T,6/5`, blank, undated, short]) {
    await readList(service, wrong);
    expect(await noticesOf(service)).toEqual({ '10.1000/a': 'retraction', '10.1000/b': null });
    const { checks } = await service.admin.ok('GET', '/admin/db/integrity');
    const { name, count } = checks.find((one: { name: string }) => one.name === 'list_of_notices_not_saved');
    expect([name, count]).toEqual(['list_of_notices_not_saved', 1]);
  }
  await readList(service, [['10.1000/b', 'Retraction'], ...many]);
  expect(await noticesOf(service)).toEqual({ '10.1000/a': null, '10.1000/b': 'retraction' });
});

test('a notice about a paper that was read, starred, tagged or noted is announced once, and acknowledged once', async () => {
  const service = await openService();
  const { admin } = service;
  const [read = 0, starred = 0, unread = 0] = await addPapers(service.db, ['10.1000/a', '10.1000/b', '10.1000/c']);
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [read] } });
  await admin.ok('POST', `/publications/${starred}/favorite`, { body: { is_favorite: true } });
  const rows: Row[] = ['10.1000/a', '10.1000/b', '10.1000/c'].map((doi) => [doi, 'Retraction']);
  await readList(service, rows);
  // who reads it later sees the notice there
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [unread] } });
  await readList(service, rows);
  const events = await service.db
    .selectFrom('events')
    .select(['publication_ids', 'data'])
    .where('kind', '=', 'publication.notice')
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { publication_ids: [read], data: { nature: 'retraction', doi: '10.1000/a' } },
    { publication_ids: [starred], data: { nature: 'retraction', doi: '10.1000/b' } },
  ]);
  const isAcknowledged = async () => (await admin.ok('GET', `/publications/${read}`)).notice_acknowledged;
  expect(await isAcknowledged()).toBe(false);
  for (const _ of [1, 2]) await admin.ok('PUT', `/publications/${read}/acknowledged-notice`);
  expect(await isAcknowledged()).toBe(true);
  expect(await noticesOf(service)).toMatchObject({ '10.1000/a': 'retraction' });
});

test('a favorite that cites a retracted paper is announced once, as long as the paper counts as retracted', async () => {
  const service = await openService();
  const { admin, db } = service;
  const [starred = 0, other = 0, retracted = 0] = await addPapers(db, ['10.1000/a', '10.1000/b', '10.1000/c']);
  const star = (id: number) => admin.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: true } });
  await star(starred);
  await star(retracted);
  const references = ['10.1000/r', '10.1000/w', '10.1000/corrected', '10.1000/back'];
  const metadata = { source: 'crossref', fetched_at: new Date(), authors: '[]', has_all_authors: true };
  await db
    .insertInto('publication_metadata')
    .values([
      { ...metadata, publication_id: starred, referenced_works: references },
      { ...metadata, publication_id: starred, source: 'openalex', referenced_works: ['W1'] },
      { ...metadata, publication_id: other, referenced_works: references },
      // a paper that lists itself
      { ...metadata, publication_id: retracted, referenced_works: ['10.1000/c'] },
    ])
    .execute();
  const rows: Row[] = [
    ['10.1000/r', 'Retraction'],
    ['10.1000/c', 'Retraction'],
    ['10.1000/corrected', 'Correction'],
    ['10.1000/back', 'Retraction', '1/1/2020'],
    ['10.1000/back', 'Reinstatement', '1/1/2021'],
  ];
  const withdrawn = {
    doi: '10.1000/w',
    source: 'crossref',
    source_id: 'w',
    nature: 'withdrawal',
    is_of_preprint: false,
  } as const;
  await db.insertInto('notices').values(withdrawn).execute();
  await readList(service, rows);
  // who stars it later sees in the details what it cites
  await star(other);
  await readList(service, rows);
  const events = await db.selectFrom('events').select(['kind', 'publication_ids', 'data']).orderBy('id').execute();
  const cites = { kind: 'publication.cites_retracted', publication_ids: [starred] };
  expect(events.filter(({ kind }) => kind.startsWith('publication.cites') || kind === 'publication.notice')).toEqual([
    { ...cites, data: { nature: 'retraction', doi: '10.1000/r' } },
    { ...cites, data: { nature: 'withdrawal', doi: '10.1000/w' } },
    { kind: 'publication.notice', publication_ids: [retracted], data: { nature: 'retraction', doi: '10.1000/c' } },
  ]);
  expect((await admin.ok('GET', `/publications/${retracted}`)).retracted_references).toEqual([]);
  for (const id of [starred, other]) {
    const detail = await admin.ok('GET', `/publications/${id}`);
    expect(detail.retracted_references.map(({ doi }: { doi: string }) => doi)).toEqual(['10.1000/r', '10.1000/w']);
    expect([detail.notice, detail.notice_acknowledged], 'it is not retracted itself').toEqual([null, false]);
  }
});
