import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { PUSH_JOB } from '../change-zotero.ts';
import { pushSync } from '../push-sync.ts';
import { listPushed } from '../store.ts';

/** Pushes the syncs that are due. An error of one does not stop the others. */
export const pushToZotero = {
  name: PUSH_JOB,
  async run(services: Services, job: RunningJob): Promise<void> {
    for (const sync of await listPushed(services.db)) {
      if (!job.hasTime()) return;
      await pushSync(services, sync, job).catch((error: unknown) =>
        services.log.warn({ err: error, user_id: sync.userId }, 'a push to Zotero failed and will be retried'),
      );
    }
  },
};
