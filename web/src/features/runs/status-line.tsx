import { onlineManager, useMutationState, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { OfflineError } from '../../api/api-error.ts';
import type { RunList, Settings } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatDistance, formatTime } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { stoppedCountQuery } from '../channels/channels-query.ts';
import { type Draft, draftsQuery } from '../notes/drafts-query.ts';
import { keptAtQuery } from '../offline/kept-answers.ts';
import { SEND_KEY } from '../publications/send-marks.ts';
import { useUnconfirmedMarks } from '../publications/unconfirmed-marks.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { activeRun, runsQuery } from './runs-query.ts';
import classes from './status-line.module.css';

/** One line with the last and the next check, or why there is none now, and what needs the user. */
export function StatusLine() {
  // render again when the browser goes online or offline, so that `runsQuery` adapts its interval
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  );
  const { data: runs, error, failureReason } = useQuery(runsQuery);
  const { data: settings } = useQuery(settingsQuery);
  const { data: keptAt } = useQuery(keptAtQuery);
  const { data: stoppedCount = 0 } = useQuery(stoppedCountQuery);
  const { data: unsaved = [] } = useQuery({ ...draftsQuery, select: unsavedIn });
  const unsent = useUnsentText();
  const isUnreachable = (failureReason ?? error) instanceof OfflineError;
  const announcement = isUnreachable
    ? [offlineText(keptAt), unsent].join(' ')
    : (unsavedLink(unsaved) ?? unsent ?? (runs && announcementOf(runs)));
  return (
    <footer className={classes.line} data-offline={isUnreachable || undefined}>
      <span aria-live="polite">{announcement}</span>
      {!announcement && runs && <Times runs={runs} intervalMinutes={intervalOf(settings)} />}
      {!isUnreachable && stoppedCount > 0 && (
        <>
          {' '}
          <Link to="/settings/notifications">{texts.status.stoppedChannels(stoppedCount)}</Link>
        </>
      )}
    </footer>
  );
}

function offlineText(keptAt: string | null | undefined): string {
  return keptAt ? texts.status.offlineList(formatTime(keptAt)) : texts.status.offline;
}

/** How many marks are not sent because the service could not accept them, or null. */
function useUnsentText(): string | null {
  const unsent = useUnconfirmedMarks().length;
  const hasFailed = useMutationState({
    filters: { mutationKey: SEND_KEY, predicate: ({ state }) => state.status !== 'pending' },
    select: ({ state }) => state.status === 'error',
  }).at(-1);
  return unsent > 0 && hasFailed ? texts.status.unsentMarks(unsent) : null;
}

/** The publications whose notes the user has to look after: each with a note that was refused, or changed elsewhere. */
function unsavedIn(drafts: readonly Draft[]): number[] {
  return drafts.flatMap(({ publicationId, theirs, refusal }) => (theirs || refusal !== null ? publicationId : []));
}

function unsavedLink(publicationIds: readonly number[]) {
  const [open] = publicationIds;
  if (open === undefined) return null;
  return (
    <Link to="/" search={(before) => ({ ...before, open })}>
      {texts.status.unsavedNotes(publicationIds.length)}
    </Link>
  );
}

/** The message that screen readers announce. */
function announcementOf(runs: RunList) {
  const { cooldown_active: isCoolingDown, cooldown_until: until } = runs.safety_state;
  if (activeRun(runs)) return <Link to="/runs">{texts.status.running}</Link>;
  if (runs.importing_count > 0 && !isCoolingDown)
    return <Link to="/scholars">{texts.status.importing(runs.importing_count)}</Link>;
  return isCoolingDown && until !== null ? <Link to="/runs">{texts.status.paused(formatTime(until))}</Link> : null;
}

/** The interval of scheduled runs, or null if they are off. */
function intervalOf(settings: Settings | undefined): number | null {
  return settings?.auto_run_enabled && settings.policy.automation_allowed ? settings.run_interval_minutes : null;
}

/** Changes every minute, so screen readers do not announce it. */
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
