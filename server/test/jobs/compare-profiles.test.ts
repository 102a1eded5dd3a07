import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { runJob } from '../support/due.ts';
import { profileId, type Service, startService } from '../support/service.ts';
import { untilNoLookups } from '../support/wait.ts';

interface Profile {
  readonly source: string;
  readonly id: string;
  readonly state: string;
  readonly is_tracked: boolean;
  readonly named_count: number | null;
}

/** A scholar of the sandbox with publications that have a DOI and that OpenAlex knows. */
function addScholar({ sandbox }: Service, number: number, name: string, publications: number): void {
  sandbox.addScholar(profileId(number), 0, { name });
  for (let n = 1; n <= publications; n += 1)
    sandbox.addPublication(profileId(number), { doi: `10.5555/persons.${number}.${n}`, oddity: null });
}

/** Collects scholars and their metadata, and compares their profiles. */
async function collect(service: Service, client: Client, numbers: readonly number[]): Promise<number[]> {
  const ids = await service.collect(client, numbers.map(profileId));
  await untilNoLookups(service.db);
  await runJob(service.db, 'compare-profiles');
  return ids;
}

async function profilesOf(client: Client, scholarId: number | undefined): Promise<Profile[]> {
  return (await client.ok('GET', `/scholars/${scholarId}/profiles`)).profiles;
}

const statesOf = (profiles: readonly Profile[], source: string) =>
  profiles.filter((profile) => profile.source === source).map(({ state }) => state);

test('an author id that most publications name is confirmed, one that few name is suggested, and no source is asked for it', async () => {
  const service = await startService({ sources: 'all' });
  const { admin, sandbox } = service;
  addScholar(service, 1, 'Olga Vandermolen', 6);
  addScholar(service, 2, 'Rania Oldenhage', 3);
  const [many, few] = await collect(service, admin, [1, 2]);
  const [tracked, ...others] = await profilesOf(admin, many);
  expect(tracked).toMatchObject({ source: 'google_scholar', id: profileId(1), state: 'confirmed', is_tracked: true });
  expect(statesOf(others, 'openalex')).toEqual(['confirmed']);
  expect(others[0]).toMatchObject({ named_count: 6, doi_count: 6, is_own_decision: false });
  expect(statesOf(await profilesOf(admin, few), 'openalex')).toEqual(['suggested']);
  expect(sandbox.requestCount('orcid')).toBe(0);
});

test('two persons of one name each get their own id', async () => {
  const service = await startService({ sources: 'all' });
  const { admin } = service;
  addScholar(service, 1, 'Wei Katzmarek', 6);
  addScholar(service, 2, 'Wei Katzmarek', 6);
  const found = [];
  for (const id of await collect(service, admin, [1, 2])) found.push((await profilesOf(admin, id))[1]);
  expect(found.map((one) => one?.state)).toEqual(['confirmed', 'confirmed']);
  expect(found[0]?.id).not.toBe(found[1]?.id);
});

test('an id that publications of two persons name is confirmed for neither', async () => {
  const service = await startService({ sources: 'all' });
  const { admin, sandbox } = service;
  sandbox.addScholar(profileId(1), 30, { name: 'Wei Katzmarek' });
  const [first] = await collect(service, admin, [1]);
  expect(statesOf(await profilesOf(admin, first), 'openalex')).toEqual(['confirmed']);
  // another profile claims the same publications
  sandbox.addScholar(profileId(2), 30, { name: 'Wei Katzmarek', shares: [{ id: profileId(1), count: 30 }] });
  const [second] = await collect(service, admin, [2]);
  expect(statesOf(await profilesOf(admin, second), 'openalex')).toEqual(['suggested']);
  expect(statesOf(await profilesOf(admin, first), 'openalex')).toEqual(['suggested']);
});

test('a decision holds for one user, outlives new evidence, and can be taken back', async () => {
  const service = await startService({ sources: 'all' });
  const { admin, sandbox, newUser } = service;
  addScholar(service, 1, 'Olga Vandermolen', 6);
  const [scholarId] = await collect(service, admin, [1]);
  const reader = await newUser('reader');
  const [ofReader] = await service.collect(reader, [profileId(1)]);
  const [, openalex] = await profilesOf(admin, scholarId);
  const decide = (client: Client, id: number | undefined, state: string) =>
    client.ok('PUT', `/scholars/${id}/profiles`, { body: { source: 'openalex', id: openalex?.id, state } });

  expect((await decide(admin, scholarId, 'rejected')).profiles[1]).toMatchObject({
    ...openalex,
    state: 'rejected',
    is_own_decision: true,
  });
  expect((await profilesOf(reader, ofReader))[1]).toMatchObject({ state: 'confirmed', is_own_decision: false });

  sandbox.addPublication(profileId(1), { doi: '10.5555/persons.1.7', oddity: null });
  await service.runToEnd(admin);
  await untilNoLookups(service.db);
  await runJob(service.db, 'compare-profiles');
  expect((await profilesOf(admin, scholarId))[1]).toMatchObject({ state: 'rejected', named_count: 7 });

  // the same again changes nothing
  await decide(admin, scholarId, 'suggested');
  expect((await decide(admin, scholarId, 'suggested')).profiles[1]).toEqual({
    ...openalex,
    named_count: 7,
    doi_count: 7,
  });
});

test('decisions about unknown and tracked profiles, and about scholars of others, are refused', async () => {
  const service = await startService({ sources: 'all' });
  const { admin, newUser } = service;
  addScholar(service, 1, 'Olga Vandermolen', 2);
  const [scholarId] = await collect(service, admin, [1]);
  const other = await newUser('other');
  const send = (client: Client, body: object, id = scholarId) =>
    client.call('PUT', `/scholars/${id}/profiles`, { body });
  const known = (await profilesOf(admin, scholarId))[1];
  for (const [client, body, status, code] of [
    [admin, { source: 'openalex', id: 'A404', state: 'confirmed' }, 404, 'profile_not_found'],
    [admin, { source: 'google_scholar', id: profileId(1), state: 'rejected' }, 404, 'profile_not_found'],
    [admin, { source: 'pubmed', id: 'A404', state: 'confirmed' }, 422, 'validation_error'],
    [admin, { source: 'openalex', id: known?.id, state: 'maybe' }, 422, 'validation_error'],
    [other, { source: 'openalex', id: known?.id, state: 'confirmed' }, 404, 'scholar_not_found'],
  ] as const) {
    const response = await send(client, body);
    expect(response).toMatchObject({ status, error: { code } });
  }
});
