import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DOUBTED } from '../../src/publications/identifiers.ts';
import { profileId, startService } from '../support/service.ts';
import { PLAIN, TITLE } from './plain-publication.ts';
import { identifiersOf, searchAgain, startRelay, untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);
const TWO = profileId(2);
const EMPTY_ITEM = {
  ...{ scholar_id: null, cluster_id: null, year: 2021, citation_count: 0, author_text: 'A Author', venue_text: null },
  ...{ pub_url: null, pdf_url: null, identifiers: [], is_read: false, first_seen_at: '2026-01-02T03:04:05.678Z' },
};

test("the DOI of a whole issue gets a low confidence, and the publication's own DOI is found", async () => {
  const { sandbox, db, collect, admin, runToEnd } = await startService({ sources: 'all' });
  sandbox.addScholar(ONE, 0);
  const { venue } = sandbox.addPublication(ONE, { title: TITLE, doi: '10.5555/l.1', oddity: 'issue_doi' });
  const issue = venue.split('doi:')[1] ?? '';
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  const expectations = async () => {
    const rows = (await identifiersOf(db, TITLE)).filter(({ kind }) => kind === 'doi');
    expect(rows.find(({ value }) => value === issue)).toMatchObject({ confidence: 0.3, is_contradicted: true });
    expect(rows.find(({ value }) => value === '10.5555/l.1')).toMatchObject({
      confidence: 0.95,
      is_contradicted: false,
    });
    expect(rows).toHaveLength(2);
    const { publications } = await admin.ok('GET', '/publications');
    expect(publications.find(({ title }: { title: string }) => title === TITLE)).toMatchObject({
      doi: '10.5555/l.1',
      display_identifier: { value: '10.5555/l.1' },
    });
  };
  await expectations();
  sandbox.addPublication(ONE, { ...PLAIN, title: 'Another paper of the year', oddity: 'unlisted' });
  await runToEnd(admin);
  await untilLookedUp(db, 2);
  await expectations();
  await searchAgain(db);
  await untilLookedUp(db, 2);
  await expectations();
});

test('nothing of the record of a whole issue is used, neither identifiers nor PDFs', async () => {
  const issue = {
    id: 'https://openalex.org/W4242',
    doi: 'https://doi.org/10.5555/issue.1',
    display_name: 'Lattices: Volume 7, Issue 2',
    publication_year: 2021,
    ids: { openalex: 'https://openalex.org/W4242', pmid: 'https://pubmed.ncbi.nlm.nih.gov/4242' },
    authorships: [],
    locations: [{ is_oa: true, pdf_url: 'http://127.0.0.1:9/issue.pdf', landing_page_url: 'http://127.0.0.1:9/issue' }],
  };
  const relay = await startRelay(
    () => sandbox.origin,
    ({ path }) => (path.includes('doi:10.5555') ? { body: JSON.stringify(issue) } : undefined),
  );
  const env = { OPENALEX_BASE_URL: `${relay.origin}/openalex` };
  const { sandbox, db, collect, admin } = await startService({ sources: 'all', env });
  sandbox.addScholar(ONE, 0);
  sandbox.addPublication(ONE, { ...PLAIN, venue: 'Lattices, doi:10.5555/issue.1', oddity: 'unlisted', doi: null });
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  expect(relay.seen[0]?.path).toContain('/openalex/works/doi:10.5555/issue.1');
  expect(await identifiersOf(db, TITLE)).toMatchObject([{ kind: 'doi', value: '10.5555/issue.1', confidence: 0.3 }]);
  const { rows } = await sql`select status, candidates from enrichment`.execute(db);
  expect(rows).toEqual([{ status: 'failed', candidates: [] }]);
  expect(sandbox.requests.filter(({ path }) => path.includes('issue.1') && !path.includes('openalex'))).toEqual([]);

  const item = { ...EMPTY_ITEM, title: 'Another paper of the issue', doi: '10.5555/issue.1', is_favorite: true };
  const file = { schema_version: 1, exported_at: '2026-02-03T04:05:06.789Z', scholars: [], publications: [item] };
  const imported = await admin.ok('POST', '/scholars/import', { body: file });
  expect(imported, 'nor does the DOI lead an import to it').toMatchObject({ publications_created: 1 });
});

test('a DOI that belongs to two publications stays with both through later crawls', async () => {
  const { sandbox, db, collect, admin, runToEnd, log } = await startService({ sources: 'all' });
  sandbox.addScholar(ONE, 0);
  sandbox.addScholar(TWO, 0);
  const longer = `${TITLE}: a second look`;
  sandbox.addPublication(ONE, { ...PLAIN, doi: '10.5555/both.1', copy: 'direct' });
  sandbox.addPublication(ONE, { ...PLAIN, title: longer, doi: '10.5555/both.1', copy: 'direct' });
  await collect(admin, [ONE]);
  await untilLookedUp(db, 2);
  const bearers = async () => {
    const { rows } = await sql<{ title: string }>`
      select p.title, p.doi, p.merged_into, i.is_contradicted from publications p
      join publication_identifiers i on i.publication_id = p.id and i.kind = 'doi' order by p.title`.execute(db);
    return rows;
  };
  const both = [TITLE, longer].map((title) => ({
    title,
    doi: '10.5555/both.1',
    merged_into: null,
    is_contradicted: false,
  }));
  expect(await bearers()).toEqual(both);
  // another profile shows the DOI too, with another title
  sandbox.addPublication(TWO, { ...PLAIN, title: `${TITLE} in brief`, venue: 'Lattices, doi:10.5555/both.1' });
  sandbox.addPublication(ONE, { ...PLAIN, title: 'Another paper of the year', oddity: 'unlisted' });
  await collect(admin, [TWO]);
  await runToEnd(admin);
  await untilLookedUp(db, 4);
  expect((await bearers()).filter(({ title }) => title !== `${TITLE} in brief`)).toEqual(both);
  expect(log()).not.toMatch(/"level":50|deadlock/);
});

test('another paper of an issue whose DOI is contradicted stays a separate publication', async () => {
  const issue = JSON.stringify({ id: 'https://openalex.org/W4242', display_name: 'Lattices: Volume 7, Issue 2' });
  const relay = await startRelay(
    () => sandbox.origin,
    ({ path }) => (path.includes('doi:10.5555') ? { body: issue } : undefined),
  );
  const env = { OPENALEX_BASE_URL: `${relay.origin}/openalex` };
  const { sandbox, db, collect, admin } = await startService({ sources: 'all', env });
  const ofIssue = { ...PLAIN, venue: 'Lattices, doi:10.5555/issue.1', oddity: 'unlisted' } as const;
  for (const id of [ONE, TWO]) sandbox.addScholar(id, 0);
  sandbox.addPublication(ONE, ofIssue);
  sandbox.addPublication(TWO, { ...ofIssue, title: 'Tides in estuaries of the north', authors: ['P Lindqvist'] });
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  await collect(admin, [TWO]);
  await untilLookedUp(db, 2);
});

test('a retracted publication keeps its DOI, also one that an earlier version contradicted', async () => {
  const doi = '10.5555/retracted.1';
  const retracted = {
    id: 'https://openalex.org/W4243',
    doi: `https://doi.org/${doi}`,
    display_name: `RETRACTED: ${TITLE}`,
    publication_year: 2021,
    authorships: [{ author: { display_name: 'Anna Bauer' } }, { author: { display_name: 'Jo K. Okafor' } }],
    locations: [{ is_oa: true, pdf_url: 'http://127.0.0.1:9/a.pdf', landing_page_url: 'http://127.0.0.1:9/a' }],
  };
  const relay = await startRelay(
    () => sandbox.origin,
    ({ path }) => (path.includes(`doi:${doi}`) ? { body: JSON.stringify(retracted) } : undefined),
  );
  const env = { OPENALEX_BASE_URL: `${relay.origin}/openalex` };
  const { sandbox, db, collect, admin } = await startService({ sources: 'all', env });
  sandbox.addScholar(ONE, 0);
  sandbox.addPublication(ONE, { ...PLAIN, venue: `Lattices, doi:${doi}`, oddity: 'unlisted', doi: null });
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  const expectations = async () => {
    const rows = (await identifiersOf(db, TITLE)).filter(({ kind }) => kind === 'doi');
    expect(rows).toMatchObject([{ value: doi, confidence: 0.95, source: 'openalex', is_contradicted: false }]);
    const { publications } = await admin.ok('GET', '/publications');
    expect(publications).toMatchObject([{ title: TITLE, doi, display_identifier: { value: doi } }]);
    const { rows: said } = await sql`select is_retracted from publication_metadata where source = 'openalex'`.execute(
      db,
    );
    expect(said).toEqual([{ is_retracted: true }]);
  };
  await expectations();

  // as the migration leaves it
  await sql`update publication_identifiers set is_contradicted = true, confidence = ${DOUBTED}, source = 'google_scholar'`.execute(
    db,
  );
  await sql`update publications set doi = null, display_identifier = null`.execute(db);
  await sql`delete from publication_metadata`.execute(db);
  const asked = relay.seen.length;
  await searchAgain(db);
  await untilLookedUp(db, 1);
  await expectations();
  expect(relay.seen.length, 'the stored response is used').toBe(asked);
});
