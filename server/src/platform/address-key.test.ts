import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0042:aaaa:bbbb:cccc:dddd', '2001:db8:0:42::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:198.51.100.1', '2001:db8:1:2::/64'],
  ['64:ff9b::198.51.100.1', '64:ff9b:0:0::/64'],
  ['fe80::1:2%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('an IPv6 address counts as its network however it is written', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, (numbers) => {
      const long = numbers.map((number) => number.toString(16).padStart(4, '0')).join(':');
      // the shortest spelling, as the URL standard writes it
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
      const network = `${numbers
        .slice(0, 4)
        .map((number) => number.toString(16))
        .join(':')}::/64`;
      expect([addressKey(long), addressKey(short)]).toEqual([network, network]);
    }),
  );
});
