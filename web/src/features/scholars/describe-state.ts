import type { Scholar } from '../../api/shapes.ts';
import { scholarsTexts as texts } from '../../texts/en/scholars.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { formatDistance } from '../../ui/format.ts';
import { describeError } from '../runs/describe-result.ts';

/** The status of a scholar in a few words. `now` is in milliseconds. */
export function describeState(scholar: Scholar, now: number): string {
  const { crawl, publication_count: collected, last_run_dt: lastRun, baseline_completed: isImported } = scholar;
  const { state: states } = texts;
  const nextTry = crawl.next_attempt_dt === null ? null : formatDistance(crawl.next_attempt_dt, now);
  if (!scholar.is_enabled) return states.paused;
  if (crawl.reason === 'source_disabled') return states.sourceDisabled(mainSourceNameOf(scholar));
  if (crawl.state === 'waiting' && nextTry !== null)
    return isImported ? states.retrying(nextTry) : states.importingLater(collected, nextTry);
  // between two pages the crawl is queued
  if (!isImported && (crawl.state === 'running' || (crawl.state === 'queued' && collected > 0)))
    return states.importing(collected);
  if (!isImported && crawl.state === 'queued') return states.queued;
  if (!isImported) return crawl.reason === null ? states.notImported : states.failed;
  return lastRun === null ? states.upToDate : states.checked(formatDistance(lastRun, now));
}

/** Why the last attempt failed, or null if there is no failure or a later check succeeded. */
export function describeFailure(scholar: Scholar): string | null {
  const { crawl, baseline_completed: isImported } = scholar;
  const isHidden = crawl.reason === 'source_disabled' || (isImported && crawl.state === 'idle');
  if (crawl.reason === null || isHidden) return null;
  return texts.lastFailure(describeError(crawl.reason, mainSourceOf(scholar)));
}

/** The source at which the user tracks the scholar. */
function mainSourceOf({ scholar_id, profiles }: Scholar): string {
  return profiles.find(({ id }) => id === scholar_id)?.source ?? 'google_scholar';
}

export function mainSourceNameOf(scholar: Scholar): string {
  const source = mainSourceOf(scholar);
  return sourceNames[source] ?? source;
}
