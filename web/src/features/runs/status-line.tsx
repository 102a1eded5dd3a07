import { onlineManager, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { OfflineError } from '../../api/api-error.ts';
import { whenServiceIsAway } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { RunList, Settings } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatDistance, formatTime } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { activeRun, runsQuery } from './runs-query.ts';
import classes from './status-line.module.css';

// whoever hears no answer: whether that lasts is looked at here, and told
whenServiceIsAway(() => {
  const state = queryClient.getQueryState(runsQuery.queryKey);
  if (state?.fetchStatus === 'idle' && state.error === null) void queryClient.refetchQueries(runsQuery);
});

/** One quiet line: when the last check was and when the next will be, or why there is none now. */
export function StatusLine() {
  // without a network the service may answer all the same; whether it does is asked sooner then
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const { data: runs, error, failureReason } = useQuery(runsQuery);
  const { data: settings } = useQuery(settingsQuery);
  const isAway = (failureReason ?? error) instanceof OfflineError;
  const news = isAway ? texts.status.offline : runs && newsOf(runs);
  return (
    <footer className={classes.line} data-offline={isAway || undefined}>
      <span aria-live="polite">{news}</span>
      {!news && runs && <Times runs={runs} intervalMinutes={intervalOf(settings)} />}
    </footer>
  );
}

/** What is read out when it comes. */
function newsOf(runs: RunList) {
  const { cooldown_active: isResting, cooldown_until: until } = runs.safety_state;
  if (activeRun(runs)) return <Link to="/runs">{texts.status.running}</Link>;
  return isResting && until !== null ? <Link to="/runs">{texts.status.resting(formatTime(until))}</Link> : null;
}

/** Null: no run starts by itself. */
function intervalOf(settings: Settings | undefined): number | null {
  return settings?.auto_run_enabled && settings.policy.automation_allowed ? settings.run_interval_minutes : null;
}

/** Moves on by the minute, so it is not read out. */
function Times({ runs, intervalMinutes }: { runs: RunList; intervalMinutes: number | null }) {
  const now = useNow();
  const last = runs.runs[0];
  const next = last && intervalMinutes !== null ? new Date(last.start_dt).getTime() + intervalMinutes * 60_000 : null;
  return (
    <>
      {last ? texts.status.last(formatDistance(last.start_dt, now)) : texts.status.never}
      {next !== null && ` ${texts.status.next(formatDistance(new Date(Math.max(next, now)).toISOString(), now))}`}
    </>
  );
}
