import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import type { FaultKind } from './fault.ts';

// faults that test/jobs/fault-matrix.test.ts and test/jobs/poison-rows.test.ts do not cover

const id = 'sandbx20AAAJ';
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const request = (kind: FaultKind) => {
  sandbox.setFault(id, { kind, times: 1 });
  return fetch(`${sandbox.origin}/citations?user=${id}&pagesize=100`, { redirect: 'manual' });
};

test('Retry-After can be seconds, a date or an absurd number', async () => {
  const waitOf = async (kind: FaultKind) => (await request(kind)).headers.get('retry-after') ?? '';
  expect(await waitOf('retry_after_seconds')).toBe('120');
  expect(Math.abs(Date.parse(await waitOf('retry_after_date')) - Date.now() - 120_000)).toBeLessThan(5_000);
  expect(Number(await waitOf('retry_after_absurd'))).toBeGreaterThan(1e15);
});

test('closing the sandbox does not wait for held requests', async () => {
  const waiting = request('hang').catch((error: unknown) => error);
  while (sandbox.requestCount() < 1) await new Promise((resolve) => setImmediate(resolve));
  await sandbox.close();
  expect(await waiting).toBeInstanceOf(Error);
  sandbox = await startSandbox({ scholars: 'none' });
});
