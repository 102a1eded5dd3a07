import pg from 'pg';
import { vi } from 'vitest';

export interface SentQuery {
  /** of a prepared statement */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * The queries that this process sends to PostgreSQL during `action`, by the connections of its pools: the one that
 * listens is checked at times that no test knows.
 */
export async function listQueries<T>(action: () => Promise<T>): Promise<{ result: T; queries: SentQuery[] }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await action();
    const isOfPool = (_: unknown, at: number) => Object.hasOwn(Object(spy.mock.contexts[at]), 'release');
    const queries = spy.mock.calls.filter(isOfPool).map(([query, values]: readonly unknown[]) => {
      const {
        name,
        text,
        values: inside,
      } = typeof query === 'string' ? { name: undefined, text: query, values } : (query as SentQuery);
      return { name, text, values: Array.isArray(inside) ? inside : [] };
    });
    return { result, queries };
  } finally {
    spy.mockRestore();
  }
}
