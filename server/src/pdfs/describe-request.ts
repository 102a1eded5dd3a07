import type { LastSearch } from './queue-store.ts';

/** What a person who asked for a PDF is told; `search` is as it stands after that. */
export function describeRequest(isBegun: boolean, search: LastSearch | undefined): string {
  if (isBegun) return search?.status === 'resolved' ? 'The link will be checked.' : 'A PDF will be looked for.';
  if (!search?.isOpen) return 'No source that knows PDFs may be asked.';
  if (search.status === 'resolved') return 'The link is being checked already.';
  return search.status === 'running' ? 'A PDF is being looked for already.' : 'The search for a PDF is queued already.';
}
