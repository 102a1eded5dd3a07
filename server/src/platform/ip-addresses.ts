import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The key under which a client's attempts are counted. An IPv6 client counts as its /64 network, because one host can
 * use every address in it (RFC 6177). An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function addressKey(address: string): string {
  const bare = address.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped) return mapped;
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length - (tail.includes('.') ? 1 : 0));
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** Whether a text is an address, or a network like 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most);
}

const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Returns a test whether an address is on loopback or in one of the networks. */
export function makeNetworkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of [...LOOPBACK, ...networks]) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    // a socket for both families reports an IPv4 address like this
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  };
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Addresses that ipaddr.js wrongly classifies as public: those of the former 6bone (RFC 3701), and Azure's metadata
 * host, which returns a machine's secrets.
 */
const RETURNED_6BONE = ipaddr.IPv6.parseCIDR('3ffe::/16');
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an address is a public unicast address of the internet. Not public are this machine, its network, special-use
 * addresses, and all that embed an IPv4 address (mapped, NAT64, 6to4, Teredo). An address in an unusual notation is not
 * public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString() !== AZURE_HOST;
  return parsed.match(GLOBAL_UNICAST) && !parsed.match(RETURNED_6BONE);
}

/** Whether a URL leads to this machine. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname;
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
