import { expect, test } from 'vitest';
import { Secrets } from '../../platform/secrets.ts';
import { isMailLinkSigned, parseMailLink, writeMailLink } from './mail-links.ts';

const KEY = 'a key for tests, of forty characters all';
const secrets = new Secrets(KEY);
const read = { purpose: 'read', numbers: [88, 1_795_600_000_000] } as const;
const token = writeMailLink(secrets, read);

test('a token says what it does, and is valid while a key is known', () => {
  expect(token).toMatch(/^read-88-1795600000000-[\w-]{22}$/);
  expect(parseMailLink(token)).toEqual(read);
  const afterRotation = new Secrets('another key for tests, of forty letters.', [KEY]);
  expect(isMailLinkSigned(afterRotation, token)).toBe(true);
  expect(isMailLinkSigned(new Secrets('another key for tests, of forty letters.'), token)).toBe(false);
});

test('each change makes a token invalid', () => {
  const changed = [
    token.replace('88', '89'),
    token.replace('1795600000000', '9795600000000'),
    token.replace('read', 'unsubscribe'),
    token.replace('read-88-1795600000000', 'confirm-88-1795600000000'),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`,
  ];
  for (const wrong of changed)
    expect(parseMailLink(wrong) !== null && isMailLinkSigned(secrets, wrong), wrong).toBe(false);
});

test('a token that is bound to an address is valid with that one only', () => {
  const confirm = writeMailLink(secrets, { purpose: 'confirm', numbers: [3, 5] }, 'ada@example.org');
  expect(isMailLinkSigned(secrets, confirm, 'ada@example.org')).toBe(true);
  expect(isMailLinkSigned(secrets, confirm, 'eve@example.org')).toBe(false);
  expect(isMailLinkSigned(secrets, confirm)).toBe(false);
});

test.each([
  '',
  'read',
  'read-88',
  'read-88-5',
  `${token}A`,
  `x${token}`,
  token.slice(1),
  token.replace('-88', ''),
  token.replace('88', '1234567890123456'),
  `constructor-1-${'a'.repeat(22)}`,
])('%s cannot be a token', (text) => {
  expect(parseMailLink(text)).toBeNull();
});
