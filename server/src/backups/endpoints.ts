import { endpoint } from '../platform/http/endpoint.ts';
import { nextBackupAt } from './backup-schedule.ts';
import { Backups } from './contract.ts';
import { scheduledFolder } from './dump-file.ts';
import { type BackupResults, readBackupResults } from './results-store.ts';

export const show = endpoint({
  summary: 'Show the scheduled backups: the last success, the last failure with its reason, and the next one',
  response: Backups,
  errors: ['forbidden'],
  async handle({ db, config }) {
    const { schedule, keep } = config.backups;
    const results = await readBackupResults(db);
    const { success, failure } = results;
    return {
      state: schedule === null ? ('off' as const) : stateOf(results),
      schedule,
      keep,
      folder: scheduledFolder(config),
      next_dt: schedule === null ? null : nextBackupAt(schedule, results),
      last_success: success && { finished_dt: success.finishedAt, file: success.file, bytes: success.bytes },
      last_failure: failure && { finished_dt: failure.finishedAt, reason: failure.reason },
    };
  },
});

function stateOf({ success, failure }: BackupResults): 'waiting' | 'succeeded' | 'failed' {
  if (failure !== null && (success === null || failure.finishedAt > success.finishedAt)) return 'failed';
  return success === null ? 'waiting' : 'succeeded';
}
