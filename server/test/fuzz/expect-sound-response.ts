import { expect } from 'vitest';
import { expectNothingInside } from '../api/envelope-requests.ts';
import { operations } from '../api/openapi-description.ts';
import type { Attempt } from './attempt.ts';
import type { FuzzResponse } from './send-attempt.ts';

/** Checks what is true of every response: no server error, a valid envelope, and no internal details. */
export function expectSoundResponse({ method, target, name }: Attempt, { status, headers, body }: FuzzResponse): void {
  expect(status, 'the status').toBeGreaterThanOrEqual(200);
  // two imports and exports may run at a time, for all users together
  const isBusy = status === 503 && JSON.parse(String(body)).error.code === 'not_ready';
  if (!isBusy) expect(status, 'the status').toBeLessThan(500);
  const requestId = headers['x-request-id'];
  expect(requestId, 'the request id').toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  if (method === 'HEAD' || [204, 304].includes(status)) {
    expect(body).toBe('');
    return;
  }
  const isApi = target.startsWith('/api/v1/') || status >= 400;
  const type = headers['content-type'] ?? '';
  if (status < 300 && isApi && !type.startsWith('application/json')) {
    // a stream or a file
    const [described] = operations.filter((one) => one.name === name);
    expect(Object.keys(described?.operation.responses[status]?.content ?? {})).toContain(type.split(';')[0]);
    return;
  }
  if (!isApi) return;
  expect(type).toBe('application/json; charset=utf-8');
  const answer: unknown = JSON.parse(body);
  if (status < 300) {
    // null: a note was deleted
    expect(answer).toEqual({ data: expect.toBeOneOf([expect.anything(), null]), meta: { request_id: requestId } });
    return;
  }
  const error = { code: expect.stringMatching(/^[a-z_]+$/), message: expect.any(String) };
  expect(answer).toMatchObject({ error, meta: { request_id: requestId } });
  expect(answer).toHaveProperty('error.details');
  expect(body.length, 'the size of a refusal').toBeLessThan(50_000);
  expectNothingInside(body);
}
