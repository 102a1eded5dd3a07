import type { Publication } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { ONE, type Service, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked', workers: 0 });

const PAPER = {
  ...{ title: 'Silt in the estuaries of two rivers', italic: null, year: 2021 },
  ...{ doi: '10.5555/silt.2021', arxivId: null, venue: 'Journal of Rivers 12 (3), 1-20' },
};

/** The service, and a paper that its sources know and nobody tracks. */
async function startWithPaper(change: Partial<Publication> = {}) {
  const service = await openService();
  const paper = service.sandbox.addPublication(ONE, { ...PAPER, ...change });
  const add = (references: readonly string[], query = '') =>
    service.admin.ok('POST', `/publications${query}`, { body: { references } });
  return { ...service, paper, add };
}
const list = async ({ admin }: Service) => (await admin.ok('GET', '/publications')).publications;
const requestsTo = ({ sandbox }: Service) => sandbox.requests.map(({ source }) => source);

test('adds a publication by its DOI, however it is written, once', async () => {
  const service = await startWithPaper();
  const { admin, add } = service;
  const { results } = await admin.ok('POST', '/publications', {
    body: { reference: 'https://doi.org/10.5555/SILT.2021' },
  });
  expect(results).toEqual([
    {
      ...{ reference: 'https://doi.org/10.5555/SILT.2021', status: 'added', publication_id: expect.any(Number) },
      publication: expect.objectContaining({ title: PAPER.title, year: 2021, doi: PAPER.doi }),
      ...{ candidates: [], tried: [] },
    },
  ]);
  const [item] = await list(service);
  expect(item).toMatchObject({
    ...{ publication_id: results[0].publication_id, title: PAPER.title, year: 2021, is_read: false },
    ...{ display_identifier: expect.objectContaining({ value: PAPER.doi }) },
  });
  const again = await add(['doi:10.5555/silt.2021.', `Berg, K. (2021). Silt. DOI 10.5555/silt.2021`]);
  expect(again.results).toMatchObject([1, 2].map(() => ({ status: 'known', publication_id: item.publication_id })));
  expect(await list(service)).toHaveLength(1);
  expect(requestsTo(service), 'the first response is kept').toEqual(['openalex']);
});

test('a dry run says what is meant and adds nothing; words are never taken for a publication', async () => {
  const service = await startWithPaper();
  const { add } = service;
  const dry = await add(['10.5555/silt.2021', PAPER.title, 'no such words anywhere'], '?dry_run=true');
  expect(dry.results).toMatchObject([
    { status: 'found', publication_id: null, publication: { title: PAPER.title } },
    { status: 'not_found', publication: null, candidates: [{ title: PAPER.title, doi: PAPER.doi }] },
    { status: 'not_found', publication: null },
  ]);
  const { results } = await add([PAPER.title]);
  expect(results).toMatchObject([{ status: 'not_found', publication_id: null, candidates: [{ doi: PAPER.doi }] }]);
  expect(await list(service)).toEqual([]);
});

test('two references to one paper are one publication, and references that contradict each other add nothing', async () => {
  const service = await startWithPaper();
  const { add, sandbox } = service;
  const found = await fetch(
    `${sandbox.env.EUROPEPMC_BASE_URL}/search?query=DOI:"${PAPER.doi}"&format=json&resultType=core`,
  );
  const { resultList } = (await found.json()) as { resultList: { result: { pmid: string }[] } };
  const pmid = `PMID: ${resultList.result[0]?.pmid}`;
  const other = sandbox.addPublication(ONE, {
    ...PAPER,
    title: 'Sand of other rivers',
    doi: '10.5555/sand.2020',
    year: 2020,
  });
  const wrong = await add([`${PAPER.doi} or ${other.doi}`, `${other.doi}, ${pmid}`, pmid.replace('PMID: ', '')]);
  expect(wrong.results.map(({ status }: { status: string }) => status)).toEqual(['not_found', 'added', 'not_found']);
  const { results } = await add([String(PAPER.doi), pmid, pmid]);
  expect(results.map(({ status }: { status: string }) => status)).toEqual(['added', 'added', 'added']);
  expect(new Set(results.map((one: { publication_id: number }) => one.publication_id)).size).toBe(1);
  expect(await list(service)).toHaveLength(2);
});

test('an added publication stays when its scholar goes, and is the one that a crawl finds', async () => {
  const service = await startWithPaper({ listed: true } as Partial<Publication>);
  const { admin, add } = service;
  const { results } = await add(['10.5555/silt.2021']);
  await service.startWorker();
  const [scholarId] = await service.collect(admin, [ONE]);
  const [one, ...more] = await list(service);
  expect(more).toEqual([]);
  await admin.ok('DELETE', `/scholars/${scholarId}`);
  expect((await list(service)).map((item: { title: string }) => item.title)).toEqual([one.title]);
  expect(results[0].status).toBe('added');
});

test('what was added can be removed and put back, with its tags, and adding it again puts it back, too', async () => {
  const service = await startWithPaper();
  const { admin, add } = service;
  const id = (await add(['10.5555/silt.2021'])).results[0].publication_id;
  await admin.ok('PUT', `/publications/${id}/tags`, { body: { tags: ['silt'] } });
  expect((await admin.ok('GET', `/publications/${id}`)).added_at).not.toBeNull();
  const gone = { publication_id: id, is_in_library: false };
  expect(await admin.ok('DELETE', `/publications/${id}/added`)).toEqual(gone);
  expect([await list(service), (await admin.ok('GET', '/scholars/export')).publications]).toEqual([[], []]);
  expect(await admin.ok('PUT', `/publications/${id}/added`)).toEqual({ ...gone, is_in_library: true });
  await admin.ok('DELETE', `/publications/${id}/added`);
  expect((await add(['10.5555/silt.2021'])).results).toMatchObject([{ status: 'added', publication_id: id }]);
  expect(await list(service)).toMatchObject([{ publication_id: id, tags: [{ name: 'silt' }] }]);
  await admin.ok('POST', `/publications/${id}/favorite`, { body: { is_favorite: true } });
  expect(await admin.ok('DELETE', `/publications/${id}/added`), 'a favorite stays').toEqual({
    ...gone,
    is_in_library: true,
  });
  expect((await admin.ok('GET', `/publications/${id}`)).added_at).toBeNull();
});

test('an export has what was added, and an import adds it elsewhere', async () => {
  const service = await startWithPaper();
  await service.add(['10.5555/silt.2021']);
  const file = await service.admin.ok('GET', '/scholars/export');
  expect(file.publications).toMatchObject([
    { scholar_id: null, is_added: true, is_favorite: false, title: PAPER.title },
  ]);
  const other = await service.newUser('other');
  expect(await other.ok('POST', '/scholars/import', { body: file })).toMatchObject({ links_created: 1, warnings: [] });
  expect(await other.ok('GET', '/scholars/export')).toMatchObject({
    publications: [{ scholar_id: null, is_added: true, title: PAPER.title }],
  });
  // the first user's is private
  expect((await other.ok('GET', '/publications')).publications[0].publication_id).not.toBe(
    (await list(service))[0].publication_id,
  );
});

test('says what was tried, and does not take a source that fails for one that knows nothing', async () => {
  const service = await startWithPaper();
  const { admin, sandbox } = service;
  const fails = (status: number, code: string, body: unknown) =>
    admin.fails(status, code, 'POST', '/publications', { body });
  const { error } = await fails(422, 'reference_not_found', { reference: '10.5555/nothing' });
  expect(error.details).toEqual(
    ['OpenAlex', 'Crossref', 'DataCite', 'Europe PMC'].map((name) => ({
      path: 'reference',
      message: `${name} has no record of a paper with DOI 10.5555/nothing.`,
    })),
  );
  for (const source of ['crossref', 'datacite', 'openalex', 'europepmc']) sandbox.setFault(source, { kind: 'error' });
  const { error: failed } = await fails(503, 'source_unavailable', { reference: '10.5555/silt.2021' });
  expect(failed.message).toMatch('OpenAlex cannot be queried now. Crossref cannot be queried now.');
  const { error: inside } = await fails(422, 'reference_not_found', { reference: 'http://169.254.169.254/paper' });
  expect(inside.details, 'no page inside the network is read').toMatchObject([
    { message: expect.stringMatching(/not public/) },
  ]);
  for (const body of [{}, { reference: 'x', references: ['x'] }, { references: [] }, { reference: '  ' }])
    await fails(422, 'validation_error', body);
});
