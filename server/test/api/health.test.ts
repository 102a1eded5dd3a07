import { expect, test } from 'vitest';
import { listMigrations } from '../../src/platform/database/migrate.ts';
import { VERSION } from '../../src/platform/version.ts';
import { serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile();

test('healthz needs no session, and reports the versions of program and schema', async () => {
  const { url } = await openService();
  const answer = await fetch(`${url}/healthz`);
  const migration = (await listMigrations()).at(-1);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', version: VERSION, migration }]);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect((await fetch(`${url}/healthz`, { method: 'HEAD' })).status).toBe(200);
});
