import { ApiError } from '../api/api-error.ts';

/** The messages of a validation error by field name. */
export function fieldProblems(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.status !== 422 || !Array.isArray(error.details)) return {};
  return Object.fromEntries(error.details.filter(isDetail).map(({ path, message }) => [nameOf(path), message]));
}

/** The message for one field, if the error has one of the codes. */
export function fieldError(error: Error | null, ...codes: string[]): string | undefined {
  return error instanceof ApiError && codes.includes(error.code) ? error.message : undefined;
}

function isDetail(detail: unknown): detail is { path: string; message: string } {
  return typeof detail === 'object' && detail !== null && 'path' in detail && 'message' in detail;
}

/** The field name: the last part of `body.name` or `/name`. */
function nameOf(path: string): string {
  return String(path).split(/[./]/).at(-1) ?? '';
}
