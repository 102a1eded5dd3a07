import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
