import { ApiError, LoadError, OfflineError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import { formatBytes } from './format.ts';

/** An error message for the user. */
export function describeProblem(error: Error): string {
  if (error instanceof OfflineError) return texts.problems.offline;
  if (error instanceof LoadError) return texts.problems.notLoaded;
  if (!(error instanceof ApiError)) return texts.problems.unknown;
  const maxBytes = error.code === 'payload_too_large' ? maxBytesOf(error.details) : null;
  return maxBytes === null ? error.message : texts.problems.tooLarge(formatBytes(maxBytes));
}

function maxBytesOf(details: unknown): number | null {
  // a limit of the number of items, too, is explained by the service
  if (typeof details !== 'object' || details === null || !('most_bytes' in details) || 'most_items' in details)
    return null;
  return typeof details.most_bytes === 'number' ? details.most_bytes : null;
}
