import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** What ipaddr.js takes for ordinary: the 6bone's returned addresses (RFC 3701), and Azure's host, which hands out a machine's secrets. */
const RETURNED_6BONE = ipaddr.IPv6.parseCIDR('3ffe::/16');
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an address can only be somebody else's on the internet. Everything else is not public: this machine, its network, addresses with a
 * special use, and all that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo), whatever it is. Other spellings than the usual ones are none.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString() !== AZURE_HOST;
  return parsed.match(GLOBAL_UNICAST) && !parsed.match(RETURNED_6BONE);
}
