import { expect, test } from 'vitest';
import { checkPassword } from './check-password.ts';

const check = (password: string) =>
  checkPassword(password, { email: 'Ada.Lovelace@uni.example', publicUrl: 'https://papers.engine.example' });

/** Passwords that take a scorer long: substitutions, repetitions, dates, sequences. */
function hostilePasswords(): string[] {
  const fill = (text: string) => text.repeat(256).slice(0, 256);
  return ['4@8({[<36&9#!1/|0$5+7%2', '1', '01/02/2003', 'p@$$w0rd', '1.1.1', '\\/\\/|_|', '0987123456', 'ab'].map(fill);
}

test('hostile passwords of 256 characters do not block the event loop', async () => {
  // the thread has started
  await check('correct horse battery staple');
  let ticks = 0;
  const counting = setInterval(() => {
    ticks += 1;
  }, 1);
  // a check on the event loop would let it run once between two passwords
  for (const password of hostilePasswords()) await check(password).catch(() => undefined);
  clearInterval(counting);
  expect(ticks).toBeGreaterThan(5 * hostilePasswords().length);
});
