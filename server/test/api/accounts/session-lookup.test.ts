import { expect, test, vi } from 'vitest';
import { sessionLookup } from '../../../src/accounts/sessions.ts';
import type { Client } from '../../support/client.ts';
import { startService } from '../../support/service.ts';

const tokenOf = (client: Client) => client.cookies.get('lectern_session') ?? '';

test('what is asked together is one question, and each asker is told of his own session', async () => {
  const service = await startService();
  const reader = await service.newUser('reader');
  const find = sessionLookup(service.db);
  const asked = vi.spyOn(service.db, 'executeQuery');
  const tokens = [tokenOf(reader), tokenOf(service.admin), 'nobody’s', tokenOf(reader)];
  const found = await Promise.all(tokens.map(find));
  expect(asked).toHaveBeenCalledTimes(1);
  expect(found.map((user) => user?.email ?? null)).toEqual([
    'reader@lectern.example',
    'admin@lectern.example',
    null,
    'reader@lectern.example',
  ]);
});

test('a session that ended is found by nobody who asks after it, whoever asked before', async () => {
  const service = await startService();
  const reader = await service.newUser('reader');
  const find = sessionLookup(service.db);
  const before = find(tokenOf(reader));
  expect(await before).toMatchObject({ id: reader.userId });
  await service.db.deleteFrom('sessions').where('user_id', '=', reader.userId).execute();
  expect(await find(tokenOf(reader))).toBeNull();
  await service.admin.ok('PATCH', `/admin/users/${reader.userId}/active`, { body: { is_active: false } });
  expect(await find(tokenOf(service.admin))).toMatchObject({ is_admin: true });
});

test('a question that fails is told to all who asked, and the next is asked anew', async () => {
  const service = await startService();
  const find = sessionLookup(service.db);
  vi.spyOn(service.db, 'executeQuery').mockRejectedValueOnce(new Error('the connection broke'));
  const together = await Promise.allSettled([find('one'), find('another')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await find(tokenOf(service.admin))).not.toBeNull();
});
