import { expect, test } from 'vitest';
import { ADMIN } from '../support/admin.ts';
import { makeWorkDue, runJob } from '../support/due.ts';
import { listShown, replay, untilEnriched } from '../support/enrichment.ts';
import { type Follower, follow, numbersTo } from '../support/follow.ts';
import { age } from '../support/prepare.ts';
import { startRun } from '../support/runs.ts';
import { ONE, profileId, serviceOfFile } from '../support/service.ts';
import { until, untilEnded, untilStatus } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'collected' });

const TWO = profileId(2);
const NEWS = ['identifier_updated', 'pdf_updated'];
const kindsOf = ({ events }: Follower) => events.map(({ event }) => event);
const isOpen = async ({ over }: Follower) => (await Promise.race([over, Promise.resolve('open')])) === 'open';

test('a run is running, then resolving; its stream reports identifiers and PDFs, and ends with enrichment', async () => {
  const { sandbox, admin } = await openService();
  const doi = '10.5555/direct.1';
  sandbox.addPublication(ONE, { copy: 'direct', doi });
  for (const source of [ONE, 'crossref', 'publisher']) sandbox.setFault(source, { kind: 'hang', times: 1 });
  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  expect((await admin.ok('GET', `/runs/${runId}`)).run).toMatchObject({ status: 'running', end_dt: null });
  await until(async () => expect(sandbox.requestCount('google_scholar')).toBe(2));
  sandbox.release();
  await follower.until(() => follower.events.at(-1)?.data.status === 'resolving');
  const begun = ['run_status', 'scholar_progress', 'publication_discovered', 'scholar_progress', 'run_status'];
  expect(kindsOf(follower)).toEqual(begun);
  const publication_id = follower.events[2]?.data.publication_id;
  const resolving = { id: runId, status: 'resolving', end_dt: null, new_publication_count: 1, failed_count: 0 };
  expect((await admin.ok('GET', '/runs')).runs).toMatchObject([resolving]);
  const detail = await admin.ok('GET', `/runs/${runId}`);
  expect(detail).toMatchObject({ run: resolving, scholar_results: [{ outcome: 'success', state: 'ok' }] });
  const refused = await admin.fails(409, 'run_in_progress', 'POST', '/runs/manual');
  expect(refused.error.details).toEqual({ run_id: runId });

  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  sandbox.release();
  await follower.until(() => follower.events.length === 7);
  await untilStatus(admin, runId, 'resolving');
  await until(async () => expect(sandbox.requestCount('publisher')).toBe(1));
  expect(await isOpen(follower), 'the stream waits for the PDF').toBe(true);
  sandbox.release();
  expect(await follower.over).toBe('ended');
  const display = { kind: 'doi', value: doi, label: `DOI: ${doi}`, url: `https://doi.org/${doi}` };
  expect(follower.events.slice(5).map(({ event, data }) => [event, data])).toEqual([
    ['identifier_updated', { publication_id, display_identifier: { ...display, confidence_score: 0.85 } }],
    ['identifier_updated', { publication_id, display_identifier: { ...display, confidence_score: 0.95 } }],
    [
      'pdf_updated',
      { publication_id, pdf_status: 'resolved', pdf_url: `${sandbox.origin}/publisher/10.5555/direct.1.pdf` },
    ],
    ['run_status', { status: 'success' }],
    ['run_complete', { status: 'success' }],
  ]);
  expect(follower.ids()).toEqual(numbersTo(10));
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  await admin.ok('POST', '/runs/manual', { status: 201 });
});

test('a search without a PDF is reported too, and a run without new publications has no resolving phase', async () => {
  const { sandbox, admin } = await openService();
  sandbox.addPublication(ONE, { copy: 'closed' });
  sandbox.addPublication(ONE, { oddity: 'unlisted' });
  const runId = await startRun(admin);
  const replayed = (await replay(admin, runId)).filter(({ event }) => event === 'pdf_updated').map(({ data }) => data);
  expect(replayed).toHaveLength(2);
  for (const data of replayed) expect(data).toMatchObject({ pdf_status: 'failed', pdf_url: null });
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', failed_count: 0, partial_count: 0 });

  const requested = sandbox.requestCount();
  const events = await replay(admin, await startRun(admin));
  const states = events.filter(({ event }) => event === 'run_status').map(({ data }) => data.status);
  expect(states).toEqual(['running', 'success']);
  expect(sandbox.requestCount()).toBe(requested + 1);
});

test('a run in its resolving phase reports and awaits what the queue finds in the meantime', async () => {
  const { sandbox, admin, collect, db } = await openService();
  sandbox.addScholar(TWO, 0);
  await collect(admin, [TWO]);
  for (const id of [ONE, TWO]) sandbox.addPublication(id, { copy: 'direct' });
  sandbox.setFault(TWO, { kind: 'layout', times: 1 });
  sandbox.setFault('crossref', { kind: 'hang' });
  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  await untilStatus(admin, runId, 'resolving');
  await makeWorkDue(db);
  await follower.until(() => follower.events.filter(({ event }) => event === 'publication_discovered').length === 2);
  await untilStatus(admin, runId, 'resolving');
  sandbox.setFault('crossref', null);
  sandbox.release();
  expect(await follower.over).toBe('ended');
  expect(follower.ids()).toEqual(numbersTo(follower.events.length));
  const kinds = follower.events.map(({ event }) => event);
  expect(kinds.filter((kind) => kind === 'pdf_updated')).toHaveLength(2);
  expect(kinds.lastIndexOf('pdf_updated')).toBeLessThan(kinds.indexOf('run_complete'));
  expect((await untilEnded(admin, runId)).run).toMatchObject({
    status: 'partial_failure',
    new_publication_count: 2,
    failed_count: 1,
  });
});

test('no scheduled run starts for a user whose run is resolving', async () => {
  const { sandbox, admin, db } = await openService();
  sandbox.addPublication(ONE, { copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'hang' });
  const runId = await startRun(admin);
  await untilStatus(admin, runId, 'resolving');
  await admin.ok('PUT', '/settings', { body: { auto_run_enabled: true } });
  await age(db, 'runs.start_dt', '90 days');
  await runJob(db, 'start-due-runs');
  expect((await admin.ok('GET', '/runs')).runs).toHaveLength(1);
  sandbox.setFault('crossref', null);
  sandbox.release();
  await untilEnded(admin, runId);
  await runJob(db, 'start-due-runs');
  expect((await admin.ok('GET', '/runs')).runs).toMatchObject([{ trigger_type: 'scheduled' }, { id: runId }]);
});

test('if the runs of two users find the same publication, it is enriched once and reported to both', async () => {
  const { sandbox, admin, newUser, collect, startWorker } = await openService();
  await startWorker();
  const other = await newUser('other');
  await collect(other, [ONE]);
  const publications = [1, 2, 3].map(() => sandbox.addPublication(ONE, { copy: 'direct' }));
  sandbox.setFault('crossref', { kind: 'hang' });
  const clients = [admin, other];
  const runIds = await Promise.all(clients.map(startRun));
  for (const [at, client] of clients.entries()) await untilStatus(client, runIds[at] ?? 0, 'resolving');
  sandbox.setFault('crossref', null);
  sandbox.release();
  const replayed: unknown[][] = [];
  for (const [at, client] of clients.entries()) {
    const { run } = await untilEnded(client, runIds[at] ?? 0);
    expect(run).toMatchObject({ status: 'success', new_publication_count: publications.length });
    const events = await replay(client, run.id);
    expect(events.filter(({ event }) => event === 'pdf_updated')).toHaveLength(publications.length);
    replayed.push(events.filter(({ event }) => NEWS.includes(event)).map(({ event, data }) => [event, data]));
  }
  expect(replayed[1]).toEqual(replayed[0]);
  expect(sandbox.requestCount('crossref')).toBeLessThanOrEqual(publications.length);
});

test("a run awaits and reports the search for a publication that another user's first crawl found", async () => {
  const { sandbox, admin, newUser, collect } = await openService();
  sandbox.addPublication(ONE, { copy: 'direct', doi: '10.5555/before.1' });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  await collect(await newUser('other'), [ONE]);
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  const runId = await startRun(admin);
  await untilStatus(admin, runId, 'resolving');
  sandbox.release();
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  const kinds = (await replay(admin, runId)).map(({ event }) => event);
  expect(kinds.filter((kind) => NEWS.includes(kind))).toEqual([
    'identifier_updated',
    'identifier_updated',
    'pdf_updated',
  ]);
});

test("publications of a first crawl delay no user's run", async () => {
  const { sandbox, admin, newUser, collect } = await openService();
  sandbox.addScholar(TWO, 40);
  sandbox.setFault('crossref', { kind: 'hang' });
  sandbox.setFault('openalex', { kind: 'hang' });
  await collect(admin, [TWO]);
  await collect(await newUser('other'), [TWO]);
  // those without a year or an author are not searched
  expect(
    (await listShown(admin)).filter(({ pdf_status }) => ['queued', 'running'].includes(pdf_status)).length,
  ).toBeGreaterThan(30);
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 0 });
  expect((await replay(admin, run.id)).map(({ data }) => data.status)).not.toContain('resolving');
});

/** A run that resolves one publication, whose first response is delayed. */
async function startHeldRun() {
  const service = await openService();
  const { sandbox, admin } = service;
  sandbox.addPublication(ONE, { copy: 'direct', doi: '10.5555/held.1' });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  const runId = await startRun(admin);
  await untilStatus(admin, runId, 'resolving');
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  return { ...service, runId };
}

test('canceling during the resolving phase ends the stream, and the searches continue without any run', async () => {
  const { sandbox, admin, runId } = await startHeldRun();
  const follower = await follow(admin, runId);
  const detail = await admin.ok('POST', `/runs/${runId}/cancel`);
  expect(detail.run).toMatchObject({ status: 'canceled', new_publication_count: 1 });
  expect(detail.run.end_dt).not.toBeNull();
  expect(detail.scholar_results).toMatchObject([{ outcome: 'success' }]);
  expect(await follower.over).toBe('ended');
  expect(follower.events.slice(-2).map(({ data }) => data)).toEqual([{ status: 'canceled' }, { status: 'canceled' }]);
  await admin.fails(409, 'run_not_cancelable', 'POST', `/runs/${runId}/cancel`);
  const next = await startRun(admin);
  expect((await untilEnded(admin, next)).run).toMatchObject({ status: 'success', new_publication_count: 0 });
  sandbox.release();
  expect(await untilEnriched(admin, 1)).toMatchObject([{ pdf_status: 'resolved', doi: '10.5555/held.1' }]);
  expect(await replay(admin, runId)).toEqual(follower.events);
  expect((await admin.ok('GET', `/runs/${runId}`)).run.status).toBe('canceled');
  const kinds = (await replay(admin, next)).map(({ event }) => event);
  expect(kinds.filter((kind) => NEWS.includes(kind))).toEqual([]);
});

test('a run still reports the publication and ends if the user untracks the scholar', async () => {
  const { sandbox, admin, runId } = await startHeldRun();
  const { scholars } = await admin.ok('GET', '/scholars');
  await admin.ok('DELETE', `/scholars/${scholars[0].id}`);
  expect((await admin.ok('GET', `/runs/${runId}`)).run.status).toBe('resolving');
  sandbox.release();
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  const kinds = (await replay(admin, runId)).map(({ event }) => event);
  expect(kinds.slice(-4)).toEqual(['identifier_updated', 'pdf_updated', 'run_status', 'run_complete']);
});

test("a deactivated user's run resolves to its end", async () => {
  const { sandbox, admin, newUser, collect } = await openService();
  const other = await newUser('other');
  await collect(other, [ONE]);
  sandbox.addPublication(ONE, { copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  const runId = await startRun(other);
  await untilStatus(other, runId, 'resolving');
  await admin.ok('PATCH', `/admin/users/${other.userId}/active`, { body: { is_active: false } });
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  sandbox.release();
  await admin.ok('PATCH', `/admin/users/${other.userId}/active`, { body: { is_active: true } });
  await other.signIn('other@lectern.example', ADMIN.password);
  expect((await untilEnded(other, runId)).run).toMatchObject({ status: 'success' });
  expect((await replay(other, runId)).map(({ event }) => event)).toContain('pdf_updated');
  expect(await listShown(other)).toMatchObject([{ pdf_status: 'resolved' }]);
});
