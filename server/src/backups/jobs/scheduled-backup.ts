import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { LOCKS, withSessionLock } from '../../platform/database/locks.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import { backUp, isBackupDue } from '../back-up.ts';
import { removeOldDumps, scheduledFolder } from '../dump-file.ts';
import type { ToolEnvironment } from '../postgres-tools.ts';
import { readBackupResults, saveBackupResult } from '../results-store.ts';

const PREFIX = 'scheduled';

/**
 * Makes a backup if one is due. After a failure, which is saved, the next attempt is at the next time of the schedule.
 * An interrupted backup leaves no file and saves no result, so another process or the next start makes it.
 */
export function scheduledBackup(environment: ToolEnvironment) {
  return {
    name: 'scheduled-backup',
    async run({ db, databaseUrl: url, config, log }: Services, { stopping }: RunningJob): Promise<void> {
      const { schedule, keep } = config.backups;
      if (schedule === null) return;
      const folder = scheduledFolder(config);
      await withSessionLock(db, { key: LOCKS.backup, id: 0 }, async () => {
        const results = await readBackupResults(db);
        if (!isBackupDue(schedule, results)) return;
        try {
          const options = { url, folder, prefix: PREFIX, plain: false, environment, signal: stopping };
          const path = await backUp(options);
          const { size: bytes } = await stat(path);
          await saveBackupResult(db, results.now, { file: basename(path), bytes });
          log.info({ file: path, bytes }, `made a scheduled backup: ${path} (${(bytes / 1e6).toFixed(1)} MB)`);
          await removeOldDumps({ folder, prefix: PREFIX, keep });
        } catch (error) {
          if (stopping.aborted) return;
          log.error({ err: error }, 'the scheduled backup failed');
          await saveBackupResult(db, results.now, { reason: reasonOf(error) });
        }
      });
    },
  };
}

/** Describes an error without internals such as SQL and paths. Those are only in the log. */
function reasonOf(error: unknown): string {
  return error instanceof OperatorError
    ? error.message
    : 'An unexpected error stopped the backup. The log of the service has the details.';
}
