import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

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
      const start = cpuMs();
      expect(await verifyPassword(given, 'wrong wrong wrong')).toBe(false);
      times[name].push(cpuMs() - start);
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

test('all characters of a password are significant', async () => {
  const long = `Phrase ${'y'.repeat(240)} End `;
  const kept = await hashPassword(long);
  expect(await verifyPassword(kept, long)).toBe(true);
  for (const other of [long.toLowerCase(), long.trim(), long.slice(0, 72), long.slice(0, -1), ` ${long}`]) {
    expect(await verifyPassword(kept, other), other.slice(-10)).toBe(false);
  }
});
