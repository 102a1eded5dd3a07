import { expect, test } from 'vitest';
import { profileId, type Service, startService } from '../support/service.ts';
import { type Relay, type SeenRequest, type StubResponse, startRelay, untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);
const unknown = (n: number) => ({
  title: `Slow convergence of adaptive lattices, number ${n}`,
  authors: ['A Bauer'],
  year: 2021,
  venue: 'Journal of Lattices 7',
  oddity: 'unlisted' as const,
  doi: null,
  arxivId: null,
});

/** The service, with a relay in front of one source. */
async function start(
  { path, env }: { path: string; env: (origin: string) => Record<string, string> },
  answer?: (request: SeenRequest, number: number) => StubResponse | undefined,
): Promise<Service & { relay: Relay }> {
  let origin = '';
  const relay = await startRelay(() => origin, answer);
  const service = await startService({ sources: 'all', env: env(`${relay.origin}${path}`) });
  origin = service.sandbox.origin;
  service.sandbox.addScholar(ONE, 0);
  return Object.assign(service, { relay });
}

/**
 * Asserts that requests keep this interval in milliseconds. On a busy machine one may arrive late and seem close to the next. But all of
 * them together take their time, and none follows another at once.
 */
function expectDistance(requests: readonly SeenRequest[], milliseconds: number): void {
  const gaps = requests.slice(1).map(({ at }, before) => at - (requests[before]?.at ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  expect(mean, String(gaps)).toBeGreaterThanOrEqual(0.9 * milliseconds);
  expect(Math.min(...gaps), String(gaps)).toBeGreaterThanOrEqual(0.25 * milliseconds);
}

const ARXIV = {
  path: '/arxiv',
  env: (url: string) => ({ ARXIV_BASE_URL: url, ARXIV_MIN_INTERVAL_SECONDS: '0.4' }),
};

test('two worker processes keep the interval of arXiv and send it one request at a time', async () => {
  const { sandbox, relay, collect, admin, db, startWorker } = await start(ARXIV, () => ({ milliseconds: 20 }));
  await startWorker();
  for (let n = 1; n <= 12; n += 1) sandbox.addPublication(ONE, unknown(n));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 12);
  expect(relay.seen).toHaveLength(12);
  expect(relay.maxAtOnce()).toBe(1);
  expectDistance(relay.seen, 400);
});

test('the interval is also kept after a slow response', async () => {
  const { sandbox, relay, collect, admin, db } = await start(ARXIV, (_, number) =>
    number === 1 ? { milliseconds: 2600 } : undefined,
  );
  for (let n = 1; n <= 12; n += 1) sandbox.addPublication(ONE, unknown(n));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 12);
  expect(relay.seen).toHaveLength(12);
  expect(relay.maxAtOnce()).toBe(1);
  expectDistance(relay.seen, 400);
});

test("the interval in Crossref's headers is kept", async () => {
  const CROSSREF = {
    path: '/crossref',
    env: (url: string) => ({ CROSSREF_BASE_URL: url, CROSSREF_MIN_INTERVAL_SECONDS: '0.01' }),
  };
  const told = { 'x-rate-limit-limit': '4', 'x-rate-limit-interval': '1s' };
  const { sandbox, relay, collect, admin, db, runToEnd } = await start(CROSSREF, () => ({ headers: told }));
  sandbox.addPublication(ONE, unknown(1));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  for (let n = 2; n <= 8; n += 1) sandbox.addPublication(ONE, unknown(n));
  await runToEnd(admin);
  await untilLookedUp(db, 8);
  expect(relay.seen).toHaveLength(8);
  expectDistance(relay.seen.slice(1), 250);
});
