import { expect, test } from 'vitest';
import { VERSION } from '../../src/platform/version.ts';
import { serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile();

test('healthz needs no session, and reports the versions of program and schema', async () => {
  const { url, db } = await openService();
  const answer = await fetch(`${url}/healthz`);
  const { name } = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', version: VERSION, migration: name }]);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect((await fetch(`${url}/healthz`, { method: 'HEAD' })).status).toBe(200);
});
