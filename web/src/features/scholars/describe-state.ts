import type { Scholar } from '../../api/shapes.ts';
import { scholarsTexts as texts } from '../../texts/en/scholars.ts';
import { formatDistance } from '../../ui/format.ts';

/** How a scholar stands with the service, in a few words. `now`: in milliseconds. */
export function describeState(scholar: Scholar, now: number): string {
  const { crawl, publication_count: collected, last_run_dt: lastRun, baseline_completed: isRead } = scholar;
  const { state: said } = texts;
  const again = crawl.next_attempt_dt === null ? null : formatDistance(crawl.next_attempt_dt, now);
  if (!scholar.is_enabled) return said.paused;
  if (crawl.state === 'waiting' && again !== null)
    return isRead ? said.triedAgain(again) : said.waiting(collected, again);
  // between two pages it waits its turn
  if (!isRead && (crawl.state === 'running' || (crawl.state === 'queued' && collected > 0)))
    return said.running(collected);
  if (!isRead && crawl.state === 'queued') return said.queued;
  if (!isRead) return crawl.reason === null ? said.unread : said.gaveUp;
  return lastRun === null ? said.upToDate : said.checked(formatDistance(lastRun, now));
}

/** Why the last attempt came to nothing, while that still counts; null otherwise. */
export function describeFailure({ crawl, baseline_completed: isRead }: Scholar): string | null {
  if (crawl.reason === null || (isRead && crawl.state === 'idle')) return null;
  const [kind = ''] = crawl.reason.split(':');
  return texts.reason(texts.reasons[kind] ?? crawl.reason);
}
