import type { Database } from '../../../src/platform/database/database.ts';
import type { Client } from '../../support/client.ts';
import type { Walked } from './operations.ts';
import type { World } from './world.ts';

type Values = Readonly<Record<string, string | number | boolean>>;

/** A request of an operation, and who asks. */
export interface Call {
  readonly client: Client;
  readonly path?: Values;
  readonly query?: Values;
  /** as the client takes it: text and forms as they are, all else as JSON */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** what is expected of it; the one success that is described unless said otherwise */
  readonly status?: number;
  /** the database that it works on; the world's unless said otherwise */
  readonly db?: Database;
}

/** Makes what an operation needs: the first call must succeed, those after it may be told to do otherwise. */
export type Preparation = (world: World) => Promise<Call | readonly [Call, ...Call[]]>;

/** The address of an operation for this call; `rawQuery` instead of the call's own. */
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
