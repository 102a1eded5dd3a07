import type { Services } from '../../platform/services.ts';
import { recordSeen } from '../announce-store.ts';

/** Announces notices about publications that users have read, starred, tagged or noted, or that favorites cite. */
export const announceNotices = {
  name: 'announce-notices',
  async run({ db, log }: Services): Promise<void> {
    const count = await recordSeen(db);
    if (count > 0) log.info({ notices: count }, 'announced notices about publications');
  },
};
