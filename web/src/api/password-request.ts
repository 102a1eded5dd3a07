import { queryClient } from './query-client.ts';

/** A change that waits until the user gives the password again. */
interface PasswordRequest {
  /** resolves with whether the password was confirmed */
  readonly outcome: Promise<boolean>;
  readonly settle: (isConfirmed: boolean) => void;
}

export const PASSWORD_REQUEST_KEY = ['password-request'] as const;

function openRequest(): PasswordRequest | null {
  return queryClient.getQueryData<PasswordRequest | null>(PASSWORD_REQUEST_KEY) ?? null;
}

/**
 * Asks the user for the password, in the one dialog for all changes that wait. Returns whether it was confirmed; false
 * if the user cancels.
 */
export function askForPassword(): Promise<boolean> {
  const open = openRequest();
  if (open) return open.outcome;
  let settle: (isConfirmed: boolean) => void = () => undefined;
  const outcome = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  queryClient.setQueryData(PASSWORD_REQUEST_KEY, { outcome, settle } satisfies PasswordRequest);
  return outcome;
}

/** Ends the request, with whether the password was confirmed. The changes that wait are then sent again, or refused. */
export function settlePasswordRequest(isConfirmed: boolean): void {
  openRequest()?.settle(isConfirmed);
  queryClient.setQueryData(PASSWORD_REQUEST_KEY, null);
}
