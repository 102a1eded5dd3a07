import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { checkPassword, hashPassword, needsRehash, verifyPassword } from './passwords.ts';

const PHRASE = 'na\u00efve caf\u00e9 phrase';

test('a hash is a salted argon2id of 19 MiB and two passes, and only its own password matches it', async () => {
  const made = await hashPassword(PHRASE);
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword(PHRASE)).not.toBe(made);
  expect(await verifyPassword(made, PHRASE)).toBe(true);
  expect(await verifyPassword(made, PHRASE.normalize('NFD'))).toBe(true);
  expect(await verifyPassword(made, `${PHRASE} `)).toBe(false);
  expect(await verifyPassword(made, '')).toBe(false);
});

test('without a hash every password is wrong, and the verification takes as long as with one', async () => {
  const made = await hashPassword(PHRASE);
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 9; round += 1) {
    for (const [name, given] of [
      ['known', made],
      ['unknown', null],
    ] as const) {
      const start = performance.now();
      expect(await verifyPassword(given, 'wrong wrong wrong')).toBe(false);
      times[name].push(performance.now() - start);
    }
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[4] ?? 0;
  const ratio = median(times.unknown) / median(times.known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('a hash is replaced if it took less work than required today, and never if it took more', async () => {
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  expect(needsRehash(await hashPassword(PHRASE))).toBe(false);
  expect(needsRehash(await hash(PHRASE, { ...cost, memoryCost: 8192 }))).toBe(true);
  expect(needsRehash(await hash(PHRASE, { ...cost, timeCost: 1 }))).toBe(true);
  expect(needsRehash(await hash(PHRASE, { ...cost, memoryCost: 32_768, timeCost: 3 }))).toBe(false);
  expect(needsRehash(await hash(PHRASE, { ...cost, algorithm: 1 }))).toBe(true);
});

test('a password has 12 to 256 characters, and each visible character counts once', async () => {
  for (const good of [
    'x'.repeat(12),
    'x'.repeat(256),
    '\u{1f600}'.repeat(12),
    '\u{1f600}'.repeat(256),
    'e\u0301'.repeat(12),
  ]) {
    await expect(checkPassword(good)).resolves.toBeUndefined();
  }
  for (const bad of ['', 'x'.repeat(11), 'x'.repeat(257), '\u{1f600}'.repeat(6), 'e\u0301'.repeat(11)]) {
    await expect(checkPassword(bad)).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_password' });
  }
});

test('a common password is rejected in upper and lower case', async () => {
  for (const common of ['1qaz2wsx3edc', 'Administrator', 'QWERTY123456', 'unbelievable']) {
    await expect(checkPassword(common)).rejects.toMatchObject({ code: 'invalid_password' });
  }
  await expect(checkPassword('unbelievable librarians')).resolves.toBeUndefined();
});

test('a password can contain any characters, and all of them are significant', async () => {
  const typed = [
    'lower case alone',
    '582946173058',
    '            ',
    '☃'.repeat(12),
    'Ünï\tcödé\n "\'\\%',
    '密码'.repeat(6),
  ];
  for (const password of typed) await expect(checkPassword(password)).resolves.toBeUndefined();
  const long = `Phrase ${'y'.repeat(240)} End `;
  const kept = await hashPassword(long);
  expect(await verifyPassword(kept, long)).toBe(true);
  for (const other of [long.toLowerCase(), long.trim(), long.slice(0, 72), long.slice(0, -1), ` ${long}`]) {
    expect(await verifyPassword(kept, other), other.slice(-10)).toBe(false);
  }
});
