import { NotPublicError, type Outbound, type OutboundConnections, openOutbound } from './connect-outbound.ts';
import { usableUrl } from './parse-url.ts';

export interface ExchangeRequest {
  readonly url: string;
  readonly outbound: Outbound;
  readonly trustedOrigin?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** What an exchange runs with. `signal` aborts at the deadline, or when the caller cancels. */
export interface Exchange {
  readonly connections: OutboundConnections;
  readonly signal: AbortSignal;
  /** the host that is requested now, for messages */
  host: string;
}

export type FetchFailure =
  | 'not_public'
  | 'timeout'
  | 'too_large'
  | 'connection_failed'
  | 'redirect_loop'
  | 'bad_redirect'
  | 'bad_encoding'
  | 'aborted';

export interface FailedExchange {
  readonly kind: 'failed';
  readonly reason: FetchFailure;
  readonly message: string;
  /** the code of the network's error, such as ENOTFOUND */
  readonly code: string | undefined;
}

/**
 * Runs one exchange with a host within a deadline, on connections that are checked. It never throws: what `run` throws
 * becomes a failure. Messages name only the host, because paths and queries may contain keys.
 */
export async function runExchange<Outcome>(
  request: ExchangeRequest,
  run: (start: URL, exchange: Exchange) => Promise<Outcome>,
): Promise<Outcome | FailedExchange> {
  const start = usableUrl(request.url);
  if (start === null) return failed('connection_failed', 'The address is not a usable http or https URL.');
  const connections = await openOutbound(request.outbound, request.trustedOrigin);
  // after the last wait, because a signal that was aborted before is not observed
  if (request.signal?.aborted) return failed('aborted', `The request to ${start.host} was cancelled.`);
  const controller = new AbortController();
  let timedOut = false;
  const deadline = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, request.timeoutMs);
  const cancel = () => controller.abort();
  request.signal?.addEventListener('abort', cancel, { once: true });
  const exchange: Exchange = { connections, signal: controller.signal, host: start.host };
  try {
    // undici observes a signal only when it is connected, and resolving a name can take long
    return await Promise.race([run(start, exchange), rejectWhenAborted(controller.signal)]);
  } catch (error) {
    const { host } = exchange;
    if (request.signal?.aborted) return failed('aborted', `The request to ${host} was cancelled.`);
    if (timedOut) return failed('timeout', `${host} did not send a complete response within ${request.timeoutMs} ms.`);
    if (error instanceof NotPublicError) return failed('not_public', `${host} leads to an address that is not public.`);
    const code = codeOf(error);
    if (code?.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return failed('timeout', `${host}: ${code}.`, code);
    return failed('connection_failed', `The connection to ${host} failed: ${code ?? 'no error code'}.`, code);
  } finally {
    clearTimeout(deadline);
    connections.close();
    request.signal?.removeEventListener('abort', cancel);
  }
}

export function failed(reason: FetchFailure, message: string, code?: string): FailedExchange {
  return { kind: 'failed', reason, message, code };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : undefined;
}
