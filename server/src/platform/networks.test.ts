import { expect, test } from 'vitest';
import { isNetwork, makeNetworkTest } from './networks.ts';

test.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['::1', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['fd00::/129', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['db.example.org', false],
  ['*', false],
])('%s is a network: %s', (text, is) => expect(isNetwork(text)).toBe(is));

test('loopback always matches, other addresses only if their network is listed', () => {
  const isIn = makeNetworkTest(['10.1.0.0/16', '192.0.2.7', 'fd00::/8']);
  const inside = [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '192.0.2.7',
    'fd12::1',
  ];
  for (const address of inside) expect([address, isIn(address)]).toEqual([address, true]);
  for (const address of ['10.2.0.1', '192.0.2.8', 'fe80::1%eth0', '::', '0.0.0.0', '', 'localhost'])
    expect([address, isIn(address)]).toEqual([address, false]);
});
