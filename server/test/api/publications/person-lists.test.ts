import { expect, test } from 'vitest';
import type { NewRecord } from '../../../src/publications/records.ts';
import type { Client } from '../../support/client.ts';
import { makeRow, track } from '../../support/library.ts';
import { saveListOf } from '../../support/person-lists.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const GS = { source: 'google_scholar', id: 'AAAAAAAAAAA1' } as const;
const OPENALEX = { source: 'openalex', id: 'A5023888391' } as const;
const ORCID = { source: 'orcid', id: '0000-0002-1825-0097' } as const;
const DBLP = { source: 'dblp', id: '65/9612' } as const;

async function startPerson(): Promise<Service & { userId: number; scholarId: number }> {
  const service = await openService();
  const userId = (await service.admin.ok('GET', '/auth/me')).user.id;
  return Object.assign(service, { userId, scholarId: await track(service.db, userId, GS.id) });
}

/** Titles and years, in the order of titles. */
async function listed(client: Client): Promise<string[]> {
  const { publications } = await client.ok('GET', '/publications?page_size=100');
  return publications.map(({ title, year }: { title: string; year: number }) => `${title} ${year}`).sort();
}

async function idsOf(client: Client): Promise<number[]> {
  const { publications } = await client.ok('GET', '/publications?page_size=100');
  return publications.map(({ publication_id }: { publication_id: number }) => publication_id);
}

const TITLES = ['Slow tides of narrow straits', 'Sediments of cold lakes', 'Maps of the ice'] as const;

test.each([
  ['Na Li (李娜)', 'Na Li'],
  ['李娜', 'Na Li'],
  ['Na Li / 李娜', '李娜'],
  ['Олег Лунин', 'Oleg Lunin'],
  ['Na Li', null],
])('publications of %s are listed once after the ORCID iD of %s was confirmed', async (name, nameAtOrcid) => {
  const person = await startPerson();
  const rows = TITLES.map((title, at) => makeRow(`${GS.id}:${at}`, { title, authors: 'N Li, O Dahl' }));
  await saveListOf(person.db, person, { ...GS, name }, rows);
  const list = TITLES.map((title, at) => {
    const identifiers = [{ kind: 'doi', value: `10.5555/${at}` }] as const;
    return makeRow(`${ORCID.id}:doi:10.5555/${at}`, { title, authors: null, url: null, identifiers });
  });
  await saveListOf(person.db, person, { ...ORCID, name: nameAtOrcid }, list);
  expect(await listed(person.admin)).toEqual(TITLES.map((title) => `${title} 2020`).sort());
});

test('the ORCID iD of another name joins nothing', async () => {
  const person = await startPerson();
  await saveListOf(person.db, person, { ...GS, name: 'Na Li (李娜)' }, [makeRow('a', { title: TITLES[0] })]);
  const publication = makeRow('b', { title: TITLES[0], authors: null });
  await saveListOf(person.db, person, { ...ORCID, name: 'Karl Berg' }, [publication]);
  expect(await listed(person.admin)).toHaveLength(2);
});

test('a printed article is the one that another source dates a year earlier', async () => {
  const person = await startPerson();
  const venue = 'Journal of Tides 12 (3), 4-9';
  const rows = TITLES.map((title, at) => makeRow(`${GS.id}:${at}`, { title, venue, year: 2021, authors: 'N Li' }));
  await saveListOf(person.db, person, { ...GS, name: 'Na Li' }, rows);
  const list = TITLES.map((title, at) => {
    const identifiers = [{ kind: 'doi', value: `10.5555/${at}` }] as const;
    return makeRow(`W${at}`, { title, venue: 'Journal of Tides', authors: 'Na Li', identifiers });
  });
  await saveListOf(person.db, person, { ...OPENALEX, name: 'Na Li' }, list);
  const before = await listed(person.admin);
  expect(before).toHaveLength(TITLES.length);

  // the list of somebody else of the name, with neither the year nor the DOI of a publication
  const stranger = await person.newUser('stranger');
  const { userId } = stranger;
  const scholarId = await track(person.db, userId, 'BBBBBBBBBBB2');
  const others = rows.map((row) => ({ ...row, key: `other ${row.key}`, year: 2022 }));
  const profile = { source: 'google_scholar', id: 'BBBBBBBBBBB2', name: 'Na Li' } as const;
  await saveListOf(person.db, { userId, scholarId }, profile, others);
  expect(await listed(person.admin)).toEqual(before);
  expect(new Set([...(await idsOf(person.admin)), ...(await idsOf(stranger))]).size).toBe(2 * TITLES.length);
});

test('entries of a column are different publications', async () => {
  const person = await startPerson();
  const column = { title: 'Reading the tide tables', authors: 'N Li', venue: 'Tidal Record' };
  const rows = [2019, 2020].map((year) => makeRow(`${GS.id}:${year}`, { ...column, year }));
  await saveListOf(person.db, person, { ...GS, name: 'Na Li' }, rows);
  await saveListOf(person.db, person, { ...DBLP, name: 'Na Li' }, [makeRow('d', { ...column, year: 2020 })]);
  expect(await listed(person.admin)).toHaveLength(3);
});

test('a preprint that gets the key of its article keeps its marks', async () => {
  const person = await startPerson();
  const { admin, db } = person;
  const [title, second] = TITLES;
  const arxiv = [{ kind: 'arxiv', value: '2001.00001' }] as const;
  const doi = [{ kind: 'doi', value: '10.5555/straits' }] as const;
  const preprint = makeRow('journals/corr/abs-2001-00001', { title, year: 2020, venue: 'CoRR', identifiers: arxiv });
  const article = makeRow('conf/tides/Li22', { title, year: 2022, venue: 'TIDES', identifiers: doi });
  const stays = makeRow('journals/tides/Li19', { title: second, year: 2019 });
  const save = (records: readonly NewRecord[]) => saveListOf(db, person, { ...DBLP, name: 'Na Li' }, records);
  await save([preprint, stays]);
  const { publications } = await admin.ok('GET', '/publications');
  const before = publications.find((one: { title: string }) => one.title === title).publication_id;
  await admin.ok('POST', `/publications/${before}/favorite`, { body: { is_favorite: true } });
  await admin.ok('PUT', `/publications/${before}/tags`, { body: { tags: ['to cite'] } });
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [before] } });

  await save([article, stays]);
  expect(await listed(admin)).toEqual([`${second} 2019`, `${title} 2022`]);
  const { publications: after } = await admin.ok('GET', '/publications');
  expect(after.find((one: { title: string }) => one.title === title)).toMatchObject({
    publication_id: before,
    is_favorite: true,
    is_read: true,
    tags: [{ name: 'to cite' }],
    venue_text: 'TIDES',
  });
});

test('an article that is listed beside its preprint is another publication', async () => {
  const person = await startPerson();
  const [title] = TITLES;
  const preprint = makeRow('journals/corr/abs-2001-00001', { title, year: 2020, venue: 'CoRR' });
  const article = makeRow('conf/tides/Li22', { title, year: 2022, venue: 'TIDES' });
  await saveListOf(person.db, person, { ...DBLP, name: 'Na Li' }, [preprint]);
  await saveListOf(person.db, person, { ...DBLP, name: 'Na Li' }, [article, preprint]);
  expect(await listed(person.admin)).toHaveLength(2);
});

test('what a source no longer says is kept, and what it says otherwise is not', async () => {
  const person = await startPerson();
  const [title] = TITLES;
  const doi = [{ kind: 'doi', value: '10.5555/straits' }] as const;
  const said = {
    title,
    authors: 'N Li, O Dahl',
    venue: 'Journal of Tides',
    year: 2020,
    citations: 7,
    identifiers: doi,
  };
  const save = (change: Partial<NewRecord>) =>
    saveListOf(person.db, person, { ...OPENALEX, name: 'Na Li' }, [makeRow('W1', { ...said, ...change })]);
  const shown = async () => (await person.admin.ok('GET', '/publications')).publications[0];
  await save({});
  const before = await shown();
  expect(before).toMatchObject({ author_text: 'N Li, O Dahl', year: 2020, citation_count: 7, doi: '10.5555/straits' });
  await save({ authors: null, venue: null, year: null, citations: null, url: null, identifiers: [] });
  expect(await shown()).toEqual(before);
  await save({ authors: 'N Li', venue: null, year: 2021 });
  expect(await shown()).toMatchObject({ author_text: 'N Li', venue_text: 'Journal of Tides', year: 2021 });
});
