import { ApiError } from '../../api/api-error.ts';

/** What the service said against one field, to be shown there: a refusal with one of these codes. */
export function refusalAt(error: Error | null, ...codes: string[]): string | undefined {
  return error instanceof ApiError && codes.includes(error.code) ? error.message : undefined;
}
