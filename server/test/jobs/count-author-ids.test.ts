import { openAlexAuthorIdOf } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { runJob } from '../support/due.ts';
import { age } from '../support/prepare.ts';
import { profileId, type Service, serviceOfFile } from '../support/service.ts';
import { until, untilNoLookups } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'all' });

interface Profile {
  readonly source: string;
  readonly id: string;
  readonly state: string;
  readonly decision: string | null;
  readonly listed_count: number;
  readonly publication_count: number;
}

/** A scholar of the sandbox with publications that have a DOI and that OpenAlex knows. */
function addScholar({ sandbox }: Service, number: number, name: string, publications: number): void {
  sandbox.addScholar(profileId(number), 0, { name });
  for (let n = 1; n <= publications; n += 1) addPublication(sandbox, number, n);
}

function addPublication(sandbox: Service['sandbox'], number: number, n: number): void {
  sandbox.addPublication(profileId(number), { doi: `10.5555/persons.${number}.${n}`, oddity: null });
}

/** Collects scholars and their metadata, and counts their author ids. */
async function collect(service: Service, client: Client, numbers: readonly number[]): Promise<number[]> {
  const ids = await service.collect(client, numbers.map(profileId));
  await countAgain(service);
  return ids;
}

async function countAgain({ db }: Service): Promise<void> {
  await untilNoLookups(db);
  await age(db, 'profiles.author_ids_counted_at', '2 days');
  await runJob(db, 'count-author-ids');
}

/** The profiles of a scholar at OpenAlex. */
async function profilesOf(client: Client, scholarId: number | undefined): Promise<Profile[]> {
  const { profiles } = await client.ok('GET', `/scholars/${scholarId}/profiles`);
  return profiles
    .filter(({ source }: Profile) => source === 'openalex')
    .map(({ source, id, state, decision, listed_count, publication_count }: Profile) => ({
      ...{ source, id, state, decision, listed_count, publication_count },
    }));
}

const statesOf = async (client: Client, scholarId: number | undefined) =>
  (await profilesOf(client, scholarId)).map(({ state }) => state);

test('an author id that most publications list is confirmed and crawled, one that few list is suggested', async () => {
  const service = await openService();
  const { admin } = service;
  addScholar(service, 1, 'Ottilie Vandermolen', 6);
  addScholar(service, 2, 'Ruprecht Oldenhage', 3);
  const [many, few] = await collect(service, admin, [1, 2]);
  const [openalex] = await profilesOf(admin, many);
  expect(openalex).toMatchObject({ state: 'confirmed', decision: null, listed_count: 6, publication_count: 6 });
  expect(openalex?.id).toBe(openAlexAuthorIdOf(profileId(1)));
  expect(await statesOf(admin, few)).toEqual(['suggested']);
  await until(async () => {
    const { profiles } = await admin.ok('GET', `/scholars/${many}/profiles`);
    expect(profiles.find((one: Profile) => one.id === openalex?.id)).toMatchObject({
      name: 'Ottilie Vandermolen',
      url: `https://openalex.org/${openalex?.id}`,
      evidence: `6 of 6 publications with author ids name ${openalex?.id}.`,
      work_count: 6,
      error: null,
    });
  });
  const { total_count } = await admin.ok('GET', `/publications?scholar_profile_id=${many}`);
  expect(total_count, 'both sources list the same publications').toBe(6);
});

test('co-authors have an id at OpenAlex by which they can be tracked', async () => {
  const service = await openService();
  const { admin, sandbox, newUser } = service;
  sandbox.addScholar(profileId(1), 6, { name: 'Ottilie Vandermolen' });
  sandbox.addScholar(profileId(2), 6, { name: 'Ruprecht Oldenhage', shares: [{ id: profileId(1), count: 6 }] });
  const [id] = await collect(service, admin, [1]);
  const coAuthors = async () => (await admin.ok('GET', `/scholars/${id}/co-authors`)).co_authors;
  const wanted = openAlexAuthorIdOf(profileId(2));
  const [found] = (await coAuthors()).filter((one: Profile) => one.id === wanted);
  expect(found).toMatchObject({ source: 'openalex', name: 'Ruprecht Oldenhage', scholar_profile_id: null });
  expect((await coAuthors()).map((one: Profile) => one.id)).not.toContain(openAlexAuthorIdOf(profileId(1)));
  const { id: tracked } = await admin.ok('POST', '/scholars', { body: { scholar_id: wanted }, status: 201 });
  expect((await coAuthors()).find((one: Profile) => one.id === wanted)).toEqual({
    ...found,
    scholar_profile_id: tracked,
  });
  await (await newUser('other')).fails(404, 'scholar_not_found', 'GET', `/scholars/${id}/co-authors`);
});

test('two persons of one name each get their own id', async () => {
  const service = await openService();
  const { admin } = service;
  addScholar(service, 1, 'Wei Katzmarek', 6);
  addScholar(service, 2, 'Wei Katzmarek', 6);
  const found: Profile[] = [];
  for (const id of await collect(service, admin, [1, 2])) found.push(...(await profilesOf(admin, id)));
  expect(found.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
  expect(found[0]?.id).not.toBe(found[1]?.id);
});

test('an id that publications of two tracked profiles list is not confirmed for the second one', async () => {
  const service = await openService();
  const { admin, sandbox, newUser } = service;
  sandbox.addScholar(profileId(1), 30, { name: 'Wei Katzmarek' });
  const [first] = await collect(service, admin, [1]);
  expect(await statesOf(admin, first)).toEqual(['confirmed']);
  // another profile claims the same publications
  sandbox.addScholar(profileId(2), 30, { name: 'Wei Katzmarek', shares: [{ id: profileId(1), count: 30 }] });
  const reader = await newUser('reader');
  const [second] = await collect(service, reader, [2]);
  expect(await statesOf(reader, second)).toEqual(['suggested']);
  expect(await statesOf(admin, first), 'what was confirmed stays').toEqual(['confirmed']);
});

test('a decision holds for one user, outlives new evidence, and can be taken back', async () => {
  const service = await openService();
  const { admin, sandbox, newUser } = service;
  addScholar(service, 1, 'Ottilie Vandermolen', 6);
  const [scholarId] = await collect(service, admin, [1]);
  const reader = await newUser('reader');
  const [ofReader] = await service.collect(reader, [profileId(1)]);
  const [openalex] = await profilesOf(admin, scholarId);
  const decide = async (decision: string | null) => {
    const body = { source: 'openalex', id: openalex?.id, decision };
    const { profiles } = await admin.ok('PUT', `/scholars/${scholarId}/profiles`, { body });
    return profiles.find(({ id }: Profile) => id === openalex?.id);
  };
  expect(await decide('rejected')).toMatchObject({ ...openalex, state: 'rejected', decision: 'rejected' });
  await countAgain(service);
  expect(await profilesOf(reader, ofReader)).toEqual([openalex]);

  addPublication(sandbox, 1, 7);
  await service.runToEnd(admin);
  await countAgain(service);
  const counts = { listed_count: 7, publication_count: 7 };
  expect(await profilesOf(admin, scholarId)).toEqual([
    { ...openalex, ...counts, state: 'rejected', decision: 'rejected' },
  ]);
  await decide(null);
  // the same again changes nothing
  expect(await decide(null)).toMatchObject({ ...openalex, ...counts });
});

test('decisions about malformed ids, main profiles and scholars of others are refused', async () => {
  const service = await openService();
  const { admin, newUser } = service;
  addScholar(service, 1, 'Ottilie Vandermolen', 2);
  const [scholarId] = await collect(service, admin, [1]);
  const other = await newUser('other');
  const id = (await profilesOf(admin, scholarId))[0]?.id;
  for (const [client, body, status, code] of [
    [admin, { source: 'openalex', id: 'nobody', decision: 'confirmed' }, 422, 'invalid_scholar'],
    [admin, { source: 'orcid', id, decision: 'confirmed' }, 422, 'invalid_scholar'],
    [admin, { source: 'orcid', id: '0000-0002-1825-0098', decision: 'confirmed' }, 422, 'invalid_scholar'],
    [admin, { source: 'google_scholar', id: profileId(1), decision: 'rejected' }, 409, 'main_profile'],
    [other, { source: 'openalex', id, decision: 'confirmed' }, 404, 'scholar_not_found'],
  ] as const) {
    const response = await client.call('PUT', `/scholars/${scholarId}/profiles`, { body });
    expect(response, JSON.stringify(body)).toMatchObject({ status, error: { code } });
  }
});
