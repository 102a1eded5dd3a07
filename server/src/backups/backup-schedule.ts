import { Cron } from 'croner';
import type { BackupResults } from './results-store.ts';

type BackupHistory = Pick<BackupResults, 'now' | 'startedAt'>;

/**
 * Returns whether a backup is due, because none has started since the latest scheduled time. So a service that was
 * stopped at that time catches up, and the first backup is made at once.
 */
export function isBackupDue(schedule: string, { now, startedAt }: BackupHistory): boolean {
  if (startedAt === null) return true;
  // previousRuns leaves out its reference time, and a run at this millisecond counts
  const [latest] = parse(schedule).previousRuns(1, new Date(now.getTime() + 1));
  return latest !== undefined && startedAt < latest;
}

/** Returns when the next backup starts; null if the schedule has no more times. */
export function nextBackupAt(schedule: string, history: BackupHistory): Date | null {
  return isBackupDue(schedule, history) ? history.now : parse(schedule).nextRun(history.now);
}

function parse(schedule: string): Cron {
  return new Cron(schedule, { mode: '5-part' });
}
