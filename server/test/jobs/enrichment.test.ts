import { openAlexAuthorIdOf, type Publication } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { saveMetadata } from '../../src/enrichment/publication-store.ts';
import type { RecordMetadata } from '../../src/sources/record.ts';
import {
  listDois,
  listIdentifiers,
  PLAIN,
  searchAgain,
  showPublication,
  TITLE,
  unknown,
  untilEnriched,
} from '../support/enrichment.ts';
import { addPublications } from '../support/library.ts';
import { forgetResponses } from '../support/prepare.ts';
import { ONE, profileId } from '../support/service.ts';
import { untilNoLookups } from '../support/wait.ts';
import { enrichingOfFile } from './enriching-service.ts';

const openService = await enrichingOfFile();

const TWO = profileId(2);
const DOI = '10.5555/l.1';

test('a publication gets identifiers with source, confidence and evidence, a PDF, an abstract and authors', async () => {
  const { sandbox, admin, enrich } = await openService();
  const [item] = await enrich({ ...PLAIN, doi: DOI, copy: 'direct' });
  expect(item).toMatchObject({
    doi: DOI,
    display_identifier: { kind: 'doi', label: `DOI: ${DOI}`, confidence_score: 0.95 },
    pdf_status: 'resolved',
    pdf_url: `${sandbox.origin}/publisher/${DOI}.pdf`,
    pdf_attempt_count: 1,
    pdf_failure_reason: null,
  });
  const shown = await showPublication(admin, TITLE);
  expect(await listIdentifiers(admin, TITLE)).toEqual([
    'doi by openalex 0.95',
    'openalex by openalex 0.95',
    'pmid by openalex 0.95',
  ]);
  for (const { evidence_url } of shown.identifiers) expect(evidence_url).toMatch(/^https:\/\/openalex\.org\/W\d+$/);
  // the publisher's abstract is preferred
  expect([shown.abstract_source, shown.authors_source, shown.has_all_authors]).toEqual(['crossref', 'openalex', true]);
  expect(shown.abstract).toMatch(/^We study slow convergence of .* \(p < 0\.05\) & holds/);
  expect(shown.authors).toEqual(
    [/^A\S+ Bauer$/, /^J\S+ K\. Okafor$/].map((name, at) => ({
      position: at + 1,
      name: expect.stringMatching(name),
      orcid: shown.authors[at].orcid === null ? null : expect.stringMatching(/^\d{4}-\d{4}-\d{4}-\d{4}$/),
      openalex_id: expect.stringMatching(/^A\d+$/),
    })),
  );
});

test('an arXiv id in the venue is requested before any title search', async () => {
  const { sandbox, admin, enrich } = await openService();
  const venue = 'arXiv preprint arXiv:2103.01234';
  const [item] = await enrich({ ...PLAIN, venue, arxivId: '2103.01234', doi: DOI });
  const requested = sandbox.requests.filter(({ source }) => source !== 'google_scholar').map(({ path }) => path);
  expect(requested[0]).toContain('id_list=2103.01234');
  expect(requested.filter((path) => /search|query\.bib|ti%3A/.test(path))).toEqual([]);
  expect(new Set(await listIdentifiers(admin, TITLE))).toEqual(
    new Set(['arxiv by arxiv 0.95', 'doi by arxiv 0.95', 'openalex by openalex 0.95', 'pmid by openalex 0.95']),
  );
  const { identifiers } = await showPublication(admin, TITLE);
  expect(identifiers).toContainEqual(
    expect.objectContaining({ value: '2103.01234', evidence_url: 'https://arxiv.org/abs/2103.01234' }),
  );
  expect(item).toMatchObject({ doi: DOI, display_identifier: { kind: 'doi', confidence_score: 0.95 } });
});

test('if the sources know only similar publications, nothing is used, except the preprint of the year before', async () => {
  const { sandbox, admin, enrich } = await openService();
  sandbox.addScholar(TWO, 0);
  const others: Partial<Publication>[] = [
    { title: 'Comment on: Tides in estuaries of the north' },
    { title: 'Winds over frozen lakes', authors: ['Q Zhang', 'R Silva'] },
    { title: 'Mosses of dry stone walls', year: 2016 },
    { title: 'Calendars of migrating geese', year: 2022 },
    { title: 'Bridges in medieval towns: part 2' },
  ];
  for (const [at, other] of others.entries())
    sandbox.addPublication(TWO, { ...PLAIN, doi: `10.5555/other.${at}`, copy: 'direct', ...other });
  sandbox.addPublication(TWO, { ...PLAIN, year: 2020, arxivId: '2005.01234' });
  const titles = [
    ...['Tides in estuaries of the north', 'Winds over frozen lakes', 'Mosses of dry stone walls'],
    ...['Calendars of migrating geese', 'Bridges in medieval towns'],
  ];
  const found = await enrich(...[...titles, TITLE].map((title) => ({ ...PLAIN, title, oddity: 'unlisted' as const })));
  for (const one of found.filter(({ title }) => title !== TITLE))
    expect(one).toMatchObject({
      doi: null,
      display_identifier: null,
      pdf_url: null,
      pdf_status: 'failed',
      pdf_failure_reason: 'no_identifier',
    });
  expect((await showPublication(admin, TITLE)).identifiers).toContainEqual(
    expect.objectContaining({ kind: 'arxiv', value: '2005.01234', is_contradicted: false }),
  );
});

test("the DOI of a whole issue gets a low confidence, and the publication's own DOI is found and stays", async () => {
  const { admin, add, enrich, db } = await openService();
  const expectations = async () => {
    expect(await listDois(admin, TITLE)).toMatchObject([
      { value: DOI, confidence_score: 0.95, is_contradicted: false },
      { value: issue, confidence_score: 0.3, is_contradicted: true },
    ]);
    expect(await showPublication(admin, TITLE)).toMatchObject({ doi: DOI, display_identifier: { value: DOI } });
  };
  const { venue } = add({ title: TITLE, doi: DOI, oddity: 'issue_doi' });
  const issue = venue.split('doi:')[1] ?? '';
  await enrich();
  await expectations();
  await enrich(unknown(1));
  await expectations();
  await searchAgain(db);
  await untilEnriched(admin, 2, 2);
  await expectations();
});

test('nothing of a record of another publication is used, and its DOI joins no other publications', async () => {
  const doi = '10.5555/issue.1';
  const issue = {
    id: 'https://openalex.org/W4242',
    doi: `https://doi.org/${doi}`,
    display_name: 'Lattices: Volume 7, Issue 2',
    publication_year: 2021,
    ids: { openalex: 'https://openalex.org/W4242', pmid: 'https://pubmed.ncbi.nlm.nih.gov/4242' },
    authorships: [],
    locations: [{ is_oa: true, pdf_url: 'http://127.0.0.1:9/issue.pdf', landing_page_url: 'http://127.0.0.1:9/issue' }],
  };
  const { sandbox, seen, admin, collect, enrich } = await openService({
    openalex: ({ path }) => (path.includes('doi:10.5555') ? { body: JSON.stringify(issue) } : undefined),
  });
  const ofIssue = { ...PLAIN, venue: `Lattices, doi:${doi}`, oddity: 'unlisted' } as const;
  await enrich(ofIssue);
  expect(seen('openalex')[0]?.path).toContain(`/openalex/works/doi:${doi}`);
  const shown = await showPublication(admin, TITLE);
  expect(shown.identifiers).toMatchObject([{ kind: 'doi', value: doi, confidence_score: 0.3 }]);
  expect(shown).toMatchObject({ pdf_status: 'failed', pdf_candidates: [], authors: [] });
  expect(sandbox.requests.filter(({ path }) => path.includes('issue.1') && !path.includes('openalex'))).toEqual([]);

  // another paper of the issue, on another profile and in a file
  sandbox.addScholar(TWO, 0);
  sandbox.addPublication(TWO, { ...ofIssue, title: 'Tides in estuaries of the north', authors: ['P Lindqvist'] });
  await collect(admin, [TWO]);
  await untilEnriched(admin, 2);
  const item = { title: 'Another paper of the issue', doi, is_favorite: true, scholar_id: null };
  const file = { schema_version: 1, exported_at: '2026-02-03T04:05:06.789Z', scholars: [], publications: [item] };
  expect(await admin.ok('POST', '/scholars/import', { body: file })).toMatchObject({ publications_created: 1 });
});

test('a DOI that belongs to two publications stays with both through later crawls', async () => {
  const { sandbox, admin, collect, enrich, log } = await openService();
  const doi = '10.5555/both.1';
  const titles = [TITLE, `${TITLE}: a second look`];
  await enrich(...titles.map((title) => ({ ...PLAIN, title, doi, copy: 'direct' as const })));
  const expectations = async () => {
    for (const title of titles)
      expect(await listDois(admin, title)).toMatchObject([{ value: doi, is_contradicted: false }]);
  };
  await expectations();
  // another profile shows the DOI too, with another title
  sandbox.addScholar(TWO, 0);
  sandbox.addPublication(TWO, { ...PLAIN, title: `${TITLE} in brief`, venue: `Lattices, doi:${doi}` });
  await collect(admin, [TWO]);
  await untilEnriched(admin, 3);
  await expectations();
  expect(log()).not.toMatch(/"level":50|deadlock/);
});

test('the metadata of a record that now belongs to another publication is removed', async () => {
  let title: string | null = null;
  const { admin, enrich, db } = await openService({
    openalex: () =>
      title !== null
        ? { body: JSON.stringify({ id: 'https://openalex.org/W1', doi: `https://doi.org/${DOI}`, title }) }
        : undefined,
  });
  await enrich({ ...PLAIN, doi: DOI, venue: `Lattices, doi:${DOI}`, copy: 'closed' });
  expect((await showPublication(admin, TITLE)).authors_source).toBe('openalex');
  title = 'Lattices: Volume 7, Issue 2';
  await forgetResponses(db);
  await searchAgain(db);
  await untilEnriched(admin, 1, 2);
  expect((await showPublication(admin, TITLE)).authors_source).toBe('crossref');
});

test('a field that a record lacks now keeps its value, unless it is another record', async () => {
  const { db } = await openService();
  const [publicationId = 0] = await addPublications(db, [{ title: 'On lakes' }]);
  const nothing: RecordMetadata = {
    ...{ recordId: 'W1', abstract: null, hasAllAuthors: true, referencedWorks: null, isRetracted: null },
    ...{ relations: null, citationCount: null },
  };
  const save = async (change: Partial<RecordMetadata>, ...names: readonly string[]) => {
    const authors = names.map((name) => ({ name, family: null }));
    const metadata = { ...nothing, ...change };
    await db
      .transaction()
      .execute((tx) => saveMetadata(tx, [{ publicationId, source: 'openalex', fetchedAt: null, authors, metadata }]));
    const columns = ['abstract', 'citation_count', 'has_all_authors', 'authors'] as const;
    const row = await db.selectFrom('publication_metadata').select(columns).executeTakeFirstOrThrow();
    return { ...row, authors: row.authors?.length };
  };
  await save({ abstract: 'Deep.', citationCount: 7, hasAllAuthors: false }, 'Ada Lund');
  const kept = { abstract: 'Deep.', citation_count: 7, has_all_authors: false, authors: 1 };
  expect(await save({})).toEqual(kept);
  expect(await save({ citationCount: 8 }, 'Ada Lund', 'Bo Berg')).toEqual({
    ...{ abstract: 'Deep.', citation_count: 8, has_all_authors: true, authors: 2 },
  });
  expect(await save({ recordId: 'W2' })).toEqual({
    ...{ abstract: null, citation_count: null, has_all_authors: true, authors: 0 },
  });
});

test('a list that names the first hundred authors says so, and the citation gets all from the single work', async () => {
  const { add, admin, collect, db } = await openService();
  const surnames = [...'ABCDEFGHIJKLM'].flatMap((first) => [...'abcdefghij'].map((last) => `${first}${last}lund`));
  // the single work is requested from OpenAlex at once if there is no other
  for (const [at, authors] of [surnames.map((surname) => `E ${surname}`), ['A Bauer']].entries())
    add({ ...PLAIN, title: `${TITLE}: part ${at}`, authors, doi: `10.5555/long.${at}`, oddity: null, copy: 'closed' });
  await collect(admin, [openAlexAuthorIdOf(ONE)]);
  const [item] = (await admin.ok('GET', '/publications?search=ajlund')).publications;
  expect(item.author_text).toMatch(/ Jjlund, …$/);
  await untilNoLookups(db);
  const path = `/api/v1/publications/export?format=bibtex&ids=${item.publication_id}`;
  const bibtex = await (await admin.raw('GET', path)).text();
  expect(bibtex.match(/[A-Z][a-z]lund(?=, )/g)).toEqual(surnames);
  expect(bibtex).not.toContain('others');
});
