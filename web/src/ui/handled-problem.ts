import { ApiError } from '../api/api-error.ts';

/** Whether a dialog over the page handles the error: the session has ended, or the user did not give the password. */
export function isHandled(error: unknown): boolean {
  return error instanceof ApiError && ['auth_required', 'password_required'].includes(error.code);
}
