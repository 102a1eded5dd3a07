import { ApiError } from '../api/api-error.ts';

/** What the service says of single fields, by their names; empty when it said nothing of them. */
export function fieldProblems(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.status !== 422 || !Array.isArray(error.details)) return {};
  return Object.fromEntries(error.details.filter(isDetail).map(({ path, message }) => [nameOf(path), message]));
}

function isDetail(detail: unknown): detail is { path: string; message: string } {
  return typeof detail === 'object' && detail !== null && 'path' in detail && 'message' in detail;
}

/** The last part of a path: `body.name`, `/name`. */
function nameOf(path: string): string {
  return String(path).split(/[./]/).at(-1) ?? '';
}
