import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.ts';
import type { OutboundPolicy } from './sources-config.ts';

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

export interface Outbound extends OutboundPolicy {
  /** in place of the system's; it rejects when the name has no address */
  readonly resolve?: (hostname: string) => Promise<readonly HostAddress[]>;
}

/** A host that is not exempt has an address that is not public. */
export class NotPublicError extends Error {}

const CONNECT_TIMEOUT_MS = 10_000;
// The caller's deadline is the real limit; these only bound a single phase of it.
const PHASES = { headersTimeout: 60_000, bodyTimeout: 30_000 };
/** Kept for origins that are exempt, and reached by nothing else: a connection of its pool was not checked. */
const exemptAgent = new Agent({ ...PHASES, connect: { timeout: CONNECT_TIMEOUT_MS } });

/** The connections of one fetch. All but those to exempt origins are its own: checked when they are made, closed with it. */
export interface OutboundConnections {
  dispatcherFor(url: URL): Dispatcher;
  close(): void;
}

/** `trustedOrigin`: exempt for this fetch alone. */
export function openOutbound(outbound: Outbound, trustedOrigin: string | undefined): OutboundConnections {
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
      if (isExempt(url, outbound, trustedOrigin)) return exemptAgent;
      ownAgent ??= new Agent({ ...PHASES, connect });
      return ownAgent;
    },
    close() {
      isClosed = true;
      void ownAgent?.destroy();
    },
  };
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
 * The addresses of a host that nothing speaks against. One that is not public spoils the others: what a name of the outside says of the inside
 * is no mistake.
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

/** The connection goes to the addresses that were checked: to ask a second time could bring another answer. */
function answerAlways(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses]);
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
