import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { type AuthorListResult, type AuthorPage, toListResult } from './author-list.ts';
import { querySource } from './query-source.ts';
import type { SourceRequest } from './record.ts';
import type { SourceResponse } from './source.ts';

const TIMEOUT_MS = 20_000;

/** A list that a source sends in one response. */
export interface WholeList {
  readonly source: 'orcid' | 'dblp';
  readonly request: SourceRequest;
  /** returns null if the body is not such a list */
  parse(body: string): SourceResponse<AuthorPage> | null;
  readonly signal: AbortSignal;
}

/** Fetches an author's whole list. The caller reserves the request slot. */
export async function fetchWholeList(
  services: { readonly db: Database; readonly config: Config },
  list: WholeList,
): Promise<AuthorListResult> {
  const result = await querySource(services, { ...list, credential: 'shared', timeoutMs: TIMEOUT_MS });
  return result.kind === 'found' ? result.value : toListResult(result);
}
