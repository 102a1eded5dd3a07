import type { Static, TSchema } from 'typebox';
import type { Ask, Endpoint, Example, SessionUser } from './endpoint.ts';
import { endpoint } from './endpoint.ts';
import type { NOTHING } from './shapes.ts';

/** Sends a part of the answer's JSON text when the client has taken the one before; throws when the client is gone or too slow. */
export type SendPart = (json: string) => Promise<void>;

/** A GET whose answer is sent in parts, which together are the JSON of `data`. */
export interface DownloadEndpoint extends Endpoint {
  /** Whatever it throws before the first part is answered in the error envelope; after it the connection is cut. */
  send(ask: Ask<SessionUser, unknown, unknown, unknown>, sendPart: SendPart): Promise<void>;
}

export function downloadEndpoint<A extends TSchema, Q extends TSchema = typeof NOTHING>(description: {
  readonly summary: string;
  readonly query?: Q;
  readonly answer: A;
  readonly problems?: readonly string[];
  readonly example?: Example<never, Static<A>>;
  send(ask: Ask<SessionUser, Static<Q>, unknown, unknown>, sendPart: SendPart): Promise<void>;
}): DownloadEndpoint {
  const { query, send, ...rest } = description;
  const base = endpoint({ ...rest, ...(query ? { query } : {}), handle: send as never });
  return { ...base, send: send as DownloadEndpoint['send'] };
}
