import { dblpPidOf, openAlexAuthorIdOf, orcidOf } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { merge } from '../support/merges.ts';
import { age } from '../support/prepare.ts';
import { profileId, type Service, serviceOfFile } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilQueueIsDone } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'all' });
const openElsewhere = serviceOfFile();

const ONE = profileId(1);
const TWO = profileId(2);
const THREE = profileId(3);
/** Profile 1 has no ORCID iD in the sandbox. */
const WITH_ORCID = [1, 2, 3, 4].map(profileId).find((id) => orcidOf(id) !== null) ?? '';

async function startWith(publications: number, ids: readonly string[] = [ONE]): Promise<Service> {
  const service = await openService();
  for (const id of ids) addScholar(service, id, publications);
  return service;
}

function addScholar({ sandbox }: Service, id: string, publications: number): void {
  sandbox.addScholar(id, 0, { name: `Ottilie Vandermolen ${id.slice(-1)}`, field: 'economics' });
  for (let n = 0; n < publications; n += 1)
    sandbox.addPublication(id, { doi: `10.5555/${id.toLowerCase()}.${n}`, oddity: null });
}

const track = (client: Client, scholar_id: string) =>
  client.ok('POST', '/scholars', { body: { scholar_id }, status: 201 });

const profilesOf = async (client: Client, id: number) => (await client.ok('GET', `/scholars/${id}/profiles`)).profiles;

const confirm = (client: Client, id: number, source: string, of: string) =>
  client.ok('PUT', `/scholars/${id}/profiles`, { body: { source, id: of, decision: 'confirmed' } });

/** The integrity checks that find something, with the ids. */
async function failedChecks(client: Client): Promise<unknown[]> {
  const { checks } = await client.ok('GET', '/admin/db/integrity');
  return checks.filter(
    ({ severity, count }: { severity: string; count: number }) => severity === 'failure' && count > 0,
  );
}

const total = async (client: Client, query = '') => (await client.ok('GET', `/publications${query}`)).total_count;

test.each([
  ['openalex', openAlexAuthorIdOf(WITH_ORCID), `https://openalex.org/${openAlexAuthorIdOf(WITH_ORCID)}`],
  ['orcid', orcidOf(WITH_ORCID) ?? '', `https://orcid.org/${orcidOf(WITH_ORCID)}`],
  ['dblp', dblpPidOf(WITH_ORCID), `https://dblp.org/pid/${dblpPidOf(WITH_ORCID)}.html`],
])('a person is tracked at %s alone, by id or by address', async (source, id, address) => {
  const service = await startWith(4, [WITH_ORCID]);
  const { admin, newUser, sandbox } = service;
  const scholar = await track(admin, id);
  expect(scholar).toMatchObject({ scholar_id: id, profiles: [{ source, id, state: 'confirmed' }] });
  await admin.fails(409, 'scholar_already_tracked', 'POST', '/scholars', { body: { scholar_id: address } });
  await until(async () => expect(await total(admin)).toBe(4));
  const { scholars } = await admin.ok('GET', '/scholars');
  expect(scholars).toMatchObject([
    { display_name: expect.stringContaining('Vandermolen'), baseline_completed: true, publication_count: 4 },
  ]);
  expect(sandbox.requestCount('google_scholar')).toBe(0);
  sandbox.addPublication(WITH_ORCID, { title: 'Quite new', italic: null, doi: '10.5555/quite.new', oddity: null });
  const { run, scholar_results } = await service.runToEnd(admin);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 1 });
  expect(scholar_results).toMatchObject([{ scholar_id: id, sources: [{ source, outcome: 'success' }] }]);

  const other = await newUser('other');
  await track(other, address);
  await until(async () => expect(await total(other)).toBe(5));
});

test('ids that do not exist are distinguished from ids that cannot exist', async () => {
  const { admin } = await startWith(1);
  for (const scholar_id of ['nobody', '0000-0002-1825-0098', 'https://example.org/A5023888391', '65/', ''])
    await admin.fails(422, 'invalid_scholar', 'POST', '/scholars', {
      body: { scholar_id },
    });
  for (const scholar_id of ['A4999999999', '0000-0002-1825-0097', '399/9972']) await track(admin, scholar_id);
  await untilQueueIsDone(admin);
  const { queue_items } = await admin.ok('GET', '/runs/queue/items?status=dropped');
  expect(queue_items.map((item: { dropped_reason: string }) => item.dropped_reason)).toEqual([
    'not_found',
    'not_found',
    'not_found',
  ]);
});

test('an author who was merged keeps publications and marks and is followed, also back', async () => {
  const service = await startWith(6, [ONE, TWO]);
  const { admin, sandbox } = service;
  const scholar = await track(admin, openAlexAuthorIdOf(ONE));
  await untilQueueIsDone(admin);
  const { publications } = await admin.ok('GET', '/publications');
  await admin.ok('POST', `/publications/${publications[0].publication_id}/favorite`, { body: {} });
  sandbox.moveAuthor(ONE, TWO);
  await service.runToEnd(admin);
  await untilQueueIsDone(admin);
  const { scholars } = await admin.ok('GET', '/scholars');
  expect(scholars).toMatchObject([{ id: scholar.id, scholar_id: openAlexAuthorIdOf(TWO), publication_count: 12 }]);
  expect((await admin.ok('GET', '/publications')).favorites_count).toBe(1);
  const { run, scholar_results } = await service.runToEnd(admin);
  expect(run.status).toBe('success');
  expect(scholar_results[0].sources, 'the old id is not requested again').toHaveLength(1);

  // the source takes the id back
  sandbox.moveAuthor(ONE);
  sandbox.moveAuthor(TWO, ONE);
  sandbox.addPublication(ONE, { title: 'After it was taken back', italic: null, oddity: null });
  await service.runToEnd(admin);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([
    { id: scholar.id, scholar_id: openAlexAuthorIdOf(ONE), publication_count: 13 },
  ]);
  expect(await failedChecks(admin)).toEqual([]);
});

test('an author who is gone keeps publications, and the run says so', async () => {
  const service = await startWith(6);
  const { admin, sandbox } = service;
  const [id = 0] = await service.collect(admin, [ONE]);
  await confirm(admin, id, 'openalex', openAlexAuthorIdOf(ONE));
  await untilQueueIsDone(admin);
  sandbox.moveAuthor(ONE, null);
  const { run, scholar_results } = await service.runToEnd(admin);
  expect(run.status).toBe('partial_failure');
  expect(scholar_results).toMatchObject([
    { outcome: 'partial', sources: [{ outcome: 'success' }, { outcome: 'failed', state: 'not_found' }] },
  ]);
  expect(await total(admin)).toBe(6);
  expect((await service.runToEnd(admin)).run.status, 'it is not requested again').toBe('success');
  const profiles = await profilesOf(admin, id);
  expect(profiles.find((one: { source: string }) => one.source === 'openalex').gone_dt).not.toBeNull();
});

test.each(['captcha', 'layout'] as const)(
  'a response of OpenAlex with the fault %s removes nothing, and Google Scholar still counts',
  async (kind) => {
    const service = await startWith(6);
    const { admin, sandbox } = service;
    const [id = 0] = await service.collect(admin, [ONE]);
    await confirm(admin, id, 'openalex', openAlexAuthorIdOf(ONE));
    await untilQueueIsDone(admin);
    sandbox.setFault('openalex', { kind });
    sandbox.addPublication(ONE, { title: 'Found at Google Scholar', italic: null, oddity: null });
    const { run } = await service.runToEnd(admin);
    expect(run).toMatchObject({ status: 'partial_failure', new_publication_count: 1 });
    expect(await total(admin)).toBe(7);
  },
);

test('a list that shares nothing with what the person has is refused, unless the user confirms it', async () => {
  const service = await startWith(12, [ONE, TWO]);
  const { admin, services } = service;
  const [id = 0] = await service.collect(admin, [ONE]);
  // as if evidence had led to a namesake
  const wrong = openAlexAuthorIdOf(TWO);
  await confirm(admin, id, 'openalex', wrong);
  await services.db.deleteFrom('author_id_decisions').execute();
  await until(async () => {
    const profiles = await profilesOf(admin, id);
    expect(profiles.find((one: { id: string }) => one.id === wrong)).toMatchObject({
      error: 'layout_changed: no_overlap',
    });
  });
  expect(await total(admin)).toBe(12);
});

test('a publication that is not by the person leaves the list, is remembered, and comes back with its marks', async () => {
  const service = await startWith(3);
  const { admin, newUser } = service;
  const other = await newUser('other');
  const [id = 0] = await service.collect(admin, [ONE]);
  const [ofOther = 0] = await service.collect(other, [ONE]);
  const { publications } = await admin.ok('GET', '/publications');
  const { publication_id: wrong } = publications[0];
  const address = `/scholars/${id}/rejected-publications/${wrong}`;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [wrong] } });
  await admin.ok('PUT', address);
  await admin.ok('PUT', address);
  expect([await total(admin), await total(other)]).toEqual([2, 3]);
  await service.runToEnd(admin);
  expect(await total(admin), 'a crawl does not bring it back').toBe(2);
  expect(await failedChecks(admin)).toEqual([]);

  await other.ok('PUT', `/scholars/${ofOther}/rejected-publications/${wrong}`);
  expect((await admin.ok('GET', '/admin/rejected-publications')).rejected_publications).toMatchObject([
    { publication_id: wrong, source: 'google_scholar', source_id: ONE, user_count: 2 },
  ]);
  const listed = async () => (await admin.ok('GET', `/scholars/${id}/rejected-publications`)).rejected_publications;
  expect(await listed()).toMatchObject([{ publication_id: wrong, title: publications[0].title }]);
  await admin.ok('DELETE', address);
  await admin.ok('DELETE', address);
  expect(await listed()).toEqual([]);
  const { publications: again } = await admin.ok('GET', '/publications');
  expect(again.find((one: { publication_id: number }) => one.publication_id === wrong)).toMatchObject({
    is_read: true,
  });
  await admin.fails(404, 'publication_not_found', 'PUT', `/scholars/${id}/rejected-publications/999999`);
  await other.fails(404, 'scholar_not_found', 'PUT', address);
});

test('an export of a person without a Google Scholar profile can be imported elsewhere', async () => {
  const service = await startWith(3);
  const { admin, newUser } = service;
  await track(admin, openAlexAuthorIdOf(ONE));
  await untilQueueIsDone(admin);
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  const file = await admin.ok('GET', '/scholars/export');
  const other = await newUser('other');
  const result = await other.ok('POST', '/scholars/import', { body: file });
  expect(result).toMatchObject({ scholars_created: 1, links_created: 3, skipped_records: 0, warnings: [] });
  await untilQueueIsDone(other);
  const { scholars } = await other.ok('GET', '/scholars');
  expect(scholars).toMatchObject([{ scholar_id: openAlexAuthorIdOf(ONE), publication_count: 3, unread_count: 0 }]);
  const again = await admin.ok('POST', '/scholars/import', { body: file });
  expect(again).toMatchObject({
    scholars_created: 0,
    publications_created: 0,
    links_created: 0,
    links_updated: 0,
    skipped_records: 0,
    warnings: [],
  });
});

test('an export holds the profiles of a scholar, and what the user decided', async () => {
  const service = await startWith(4, [ONE, TWO]);
  const { admin } = service;
  const [one = 0, two = 0] = await service.collect(admin, [ONE, TWO]);
  const rejectedId = openAlexAuthorIdOf(TWO);
  await confirm(admin, one, 'openalex', openAlexAuthorIdOf(ONE));
  await admin.ok('PUT', `/scholars/${one}/profiles`, {
    body: { source: 'openalex', id: rejectedId, decision: 'rejected' },
  });
  await untilQueueIsDone(admin);
  await admin.ok('POST', `/scholars/${one}/join`, { body: { scholar_profile_id: two } });
  const listed = (await admin.ok('GET', '/publications')).publications;
  const wrong = listed[0].publication_id;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [wrong] } });
  await admin.ok('PUT', `/scholars/${one}/rejected-publications/${wrong}`);
  const file = await admin.ok('GET', '/scholars/export');
  const stateOf = async (client: Client, id: number) =>
    (await profilesOf(client, id))
      .map(({ source, id: of, state, decision }: Record<string, string>) => [source, of, state, decision].join(' '))
      .sort();
  const before = await stateOf(admin, one);
  expect(before).toEqual(
    [
      `google_scholar ${ONE} confirmed `,
      `google_scholar ${TWO} confirmed `,
      `openalex ${openAlexAuthorIdOf(ONE)} confirmed confirmed`,
      `openalex ${rejectedId} rejected rejected`,
    ].sort(),
  );
  expect(file.publications.filter((item: { is_rejected: boolean }) => item.is_rejected)).toMatchObject([
    { scholar_id: ONE, title: listed[0].title, is_read: true },
  ]);
  const nothing = { scholars_created: 0, scholars_updated: 0, links_created: 0, links_updated: 0, warnings: [] };
  expect(await admin.ok('POST', '/scholars/import', { body: file })).toMatchObject(nothing);

  const elsewhere = await openElsewhere();
  const importFile = () => elsewhere.admin.ok('POST', '/scholars/import', { body: file });
  expect(await importFile()).toMatchObject({ scholars_created: 1, skipped_records: 0, warnings: [] });
  expect(await importFile()).toMatchObject(nothing);
  const [{ id }] = (await elsewhere.admin.ok('GET', '/scholars')).scholars;
  expect(await stateOf(elsewhere.admin, id)).toEqual(before);
  expect((await elsewhere.admin.ok('GET', '/runs/queue/items')).queue_items).toHaveLength(3);
  expect([await total(admin), await total(elsewhere.admin)]).toEqual([7, 7]);
  const { publications } = await elsewhere.admin.ok('GET', '/scholars/export');
  const [rejected] = publications.filter((item: { is_rejected: boolean }) => item.is_rejected);
  expect(rejected).toMatchObject({ title: listed[0].title, is_read: true });
  expect(await failedChecks(elsewhere.admin)).toEqual([]);
});

test('a run does not wait for days for Google Scholar if another source was queried', async () => {
  const service = await startWith(6);
  const { admin, sandbox, db } = service;
  const [id = 0] = await service.collect(admin, [ONE]);
  await confirm(admin, id, 'openalex', openAlexAuthorIdOf(ONE));
  await untilQueueIsDone(admin);
  sandbox.addPublication(ONE, { title: 'Found at OpenAlex first', italic: null, oddity: null, doi: '10.5555/first' });
  // the queue at Google Scholar is long
  await sql`update user_settings set request_delay_seconds = 86400`.execute(db);
  const { run_id } = await admin.ok('POST', '/runs/manual');
  await until(async () => expect((await admin.ok('GET', `/runs/${run_id}`)).run.new_publication_count).toBe(1));
  expect((await admin.ok('GET', `/runs/${run_id}`)).run.status).not.toBe('success');
  expect(await admin.ok('GET', '/publications?mode=latest')).toMatchObject({ total_count: 0, latest_count: 0 });
  const found = { total_count: 1, latest_count: 1, latest_unread_count: 1 };
  const underWay = await admin.ok('GET', '/publications?mode=latest&with_running=true');
  expect(underWay).toMatchObject({ ...found, publications: [{ is_new_in_latest_run: true }] });
  const { publication_id } = underWay.publications[0];
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [publication_id] } });
  const read = await admin.ok('GET', `/publications?mode=latest&with_running=true&snapshot=${underWay.snapshot}`);
  expect(read).toMatchObject({ ...found, latest_unread_count: 0 });
  await age(db, 'runs.start_dt', '13 hours', run_id);
  const { run, scholar_results } = await untilEnded(admin, run_id);
  expect(run.status).toBe('success');
  expect(scholar_results).toMatchObject([
    { outcome: 'success', continuation_enqueued: true, sources: [{ state_reason: 'later' }, { outcome: 'success' }] },
  ]);
  expect((await admin.ok('GET', '/runs/queue/items')).queue_items).toMatchObject([
    { source: 'google_scholar', status: 'queued' },
  ]);
});

test('two scholars that are one person are joined, and the undo restores both', async () => {
  const service = await startWith(4, [ONE, TWO]);
  const { admin } = service;
  const [one = 0, two = 0] = await service.collect(admin, [ONE, TWO]);
  await confirm(admin, two, 'openalex', openAlexAuthorIdOf(ONE));
  await untilQueueIsDone(admin);
  const read = async () => {
    const { scholars } = await admin.ok('GET', '/scholars');
    const { publications, unread_count } = await admin.ok('GET', '/publications?page_size=100');
    return { scholars, publications, unread_count };
  };
  const { error } = await admin.fails(409, 'profile_of_another_scholar', 'PUT', `/scholars/${one}/profiles`, {
    body: { source: 'openalex', id: openAlexAuthorIdOf(ONE), decision: 'confirmed' },
  });
  expect(error.details).toEqual({ scholar_profile_id: two });
  await untilNoLookups(service.db);
  const before = await read();
  await admin.ok('POST', `/scholars/${one}/join`, { body: { scholar_profile_id: two } });
  const joined = await read();
  expect(joined.scholars).toMatchObject([{ id: one, publication_count: 8 }]);
  expect(joined.scholars[0].profiles).toHaveLength(3);
  expect((await service.runToEnd(admin)).run.status).toBe('success');
  expect(await failedChecks(admin)).toEqual([]);

  await admin.ok('DELETE', `/scholars/${one}/join`);
  const after = await read();
  const withoutRuns = (some: typeof before) => ({
    ...some,
    scholars: some.scholars.map(
      ({ last_run_dt: _, last_run_status: __, ...scholar }: Record<string, unknown>) => scholar,
    ),
  });
  expect(withoutRuns(after)).toEqual(withoutRuns(before));
  expect(await failedChecks(admin)).toEqual([]);
  await admin.fails(409, 'nothing_joined', 'DELETE', `/scholars/${one}/join`);
  await admin.fails(404, 'scholar_not_found', 'POST', `/scholars/${one}/join`, { body: { scholar_profile_id: one } });
});

test('what a user says of a person survives joining, its undo, and untracking', async () => {
  const service = await startWith(3, [ONE, TWO, THREE]);
  const { admin } = service;
  const [one = 0, two = 0, three = 0] = await service.collect(admin, [ONE, TWO, THREE]);
  const listOf = async (id: number) => (await admin.ok('GET', `/publications?scholar_profile_id=${id}`)).publications;
  const [wrong] = (await listOf(two)).map(({ publication_id }: { publication_id: number }) => publication_id);
  const decide = (id: number, decision: string) =>
    admin.ok('PUT', `/scholars/${id}/profiles`, { body: { source: 'orcid', id: '0000-0002-1825-0097', decision } });
  await decide(three, 'rejected');
  // a chain of joins is undone from its end
  await admin.ok('POST', `/scholars/${two}/join`, { body: { scholar_profile_id: three } });
  await admin.ok('POST', `/scholars/${one}/join`, { body: { scholar_profile_id: two } });
  expect(await total(admin)).toBe(9);
  await admin.ok('PUT', `/scholars/${one}/rejected-publications/${wrong}`);
  await admin.ok('DELETE', `/scholars/${one}/join`);
  expect([await listOf(one), await listOf(two)].map((list) => list.length)).toEqual([3, 5]);
  await admin.ok('DELETE', `/scholars/${two}/join`);
  expect([await listOf(two), await listOf(three)].map((list) => list.length)).toEqual([2, 3]);
  expect(await failedChecks(admin)).toEqual([]);
  const decided = async (id: number) =>
    (await profilesOf(admin, id)).filter(({ source }: { source: string }) => source === 'orcid').length;
  expect([await decided(one), await decided(two), await decided(three)]).toEqual([0, 0, 1]);

  for (const id of [two, three]) await admin.ok('DELETE', `/scholars/${id}`);
  const [again = 0, third = 0] = await service.collect(admin, [TWO, THREE]);
  expect([(await listOf(again)).length, await decided(third)]).toEqual([2, 1]);
  await admin.ok('DELETE', `/scholars/${again}/rejected-publications/${wrong}`);
  expect(await listOf(again)).toHaveLength(3);
  expect(await failedChecks(admin)).toEqual([]);
});

test('a rejection also holds for what is merged, imported or listed by another profile', async () => {
  const service = await startWith(3, [ONE, TWO]);
  const { admin } = service;
  const [one = 0] = await service.collect(admin, [ONE]);
  const { publications } = await admin.ok('GET', '/publications');
  const [p, q] = publications.map(({ publication_id }: { publication_id: number }) => publication_id);
  await admin.ok('PUT', `/scholars/${one}/rejected-publications/${p}`);
  await merge(service.db, q, p);
  expect([await total(admin), await failedChecks(admin)]).toEqual([1, []]);
  await admin.ok('DELETE', `/scholars/${one}/rejected-publications/${q}`);
  expect([await total(admin), await failedChecks(admin)]).toEqual([2, []]);

  // an import lists a publication on a profile that is untracked, and then belongs to another scholar
  const [two = 0] = await service.collect(admin, [TWO]);
  const item = { scholar_id: TWO, title: 'Only in a file', year: 2001, author_text: 'O Vandermolen' };
  await admin.ok('POST', '/scholars/import', { body: { scholars: [{ scholar_id: TWO }], publications: [item] } });
  await admin.ok('DELETE', `/scholars/${two}`);
  await confirm(admin, one, 'google_scholar', TWO);
  expect([await total(admin), await failedChecks(admin)]).toEqual([6, []]);

  // a co-author's list may still have what was rejected before the two were joined
  const shared = { title: 'By both in a file', year: 2002, author_text: 'O Vandermolen' };
  const file = { scholars: [], publications: [{ ...shared, scholar_id: ONE }] };
  await admin.ok('POST', '/scholars/import', { body: file });
  const found = (await admin.ok('GET', '/publications?search=both')).publications[0].publication_id;
  await admin.ok('PUT', `/scholars/${one}/rejected-publications/${found}`);
  await admin.ok('POST', '/scholars/import', { body: file });
  expect([await total(admin), await failedChecks(admin)]).toEqual([6, []]);
  await admin.ok('DELETE', `/scholars/${one}`);
  await service.collect(admin, [ONE]);
  expect([await total(admin), await failedChecks(admin)]).toEqual([2, []]);
});

test('the undo of a join restores a profile that was rejected meanwhile', async () => {
  const service = await startWith(3, [ONE, TWO]);
  const { admin } = service;
  const [one = 0, two = 0] = await service.collect(admin, [ONE, TWO]);
  await admin.ok('POST', `/scholars/${one}/join`, { body: { scholar_profile_id: two } });
  await admin.ok('PUT', `/scholars/${one}/profiles`, {
    body: { source: 'google_scholar', id: TWO, decision: 'rejected' },
  });
  expect(await total(admin)).toBe(3);
  await admin.ok('DELETE', `/scholars/${one}/join`);
  expect([await total(admin), await failedChecks(admin)]).toEqual([6, []]);
  await untilQueueIsDone(admin);
  expect((await admin.ok('GET', '/scholars')).scholars).toMatchObject([
    { id: one, publication_count: 3, baseline_completed: true },
    { id: two, publication_count: 3, baseline_completed: true },
  ]);
});

test.each([
  { name: 'Jürgen Müller', year: null },
  { name: 'Alan Turing', year: 2020 },
])('a paper of $name ($year) that OpenAlex lists first is new once', async ({ name, year }) => {
  const service = await openService();
  const { admin, sandbox } = service;
  sandbox.addScholar(ONE, 0, { name, field: 'economics' });
  for (let n = 0; n < 2; n += 1) sandbox.addPublication(ONE, { doi: `10.5555/one.${n}`, oddity: null });
  const { id } = await track(admin, openAlexAuthorIdOf(ONE));
  await confirm(admin, id, 'google_scholar', ONE);
  await untilQueueIsDone(admin);
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  const shared = { title: 'Thermal drift of lake sediments', italic: null, doi: '10.5555/drift' };
  const late = { year, oddity: year === null ? 'undated' : null, isMissingAtGoogleScholar: true } as const;
  sandbox.addPublication(ONE, { ...shared, ...late });
  expect((await service.runToEnd(admin)).run.new_publication_count).toBe(1);
  await admin.ok('POST', '/publications/mark-all-read', { body: {} });
  sandbox.listAtGoogleScholar(ONE);
  expect((await service.runToEnd(admin)).run.new_publication_count).toBe(0);
  expect(await admin.ok('GET', '/publications')).toMatchObject({ total_count: 3, unread_count: 0 });
});

test("publications are listed once after the person's ORCID iD with a name in another script was confirmed", async () => {
  const service = await openService();
  const { admin, sandbox } = service;
  sandbox.addScholar(ONE, 0, { name: 'Na Li', field: 'economics' });
  sandbox.addScholar(WITH_ORCID, 0, { name: '李娜', field: 'economics' });
  for (const title of ['Slow tides of narrow straits', 'Sediments of cold lakes', 'Maps of the northern ice']) {
    const shared = { title, italic: null, year: 2020 };
    sandbox.addPublication(ONE, { ...shared, doi: null, arxivId: null, oddity: 'unlisted' });
    sandbox.addPublication(WITH_ORCID, { ...shared, doi: `10.5555/${title.length}`, oddity: null });
  }
  const [id = 0] = await service.collect(admin, [ONE]);
  await confirm(admin, id, 'orcid', orcidOf(WITH_ORCID) ?? '');
  await untilQueueIsDone(admin);
  const profiles = await profilesOf(admin, id);
  expect(profiles.find((one: { source: string }) => one.source === 'orcid')).toMatchObject({ work_count: 3 });
  expect(await total(admin)).toBe(3);
});

test("one user's wrong profile merges nothing for others", async () => {
  const service = await openService();
  const { newUser, sandbox } = service;
  const title = { title: 'Measuring the weight of small lakes', italic: null, year: 2020 };
  sandbox.addScholar(ONE, 0, { name: 'Ada Lovelace', field: 'economics' });
  sandbox.addPublication(ONE, { ...title, doi: null, arxivId: null, oddity: 'unlisted' });
  sandbox.addScholar(WITH_ORCID, 0, { name: 'Grace Hopper', field: 'economics' });
  sandbox.addPublication(WITH_ORCID, { ...title, doi: '10.5555/two.1', oddity: null });
  const [wrong, other] = [await newUser('wrong'), await newUser('other')];
  const [id = 0] = await service.collect(wrong, [ONE]);
  await confirm(wrong, id, 'orcid', orcidOf(WITH_ORCID) ?? '');
  await untilQueueIsDone(wrong);
  for (const of of [ONE, orcidOf(WITH_ORCID) ?? '']) await track(other, of);
  await untilQueueIsDone(other);
  expect(await total(other)).toBe(2);
});

test('two scholars whose ids the source merges are offered to be joined', async () => {
  const service = await startWith(6, [ONE, TWO]);
  const { admin, sandbox } = service;
  const [one, two] = [await track(admin, openAlexAuthorIdOf(ONE)), await track(admin, openAlexAuthorIdOf(TWO))];
  await untilQueueIsDone(admin);
  sandbox.moveAuthor(ONE, TWO);
  const { run, scholar_results } = await service.runToEnd(admin);
  expect(run.status).toBe('partial_failure');
  expect(scholar_results).toContainEqual(
    expect.objectContaining({ scholar_profile_id: one.id, outcome: 'failed', state_reason: 'merged' }),
  );
  expect(await profilesOf(admin, one.id)).toMatchObject([
    { is_main: true, gone_dt: expect.any(String) },
    { id: openAlexAuthorIdOf(TWO), state: 'suggested', scholar_profile_id: two.id },
  ]);
  await admin.ok('POST', `/scholars/${one.id}/join`, { body: { scholar_profile_id: two.id } });
  expect((await service.runToEnd(admin)).run.status).toBe('success');
  expect(await total(admin)).toBe(12);
});

test('many publications of strangers are refused', async () => {
  const service = await openService();
  const { admin, sandbox } = service;
  sandbox.addScholar(ONE, 0, { name: 'Ottilie Vandermolen', field: 'economics' });
  for (let n = 0; n < 60; n += 1) sandbox.addPublication(ONE, { doi: `10.5555/one.${n}`, oddity: null });
  sandbox.addScholar(TWO, 0, { name: 'Otto Vandermolen', field: 'medicine' });
  for (let n = 0; n < 130; n += 1) sandbox.addPublication(TWO, { doi: `10.5555/two.${n}`, oddity: null });
  await track(admin, openAlexAuthorIdOf(ONE));
  await untilQueueIsDone(admin);
  sandbox.moveAuthor(TWO, ONE);
  const { run, scholar_results } = await service.runToEnd(admin);
  expect([run.new_publication_count, scholar_results[0].sources[0].state_reason]).toEqual([0, 'unrelated_works']);
  expect(await total(admin)).toBe(60);
});

test('during a cooldown of Google Scholar a manual run starts only if another source can be queried', async () => {
  const service = await startWith(6);
  const { admin, sandbox } = service;
  const [id = 0] = await service.collect(admin, [ONE]);
  sandbox.setFault('google_scholar', { kind: 'captcha' });
  await service.runToEnd(admin);
  await admin.fails(429, 'scrape_cooldown_active', 'POST', '/runs/manual');
  await confirm(admin, id, 'openalex', openAlexAuthorIdOf(ONE));
  await until(async () => {
    const profiles = await profilesOf(admin, id);
    expect(profiles.find((one: { source: string }) => one.source === 'openalex').crawled_dt).not.toBeNull();
  });
  const before = sandbox.requestCount('google_scholar');
  const { run, scholar_results } = await service.runToEnd(admin);
  expect(run.status).toBe('partial_failure');
  expect(scholar_results).toMatchObject([
    {
      outcome: 'partial',
      continuation_enqueued: true,
      sources: [
        { source: 'google_scholar', state_reason: 'cooldown' },
        { source: 'openalex', outcome: 'success' },
      ],
    },
  ]);
  expect(sandbox.requestCount('google_scholar')).toBe(before);
});
