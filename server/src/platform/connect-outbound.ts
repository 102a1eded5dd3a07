import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { pause } from './clock.ts';
import { isPublicAddress } from './ip-addresses.ts';
import type { OutboundPolicy } from './sources-config.ts';

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

export interface Outbound extends OutboundPolicy {
  /** replaces the system's resolver; it rejects when the name has no address */
  readonly resolve?: (hostname: string) => Promise<readonly HostAddress[]>;
}

/** Thrown when a host that is not exempt has an address that is not public. */
export class NotPublicError extends Error {}

const CONNECT_TIMEOUT_MS = 10_000;
// The caller's deadline limits the whole request. These limit one phase of it.
const PHASES = { headersTimeout: 60_000, bodyTimeout: 30_000 };
/** Only exempt origins may use this agent, because nothing checks the connections in its pool. */
let exemptAgent: Agent | undefined;

/** It takes 90 ms of a start and some megabytes, so a process loads it for its first request. */
export const loadUndici = () => import('undici');

/**
 * The connections of one fetch. Connections to exempt origins are shared. All others are checked when they are opened,
 * and closed when the fetch ends.
 */
export interface OutboundConnections {
  dispatcherFor(url: URL): Dispatcher;
  close(): void;
}

/** `trustedOrigin`: exempt for this fetch only. */
export async function openOutbound(
  outbound: Outbound,
  trustedOrigin: string | undefined,
): Promise<OutboundConnections> {
  const { Agent, buildConnector } = await loadUndici();
  let ownAgent: Agent | undefined;
  let isClosed = false;
  const connect: buildConnector.connector = async (options, callback) => {
    try {
      const addresses = await findPublicAddresses(options.hostname, outbound.resolve ?? resolveBySystem);
      if (isClosed) throw new Error('The fetch ended before its connection was made.');
      buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: answerAlways(addresses) })(options, callback);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null);
    }
  };
  return {
    dispatcherFor(url) {
      if (isExempt(url, outbound, trustedOrigin)) {
        exemptAgent ??= new Agent({ ...PHASES, connect: { timeout: CONNECT_TIMEOUT_MS } });
        return exemptAgent;
      }
      ownAgent ??= new Agent({ ...PHASES, connect });
      return ownAgent;
    },
    close() {
      isClosed = true;
      void ownAgent?.destroy();
    },
  };
}

/** How long a form waits for the addresses of a host. */
const RESOLVE_WITHIN_MS = 5000;

/**
 * Whether a URL could be requested now: the addresses of its host are public, or the operator exempted it. It sends
 * nothing. Each connection checks the addresses again, because they may change.
 */
export async function checkReachable(
  url: URL,
  outbound: Outbound,
): Promise<'reachable' | 'not_public' | 'unknown_host' | 'unresolved'> {
  if (isExempt(url, outbound, undefined)) return 'reachable';
  // an address of IPv6 is in brackets
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const limit = new AbortController();
  try {
    return await Promise.race([
      findPublicAddresses(hostname, outbound.resolve ?? resolveBySystem).then(() => 'reachable' as const),
      pause(RESOLVE_WITHIN_MS, limit.signal).then(() => 'unresolved' as const),
    ]);
  } catch (error) {
    if (error instanceof NotPublicError) return 'not_public';
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOTFOUND' ? 'unknown_host' : 'unresolved';
  } finally {
    limit.abort();
  }
}

function isExempt(
  url: URL,
  { exemptOrigins, exemptHosts }: OutboundPolicy,
  trustedOrigin: string | undefined,
): boolean {
  if (url.origin === trustedOrigin || exemptOrigins.includes(url.origin)) return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exemptHosts.includes(url.hostname) || exemptHosts.includes(`${url.hostname}:${port}`);
}

/**
 * The addresses of a host. If one of them is not public, all are refused, because a public name that resolves to an
 * internal address may be an attack.
 * @throws NotPublicError
 */
async function findPublicAddresses(
  hostname: string,
  resolve: NonNullable<Outbound['resolve']>,
): Promise<readonly HostAddress[]> {
  const family = isIP(hostname);
  const addresses = family === 0 ? await resolve(hostname) : [{ address: hostname, family }];
  if (addresses.length === 0) throw Object.assign(new Error('The host has no address.'), { code: 'ENOTFOUND' });
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new NotPublicError();
  return addresses;
}

function resolveBySystem(hostname: string): Promise<HostAddress[]> {
  return lookup(hostname, { all: true });
}

/** Connects to the addresses that were checked. A second DNS query could return others (DNS rebinding). */
function answerAlways(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses]);
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
