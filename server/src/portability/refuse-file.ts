import { Problem } from '../platform/errors.ts';

/** The error for a file that cannot be imported. */
export function refuseFile(message: string, detail = message): Problem {
  return new Problem('invalid', 'invalid_import_payload', message, [{ path: '', message: detail }]);
}
