import { Agent } from 'node:http';
import fc from 'fast-check';
import { expect } from 'vitest';
import { operations } from '../api/openapi-description.ts';
import { isLogLine } from '../support/log-lines.ts';
import { makeImage } from '../support/make-images.ts';
import { type Attempt, attempts } from './attempt.ts';
import { expectSoundResponse } from './expect-sound-response.ts';
import { type FuzzWorld, startFuzzWorld } from './fuzz-world.ts';
import { asCurl, type FuzzResponse, sendAttempt, shortened } from './send-attempt.ts';

type Statuses = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** The number of requests that are generated together, and of concurrent requests. */
const BATCH = 24;
const AT_ONCE = 8;
/** The first say what is wrong. */
const MAX_FAILURES = 20;
const REFILL_AFTER_BATCHES = 12;
/** The maximum growth of memory since the first tenth of the run. Caches fill, and garbage is collected late. */
const GROWTH_BYTES = 120_000_000;

/**
 * Sends random requests for all described operations. Each response must satisfy `expectSoundResponse`, and at the end
 * the service must be as healthy as before. The same seed generates the same requests. Returns how often each operation
 * had which status.
 */
export async function runFuzz({ requests, seed }: { requests: number; seed: number }): Promise<Statuses> {
  const world = await startFuzzWorld();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<string, Map<number, number>>();
  const heaps: number[] = [];
  const failures: string[] = [];
  const batches = Math.ceil(requests / BATCH);
  let batch = 0;

  const tryOne = async (made: Attempt) => {
    const attempt = { ...made, target: world.ids.fill(made.target) };
    const { headers: credentials, member } = world.people.credentialsOf(attempt);
    let answer: FuzzResponse | null = null;
    try {
      answer = await sendAttempt(attempt, { base: world.process.url(), agent, credentials });
      expectSoundResponse(attempt, answer);
    } catch (error) {
      failures.push(describe(attempt, answer, error, world.process.url()));
    }
    if (answer === null) return;
    const { status } = answer;
    const counts = statuses.get(attempt.name) ?? new Map<number, number>();
    statuses.set(attempt.name, counts.set(status, (counts.get(status) ?? 0) + 1));
    if (status === 401 && member !== null) world.people.miss(member);
  };
  const property = fc.asyncProperty(
    fc.array(attempts(operations, world.words, await makeImage('png')), { minLength: BATCH, maxLength: BATCH }),
    async (some) => {
      batch += 1;
      if (batch % REFILL_AFTER_BATCHES === 0) await world.refill();
      if (batch % Math.ceil(batches / 50) === 0) heaps.push(await world.heapBytes());
      await Promise.all(some.map(tryOne));
      await world.people.comeBack();
      if (failures.length >= MAX_FAILURES) throw new Error('that is enough');
    },
  );
  const result = await fc.check(property, { numRuns: batches, seed, endOnFailure: true, maxSkipsPerRun: 0 });
  agent.destroy();
  const seeds = `FUZZ_SEED=${seed}, after ${batch * BATCH} of ${requests} requests`;
  if (failures.length > 0) throw new Error([seeds, ...failures].join('\n\n'));
  if (result.failed) throw new Error(seeds, { cause: result.errorInstance });
  await expectWell(world, heaps);
  return statuses;
}

function describe(attempt: Attempt, answer: FuzzResponse | null, error: unknown, base: string): string {
  const said = error instanceof Error ? error.message : String(error);
  const answered = answer
    ? `${answer.status} ${JSON.stringify(answer.headers)}\n${shortened(answer.body)}`
    : 'without an answer';
  return `${attempt.name} as ${attempt.who}, CSRF token ${attempt.csrf}: ${said}\n${asCurl(attempt, base)}\n${answered}`;
}

/** Checks that the service runs, uses no more memory than before, has an intact database, and logged no failure. */
async function expectWell({ process, service, people }: FuzzWorld, heaps: readonly number[]): Promise<void> {
  expect(process.child.exitCode).toBeNull();
  expect((await fetch(`${process.url()}/healthz`)).status).toBe(200);
  await people.enter();
  // of the service in the test's own process: it looks at the same database
  const report = await people.adminClient().ok('GET', '/admin/db/integrity');
  expect(report).toMatchObject({ status: 'passed', failures: [] });
  const tenth = Math.max(1, Math.floor(heaps.length / 10));
  const early = Math.min(...heaps.slice(tenth, tenth * 2));
  const late = Math.min(...heaps.slice(-tenth));
  expect(late - early, 'growth of the memory in use').toBeLessThan(GROWTH_BYTES);
  const lines = process.output().split('\n');
  const broken = lines.filter((line) => !isLogLine(line));
  expect(broken.slice(0, 5), 'lines of the log that are no JSON object, or report a failure').toEqual([]);
  expect(service.log()).not.toContain('"level":"error"');
}
