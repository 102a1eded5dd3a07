import type { TSchema } from 'typebox';

/** Forms and switches. */
export const SMALL_BODY_BYTES = 16_384;
/** The longest list, 10,000 scholars, takes 200 kB. Parsing ten times as much would stop the event loop for 70 ms. */
const LIST_BODY_BYTES = 300_000;
/** A list that can hold no more is small. */
const SMALL_LIST = 100;

interface ListSchema {
  readonly type?: unknown;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: { readonly enum?: readonly unknown[] };
}

/** The largest JSON body in bytes that an operation takes, by what its schema has room for. */
export function bodyLimitOf(schema: TSchema): number {
  return holdsLongList(schema) ? LIST_BODY_BYTES : SMALL_BODY_BYTES;
}

function holdsLongList(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { type, maxItems, uniqueItems, items } = schema as ListSchema;
  // of a few words, each once at the most
  const most = maxItems ?? (uniqueItems ? items?.enum?.length : undefined) ?? Number.POSITIVE_INFINITY;
  if (type === 'array' && most > SMALL_LIST) return true;
  return Object.values(schema).some(holdsLongList);
}
