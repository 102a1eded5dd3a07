import { endpoint } from '../platform/http/endpoint.ts';
import { nextBackupAt } from './back-up.ts';
import { Backups } from './contract.ts';
import { scheduledFolder } from './dump-file.ts';
import { type BackupResults, readBackupResults } from './results-store.ts';

export const show = endpoint({
  summary: 'Show the scheduled backups: the last success, the last failure with its reason, and the next one',
  description: 'The operator sets the schedule with `BACKUP_SCHEDULE`.',
  response: Backups,
  errors: ['forbidden'],
  async handle({ db, config }) {
    const { schedule, keep } = config.backups;
    const results = await readBackupResults(db);
    const { success, failure } = results;
    const nextAt = schedule === null ? null : nextBackupAt(schedule, results);
    return {
      state: schedule === null ? ('off' as const) : stateOf(results),
      schedule,
      keep,
      folder: scheduledFolder(config),
      next_at: nextAt,
      next_dt: nextAt,
      last_success: success && { ...endOf(success), file: success.file, bytes: success.bytes },
      last_failure: failure && { ...endOf(failure), reason: failure.reason },
    };
  },
});

function endOf({ finishedAt }: { finishedAt: Date }) {
  return { finished_at: finishedAt, finished_dt: finishedAt };
}

function stateOf({ success, failure }: BackupResults): 'waiting' | 'succeeded' | 'failed' {
  if (failure !== null && (success === null || failure.finishedAt > success.finishedAt)) return 'failed';
  return success === null ? 'waiting' : 'succeeded';
}
