import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminId, endedRun, makeRow, makeRows, savePageOf, track } from '../../support/library.ts';
import { merge } from '../../support/merges.ts';
import { putPdf } from '../../support/pdfs.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const SOURCE = 'http://127.0.0.1:9';

test('the details have the item, its run, its scholars, identifiers, PDF candidates and sources', async () => {
  const { db, admin, newUser } = await openService();
  const user = await adminId(db);
  const run = await endedRun(db, user);
  const [one, two] = [await track(db, user, 'AAAAAAAAAAAA'), await track(db, user, 'BBBBBBBBBBBB')];
  const publication = { title: 'Shared work', clusterKey: 'cluster:77', venue: 'Journal, doi 10.1000/xyz' };
  await savePageOf(db, one, [makeRow('AAAAAAAAAAAA:u1', publication), makeRow('AAAAAAAAAAAA:u2')], { runId: run });
  await savePageOf(db, two, [makeRow('BBBBBBBBBBBB:v1', publication)]);
  // profiles that only others track are private
  const other = await newUser('other');
  const foreign = await track(db, other.userId, 'CCCCCCCCCCCC');
  await savePageOf(db, foreign, [makeRow('CCCCCCCCCCCC:w1', publication)]);
  const [item] = (await admin.ok('GET', '/publications?search=shared')).publications;
  const id = item.publication_id;
  await db
    .insertInto('publication_identifiers')
    .values(
      [
        {
          publication_id: id,
          kind: 'pmid',
          value: '1234',
          confidence: 0.7,
          source: 'europepmc',
          evidence_url: 'https://europepmc.org/1234',
        },
        {
          publication_id: id,
          kind: 'arxiv',
          value: '2101.00001',
          confidence: 0.2,
          source: 'arxiv',
          evidence_url: null,
          is_contradicted: true,
        },
      ].map((row) => ({ is_contradicted: false, ...row })),
    )
    .execute();
  await putPdf(db, id, { status: 'resolved', url: 'https://files.example/a.pdf', attempts: 1 });
  const links = [
    {
      url: 'https://files.example/a.pdf',
      source: 'unpaywall',
      version: 'accepted',
      license: 'cc-by',
      host: 'repository',
      reason: null,
      detail: null,
    },
    {
      url: 'https://shop.example/a.pdf',
      source: 'openalex',
      version: null,
      license: null,
      host: 'publisher',
      reason: 'html',
      detail: 'shop.example sent a web page.',
    },
  ];
  await db
    .updateTable('enrichment')
    .set({ candidates: JSON.stringify(links) })
    .where('publication_id', '=', id)
    .execute();

  const shown = await admin.ok('GET', `/publications/${id}`);
  const [fresh] = (await admin.ok('GET', '/publications?search=shared')).publications;
  const { scholars, first_seen_run, identifiers, pdf_candidates, sources, ...more } = shown;
  const { abstract, abstract_source, authors, authors_source, has_all_authors, interest, rules, ...known } = more;
  const { versions, notices, notice_acknowledged, retracted_references, added_at, ...cited } = known;
  expect(versions).toEqual([expect.objectContaining({ stage: fresh.stage, url: 'https://doi.org/10.1000/xyz' })]);
  expect([notices, notice_acknowledged, retracted_references, added_at]).toEqual([[], false, [], null]);
  const { cited_favorites, cited_favorite_count, citing_count, ...rest } = cited;
  expect([cited_favorites, cited_favorite_count, citing_count]).toEqual([[], 0, 0]);
  expect([abstract, abstract_source, authors, authors_source, has_all_authors, interest, rules]).toEqual([
    null,
    null,
    [],
    null,
    true,
    null,
    [],
  ]);
  expect({ ...rest, scholars: undefined }).toEqual({ ...fresh, scholars: undefined });
  expect(scholars).toEqual(
    fresh.scholars.map((scholar: object) => ({
      ...scholar,
      first_listed_at: TIME,
      profiles: [{ source: 'google_scholar', id: expect.any(String), first_listed_at: TIME, crawled_at: null }],
    })),
  );
  expect(scholars.map((scholar: { scholar_profile_id: number }) => scholar.scholar_profile_id)).toEqual([one, two]);
  expect(first_seen_run).toEqual({ id: run, trigger_type: 'manual', status: 'success', start_dt: TIME, end_dt: TIME });
  expect(identifiers).toEqual([
    expect.objectContaining({
      kind: 'doi',
      value: '10.1000/xyz',
      source: 'google_scholar',
      is_contradicted: false,
      label: 'DOI: 10.1000/xyz',
    }),
    {
      kind: 'pmid',
      value: '1234',
      label: 'PMID: 1234',
      url: 'https://pubmed.ncbi.nlm.nih.gov/1234/',
      source: 'europepmc',
      confidence_score: 0.7,
      is_contradicted: false,
      evidence_url: 'https://europepmc.org/1234',
    },
    expect.objectContaining({ kind: 'arxiv', confidence_score: 0.2, is_contradicted: true, evidence_url: null }),
  ]);
  expect(pdf_candidates).toEqual(links.map((link, at) => ({ ...link, is_chosen: at === 0 })));
  const rowAt = (profile: string, code: string) => ({
    source: 'google_scholar',
    key: `${profile}:${code}`,
    url: `${SOURCE}/citations?view_op=view_citation&hl=en&user=${profile}&citation_for_view=${profile}:${code}`,
  });
  expect(sources).toEqual([
    rowAt('AAAAAAAAAAAA', 'u1'),
    rowAt('BBBBBBBBBBBB', 'v1'),
    { source: 'google_scholar', key: 'cluster:77', url: `${SOURCE}/scholar?cluster=77` },
    { source: 'europepmc', key: null, url: 'https://europepmc.org/1234' },
  ]);

  const theirs = await other.ok('GET', `/publications/${id}`);
  expect([theirs.first_seen_run, theirs.scholars.length, theirs.sources[0]]).toEqual([
    null,
    1,
    rowAt('CCCCCCCCCCCC', 'w1'),
  ]);
  expect(JSON.stringify(theirs)).not.toMatch(/BBBBBBBBBBBB:v1/);
});

test('the details of a publication without data are empty, and an import is named as its source', async () => {
  const { db, admin, newUser } = await openService();
  const scholar = await track(db, await adminId(db), 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('AAAAAAAAAAAA', [0, 1]));
  const [{ publication_id: bare }] = (await admin.ok('GET', '/publications')).publications;
  expect(await admin.ok('GET', `/publications/${bare}`)).toMatchObject({
    first_seen_run: null,
    identifiers: [],
    pdf_candidates: [],
    sources: [{ source: 'google_scholar', key: 'AAAAAAAAAAAA:0' }],
    pdf_status: 'untracked',
  });
  const publications = [{ scholar_id: 'AAAAAAAAAAAA', title: 'Only in a file', year: 2020, author_text: 'A Author' }];
  await admin.ok('POST', '/scholars/import', { body: { scholars: [], publications } });
  const [{ publication_id: imported }] = (await admin.ok('GET', '/publications?search=file')).publications;
  const shown = await admin.ok('GET', `/publications/${imported}`);
  const notListed = { source: 'google_scholar', id: 'AAAAAAAAAAAA', first_listed_at: null, crawled_at: null };
  expect(shown.scholars).toEqual([
    { scholar_profile_id: scholar, label: expect.any(String), first_listed_at: null, profiles: [notListed] },
  ]);
  expect(shown.sources).toEqual([{ source: 'import', key: null, url: null }]);
  await (await newUser('other')).fails(404, 'publication_not_found', 'GET', `/publications/${imported}`);
});

test('a merged publication shows its canonical one; a publication that the library does not show is not found', async () => {
  const { db, admin, newUser } = await openService();
  const user = await adminId(db);
  const scholar = await track(db, user, 'AAAAAAAAAAAA');
  await savePageOf(db, scholar, makeRows('AAAAAAAAAAAA', [0, 3]));
  const [winner, loser, last] = (await admin.ok('GET', '/publications')).publications.map(
    (item: { publication_id: number }) => item.publication_id,
  );
  await merge(db, winner, loser);
  const shown = await admin.ok('GET', `/publications/${loser}`);
  expect(shown).toEqual(await admin.ok('GET', `/publications/${winner}`));
  expect([shown.publication_id, shown.sources.map((one: { key: string }) => one.key)]).toEqual([
    winner,
    ['AAAAAAAAAAAA:0', 'AAAAAAAAAAAA:1'],
  ]);
  const other = await newUser('other');
  for (const id of [winner, loser]) await other.fails(404, 'publication_not_found', 'GET', `/publications/${id}`);
  await sql`update user_publications set hidden_as = 'unread' where publication_id = ${last}`.execute(db);
  await admin.fails(404, 'publication_not_found', 'GET', `/publications/${last}`);
});
