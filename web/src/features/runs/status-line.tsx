import { onlineManager, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { RunList } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatDistance, formatTime } from '../../ui/format.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { activeRun, runsQuery } from './runs-query.ts';
import classes from './status-line.module.css';

/** One quiet line: when the last check was and when the next will be, or why there is none now. */
export function StatusLine() {
  const { data: runs } = useQuery(runsQuery);
  const { data: settings } = useQuery(settingsQuery);
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <footer className={classes.line} data-offline={!isOnline || undefined} aria-live="polite">
      {isOnline ? runs && <RunsStatus runs={runs} intervalMinutes={intervalOf(settings)} /> : texts.status.offline}
    </footer>
  );
}

function intervalOf(settings: { auto_run_enabled: boolean; run_interval_minutes: number } | undefined): number | null {
  return settings?.auto_run_enabled ? settings.run_interval_minutes : null;
}

function RunsStatus({ runs, intervalMinutes }: { runs: RunList; intervalMinutes: number | null }) {
  const { cooldown_active: isResting, cooldown_until: until } = runs.safety_state;
  const last = runs.runs[0];
  if (activeRun(runs)) return <Link to="/runs">{texts.status.running}</Link>;
  if (isResting && until !== null) return <Link to="/runs">{texts.status.resting(formatTime(until))}</Link>;
  const next = last && intervalMinutes !== null ? new Date(last.start_dt).getTime() + intervalMinutes * 60_000 : null;
  return (
    <>
      {last ? texts.status.last(formatDistance(last.start_dt)) : texts.status.never}
      {next !== null && ` ${texts.status.next(formatDistance(new Date(Math.max(next, Date.now())).toISOString()))}`}
    </>
  );
}
