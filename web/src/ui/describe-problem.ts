import { ApiError, OfflineError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';

/** What went wrong, in a sentence. */
export function describeProblem(error: Error): string {
  if (error instanceof OfflineError) return texts.problems.offline;
  return error instanceof ApiError ? error.message : texts.problems.unknown;
}
