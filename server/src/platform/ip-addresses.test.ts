import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addressKey, isNetwork, isPublicAddress, makeNetworkTest } from './ip-addresses.ts';

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

describe('a public address is', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '2a00:1450:4001:82a::200e',
    '2A00:1450::1',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('an address is not public if it is', () => {
  it.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private', '10.0.0.0', '10.255.255.255'],
    [
      'shared by customers of a provider, and a cloud’s metadata there',
      '100.64.0.0',
      '100.127.255.255',
      '100.100.100.200',
    ],
    ['loopback', '127.0.0.0', '127.0.0.1', '127.255.255.255'],
    ['link-local, with the metadata of most clouds', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ['private', '172.16.0.0', '172.31.255.255'],
    ['for protocols, and a cloud’s metadata there', '192.0.0.0', '192.0.0.9', '192.0.0.192', '192.0.0.255'],
    ['for documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
    ['for services of the network', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1'],
    ['private', '192.168.0.0', '192.168.255.255'],
    ['for benchmarks', '198.18.0.0', '198.19.255.255'],
    ['multicast', '224.0.0.1', '239.255.255.255'],
    ['reserved, and broadcast', '240.0.0.1', '255.255.255.255'],
    ['a cloud’s host', '168.63.129.16'],
    ['unspecified and loopback', '::', '::1'],
    ['IPv4 in IPv6', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
    ['IPv4 in IPv6 for translators', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
    ['6to4 and Teredo', '2002:7f00:1::', '2002:808:808::', '2001::1', '2001:0:7f00:1::'],
    ['discarded', '100::1', '100:0:0:1::1'],
    [
      'for protocols',
      '2001:1::1',
      '2001:2::1',
      '2001:3::1',
      '2001:4:112::1',
      '2001:10::1',
      '2001:20::1',
      '2001:1ff::1',
    ],
    ['for documentation', '2001:db8::1', '3fff::1', '3fff:fff::1'],
    ['returned to IANA', '3ffe::1'],
    ['for services of the network', '2620:4f:8000::1'],
    ['for segment routing', '5f00::1'],
    ['unassigned', '1fff::1', '4000::1', 'e000::1', '200::1'],
    ['unique local, and a cloud’s metadata there', 'fc00::1', 'fd00:ec2::254', 'fdff::1'],
    ['link-local, with a zone or without', 'fe80::1', 'fe80::1%eth0', 'febf::1', '2001:4860::1%eth0'],
    ['site-local', 'fec0::1', 'feff::1'],
    ['multicast', 'ff00::1', 'ff02::1', 'ff0e::1'],
    [
      'not an address',
      '',
      'localhost',
      '8.8.8',
      '0x8.8.8.8',
      '134744072',
      '08.8.8.8',
      '8.8.8.8:80',
      '[::1]',
      ' 8.8.8.8',
      '8.8.8.8/8',
    ],
  ])('%s', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('an IPv6 address outside of 2000::/3', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const address = fc.tuple(group, fc.array(group, { minLength: 7, maxLength: 7 }));
    fc.assert(
      fc.property(address, ([first, rest]) => {
        const text = [first, ...rest].map((part) => part.toString(16)).join(':');
        return !isPublicAddress(text) || first >> 13 === 1;
      }),
    );
  });
});
