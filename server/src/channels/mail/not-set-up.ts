import { Problem } from '../../platform/errors.ts';

/** What users read where the operator did not set up mail. */
export const MAIL_NOT_SET_UP = 'Mail is not set up. The operator sets SMTP_URL and MAIL_FROM.';

export function mailNotSetUp(): Problem {
  return new Problem('conflict', 'mail_not_set_up', MAIL_NOT_SET_UP);
}
