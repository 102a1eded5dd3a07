import type { Services } from '../../platform/http/endpoint.ts';
import { pruneAccounts } from '../prune-accounts.ts';

/** Deletes expired sessions and API tokens, and attempts that no longer count. */
export const forgetOldLogins = {
  name: 'forget-old-logins',
  async run({ db, config }: Services): Promise<void> {
    await pruneAccounts(db, config.loginLimit.windowSeconds);
  },
};
