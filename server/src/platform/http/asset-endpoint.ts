import type { Static, TSchema } from 'typebox';
import type { Problem } from '../errors.ts';
import type { Ask, SessionUser } from './endpoint.ts';
import { NOTHING } from './shapes.ts';

/** Bytes that a user may see. */
export interface Asset {
  /** of the bytes, as it stands in the ETag */
  readonly digest: Buffer;
  /** whether the address that was asked for never leads to any other bytes */
  readonly isLasting: boolean;
  /** undefined when they were replaced a moment ago */
  read(): Promise<Buffer | undefined>;
}

/** A GET outside of the versioned API that answers with bytes, to those alone whose they are: for anybody else there are none. */
export interface AssetEndpoint {
  readonly summary: string;
  readonly open: false;
  readonly schema: { readonly query: TSchema; readonly path: TSchema };
  readonly contentType: string;
  /** what is thrown where there is nothing, or nobody is signed in */
  missing(): Problem;
  find(ask: Ask<SessionUser, unknown, unknown, unknown>): Promise<Asset | undefined>;
}

export function assetEndpoint<Q extends TSchema = typeof NOTHING, P extends TSchema = typeof NOTHING>(description: {
  readonly summary: string;
  readonly query?: Q;
  readonly path?: P;
  readonly contentType: string;
  missing(): Problem;
  find(ask: Ask<SessionUser, Static<Q>, Static<P>, unknown>): Promise<Asset | undefined>;
}): AssetEndpoint {
  const { query, path, find, ...rest } = description;
  return {
    ...rest,
    open: false,
    schema: { query: query ?? NOTHING, path: path ?? NOTHING },
    find: find as AssetEndpoint['find'],
  };
}
