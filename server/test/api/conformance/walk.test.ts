import { expect, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { ADMIN } from '../../support/service.ts';
import { operations } from '../openapi-description.ts';
import { send } from './call.ts';
import { mistakeOf } from './check-response.ts';
import { scopeOf, type Walked } from './operations.ts';
import { missing, preparations, prepare } from './preparations/all.ts';
import { startWorld, type World } from './world.ts';

test('the preparations cover exactly the described operations', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  const forgotten = operations.filter(({ operation }) => !preparations[operation.operationId]);
  expect(forgotten.map(({ name, operation }) => missing(name, operation.operationId))).toEqual([]);
  expect(Object.keys(preparations).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every operation succeeds, and each response matches the description', async () => {
  const world = await startWorld();
  const mistakes: Record<string, string> = {};
  for (const walked of operations) {
    const found = await walk(world, walked);
    if (found.length > 0) mistakes[walked.name] = found.join('\n');
  }
  expect(mistakes).toEqual({});
});

/** Sends all prepared calls of the operation. Returns what was wrong with the responses. */
async function walk(world: World, walked: Walked): Promise<string[]> {
  const found: string[] = [];
  const succeeds = Object.keys(walked.operation.responses).filter((status) => status.startsWith('2'));
  const [first, ...others] = await prepare(world, walked);
  if (!String(first.status ?? succeeds[0]).startsWith('2')) found.push('the first call must succeed');
  for (const call of [first, ...others]) {
    const response = await send(walked, call);
    const wanted = String(call.status ?? succeeds[0]);
    if (String(response.status) !== wanted) {
      found.push(`${response.status} instead of ${wanted}: ${await response.clone().text()}`);
    }
    const mistake = await mistakeOf(walked, response);
    if (mistake !== null) found.push(mistake);
  }
  const scope = scopeOf(walked);
  if (scope !== null) found.push(...(await walkByToken(world, walked, scope)));
  return found;
}

/** The same calls as from a script: with a token of the required scope, without cookies and CSRF token. */
async function walkByToken(world: World, walked: Walked, scope: string): Promise<string[]> {
  const [call] = await prepare(world, walked);
  const wish = { name: 'a script', scope, ...(scope === 'admin' ? { current_password: ADMIN.password } : {}) };
  const { id, token } = await call.client.ok('POST', '/auth/tokens', { body: wish });
  const client = new Client(call.client.base);
  const response = await send(walked, {
    ...call,
    client,
    headers: { ...call.headers, authorization: `Bearer ${token}` },
  });
  // a user may have fewer tokens than there are operations
  await call.client.call('DELETE', `/auth/tokens/${id}`);
  if (!response.ok) return [`with a token of the scope ${scope}: ${response.status} ${await response.text()}`];
  const mistake = await mistakeOf(walked, response);
  return mistake === null ? [] : [mistake];
}
