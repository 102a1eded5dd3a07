import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { applyRules } from '../apply-rules.ts';
import { NEW_DAYS } from '../contract.ts';
import { deleteOldCandidates, listUsersWithCandidates } from '../effect-store.ts';

/**
 * The scheduled job that applies the rules of all users to new entries. An error of one user does not stop the others.
 */
export const applyRulesJob = {
  name: 'apply-rules',
  async run({ db, log }: Services, { hasTime }: RunningJob): Promise<void> {
    await deleteOldCandidates(db, NEW_DAYS);
    for (const userId of await listUsersWithCandidates(db)) {
      try {
        while (hasTime() && (await applyRules(db, userId)));
      } catch (error) {
        log.warn({ err: error, user_id: userId }, 'the rules of a user could not be applied and will be retried');
      }
    }
  },
};
