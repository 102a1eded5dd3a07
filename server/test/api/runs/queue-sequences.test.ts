import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { ADMIN, profileId, startService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

const PROFILES = 6;

/** One request. `pick` chooses among the current profiles, scholars or items. */
const step = fc.record({
  name: fc.constantFrom('retry', 'retry', 'drop', 'drop', 'clear', 'track', 'track', 'untrack', 'run', 'run'),
  pick: fc.nat({ max: 1000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The allowed responses to each of these requests, whatever another client did before. */
const ANSWERS = [200, 201, 404, 409];

async function request(client: Client, { name, pick }: Step, log: () => string): Promise<void> {
  const chosen = (list: readonly { id: number }[]) => list[pick % Math.max(list.length, 1)]?.id ?? 999_999;
  const item = async () => chosen((await client.ok('GET', '/runs/queue/items')).queue_items);
  const send = async (method: string, path: string, body?: unknown) => {
    const { status, requestId } = await client.call(method, path, body === undefined ? {} : { body });
    const lines = () =>
      log()
        .split('\n')
        .filter((line) => line.includes(requestId));
    expect(ANSWERS.includes(status), `${method} ${path}: ${status} ${lines().join(' ')}`).toBe(true);
  };
  if (name === 'run') return send('POST', '/runs/manual');
  if (name === 'track') return send('POST', '/scholars', { scholar_id: profileId(1 + (pick % PROFILES)) });
  if (name === 'untrack') return send('DELETE', `/scholars/${chosen((await client.ok('GET', '/scholars')).scholars)}`);
  if (name === 'clear') return send('DELETE', `/runs/queue/${await item()}`);
  return send('POST', `/runs/queue/${await item()}/${name}`);
}

test('after any concurrent requests of two clients about the queue, all work is finished and the worker is idle', {
  timeout: 180_000,
}, async () => {
  const { sandbox, admin, url, log, runToEnd } = await startService({
    sources: 'google_scholar',
    workers: 2,
    env: { INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' },
    constants: { continuationMaxAttempts: 2 },
  });
  // the first two are healthy, two always fail, one fails sometimes, and the last does not exist
  for (let number = 1; number < PROFILES; number += 1) sandbox.addScholar(profileId(number), 60 * number);
  for (const number of [3, 4]) sandbox.setFault(profileId(number), { kind: 'layout' });
  sandbox.setFault(profileId(5), { kind: 'layout', times: 3 });
  const twin = new Client(url);
  await twin.signIn(ADMIN.email, ADMIN.password);

  const sequence = fc.array(step, { minLength: 30, maxLength: 30, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequence, sequence, async (mine, theirs) => {
      const play = async (client: Client, steps: readonly Step[]) => {
        for (const one of steps) await request(client, one, log);
      };
      await Promise.all([play(admin, mine), play(twin, theirs)]);
      await until(async () => {
        const { queue_items } = await admin.ok('GET', '/runs/queue/items');
        expect(queue_items.filter((item: { status: string }) => item.status !== 'dropped')).toEqual([]);
        const { runs } = await admin.ok('GET', '/runs');
        expect(runs.filter((run: { end_dt: string | null }) => run.end_dt === null)).toEqual([]);
      });
    }),
    { numRuns: 1, endOnFailure: true },
  );

  const { queue_items } = await admin.ok('GET', '/runs/queue/items');
  const owners = queue_items.map((item: { scholar_profile_id: number }) => item.scholar_profile_id);
  expect(new Set(owners).size, 'one dropped item a scholar').toBe(owners.length);
  for (const { dropped_reason } of queue_items) {
    expect(['dropped_by_user', 'attempts_exhausted', 'not_found']).toContain(dropped_reason);
  }
  const { runs } = await admin.ok('GET', '/runs');
  for (const { id } of runs)
    for (const { outcome, state_reason } of (await admin.ok('GET', `/runs/${id}`)).scholar_results)
      expect([outcome, state_reason], 'no run waited for work that nobody had').toEqual([
        expect.not.stringMatching('pending'),
        state_reason === null ? null : expect.not.stringMatching('lost'),
      ]);

  // and the service still functions
  for (const number of [1, 2]) await admin.call('POST', '/scholars', { body: { scholar_id: profileId(number) } });
  await runToEnd(admin);
  const { scholars } = await admin.ok('GET', '/scholars');
  for (const number of [1, 2]) {
    const scholar = scholars.find((one: { scholar_id: string }) => one.scholar_id === profileId(number));
    expect(scholar).toMatchObject({ baseline_completed: true, publication_count: 60 * number });
  }
  expect(log()).not.toContain('"level":"error"');
});
