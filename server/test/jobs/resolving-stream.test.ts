import { expect, test } from 'vitest';
import { type Follower, follow, numbersTo } from '../support/follow.ts';
import { startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilStatus } from '../support/wait.ts';

const kindsOf = ({ events }: Follower) => events.map(({ event }) => event);
const isOpen = async ({ over }: Follower) => (await Promise.race([over, Promise.resolve('open')])) === 'open';

test('a run is running, then resolving; its stream reports identifiers and PDFs, and ends with enrichment', async () => {
  const { sandbox, admin } = await startService({ sources: 'all', scholar: 'collected' });
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

test('a search without a PDF is reported too, and is not a failure of the run', async () => {
  const { sandbox, admin } = await startService({ sources: 'all', scholar: 'collected' });
  sandbox.addPublication(ONE, { copy: 'closed' });
  sandbox.addPublication(ONE, { oddity: 'unlisted' });
  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  expect(await follower.over).toBe('ended');
  const told = follower.events.filter(({ event }) => event === 'pdf_updated').map(({ data }) => data);
  expect(told).toHaveLength(2);
  for (const data of told) expect(data).toMatchObject({ pdf_status: 'failed', pdf_url: null });
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', failed_count: 0, partial_count: 0 });
});

test('a run without new publications has no resolving phase', async () => {
  const { sandbox, admin, runToEnd } = await startService({ sources: 'all', scholar: 'collected' });
  sandbox.addPublication(ONE, { copy: 'direct' });
  await runToEnd(admin);
  const asked = sandbox.requestCount();
  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  expect(await follower.over).toBe('ended');
  const states = follower.events.filter(({ event }) => event === 'run_status').map(({ data }) => data.status);
  expect(states).toEqual(['running', 'success']);
  expect(sandbox.requestCount()).toBe(asked + 1);
});
