import { expect, test } from 'vitest';
import { checkReachable } from './connect-outbound.ts';

const NO_POLICY = { exemptOrigins: [], exemptHosts: [] };

function resolving(addresses: readonly string[] | Error) {
  return {
    ...NO_POLICY,
    async resolve() {
      if (addresses instanceof Error) throw addresses;
      return addresses.map((address) => ({ address, family: 4 }));
    },
  };
}

test.each([
  [['93.184.216.34'], 'reachable'],
  [['93.184.216.34', '10.0.0.5'], 'not_public'],
  [[], 'unknown_host'],
  [Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), 'unknown_host'],
  [Object.assign(new Error('no name server'), { code: 'EAI_AGAIN' }), 'unresolved'],
])('a host with the addresses %s is %s', async (addresses, expected) => {
  expect(await checkReachable(new URL('https://hooks.example/x'), resolving(addresses))).toBe(expected);
});

test('an address in the URL needs no name server, and exempt hosts are not looked up', async () => {
  const outbound = { ...resolving(new Error('asked')), exemptHosts: ['nas.local'] };
  expect(await checkReachable(new URL('http://[2606:4700::1111]/'), outbound)).toBe('reachable');
  expect(await checkReachable(new URL('http://[::1]:8080/'), outbound)).toBe('not_public');
  expect(await checkReachable(new URL('http://2130706433/'), outbound)).toBe('not_public');
  expect(await checkReachable(new URL('http://nas.local:81/x'), outbound)).toBe('reachable');
});
