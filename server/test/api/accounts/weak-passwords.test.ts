import { expect, test } from 'vitest';
import { hashPassword } from '../../../src/accounts/passwords.ts';
import { makeSetupToken } from '../../../src/accounts/set-up.ts';
import { changeUser } from '../../support/prepare.ts';
import { ADMIN, makeUser, replicasOfFile } from './replicas.ts';

const openReplicas = replicasOfFile({ PUBLIC_URL: 'https://papers.engine.example' });

const MESSAGE = /^This password is easy to guess\. .* Use several unrelated words\.$/;

test('a password that is easy to guess is refused wherever one is set, and nothing changes', async () => {
  const { first } = await openReplicas();
  const admin = await first.signedIn(ADMIN);
  const account = await makeUser(admin, 'ada.lovelace');
  const user = await first.signedIn(account);
  for (const password of ['111111111111', 'papers.engine.example', account.email, 'lovelace12345']) {
    const refused = [
      await user.call('POST', '/auth/change-password', {
        body: { current_password: account.password, new_password: password, confirm_password: password },
      }),
      await admin.call('POST', `/admin/users/${account.id}/reset-password`, { body: { new_password: password } }),
      await admin.call('POST', '/admin/users', {
        body: { email: account.email, password, is_admin: false },
      }),
    ];
    for (const { status, error } of refused) {
      expect([status, error.code], password).toEqual([422, 'invalid_password']);
      expect(error.message, password).toMatch(MESSAGE);
    }
  }
  expect((await admin.ok('GET', '/admin/users')).users).toHaveLength(2);
  await first.logIn(account);
});

test('a password that is easy to guess is refused at the set-up, and the link still works', async () => {
  const { first } = await openReplicas({ hasAdmin: false });
  const token = await makeSetupToken(first.db);
  const client = await first.visitor();
  const setUp = (password: string) =>
    client.call('POST', '/auth/setup', { body: { token, email: ADMIN.email, password } });
  const { status, error } = await setUp('admin@lectern.example!');
  expect([status, error.code]).toEqual([422, 'invalid_password']);
  expect(error.message).toMatch(MESSAGE);
  expect((await setUp(ADMIN.password)).status).toBe(201);
});

test('a password that exists is not checked again', async () => {
  const { first } = await openReplicas();
  const password_hash = await hashPassword('111111111111');
  const { userId } = await first.signedIn(ADMIN);
  await changeUser(first.db, userId, { password_hash });
  await first.logIn({ ...ADMIN, password: '111111111111' });
});
