import type { Database } from '../../../src/platform/database/database.ts';
import type { Client } from '../../support/client.ts';
import type { Walked } from './operations.ts';
import type { World } from './world.ts';

type Values = Readonly<Record<string, string | number | boolean>>;

/** A request of an operation and its client. */
export interface Call {
  readonly client: Client;
  readonly path?: Values;
  readonly query?: Values;
  /** the body: texts and forms unchanged, everything else as JSON */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** the expected status; by default the one success in the description */
  readonly status?: number;
  /** what makes it a call on something that does not exist; by default all ids in its path */
  readonly ofNothing?: Pick<Call, 'path' | 'body'>;
  /** the database of the call; by default the world's */
  readonly db?: Database;
}

/** Prepares the calls of an operation. The first call must succeed; the others may expect an error. */
export type Preparation = (world: World) => Promise<Call | readonly [Call, ...Call[]]>;

/** The URL of an operation for this call. `rawQuery` replaces the call's query. */
export function addressOf({ path }: Walked, call: Call, rawQuery = queryOf(call)): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(call.path?.[name])));
  return rawQuery === '' ? filled : `${filled}?${rawQuery}`;
}

export function queryOf({ query = {} }: Call): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}

export async function send(
  operation: Walked,
  call: Call,
  { rawQuery, csrf = true }: { rawQuery?: string; csrf?: boolean } = {},
): Promise<Response> {
  return call.client.raw(operation.method.toUpperCase(), addressOf(operation, call, rawQuery ?? queryOf(call)), {
    csrf,
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.headers ? { headers: { ...call.headers } } : {}),
  });
}
