import type { Static, TSchema } from 'typebox';
import type { Ask, Endpoint, Example, SessionUser } from './endpoint.ts';
import { endpoint } from './endpoint.ts';
import type { NOTHING } from './shapes.ts';

/** A body as it comes in. It throws a Problem when it is too long, too slow, or breaks off. */
export type Upload = AsyncIterable<Uint8Array>;

/** An operation that reads its JSON body itself, as it comes in: the schema of the body is only described. */
export interface UploadEndpoint extends Endpoint {
  readonly mostBytes: number;
}

export function uploadEndpoint<A extends TSchema, B extends TSchema, Q extends TSchema = typeof NOTHING>(description: {
  readonly summary: string;
  readonly query?: Q;
  readonly body: B;
  readonly mostBytes: number;
  readonly answer: A;
  readonly problems?: readonly string[];
  readonly example?: Example<Static<B>, Static<A>>;
  handle(ask: Ask<SessionUser, Static<Q>, unknown, Upload>): Promise<Static<A>>;
}): UploadEndpoint {
  const { query, mostBytes, handle, ...rest } = description;
  const base = endpoint({ ...rest, ...(query ? { query } : {}), handle: handle as never });
  return { ...base, mostBytes };
}
