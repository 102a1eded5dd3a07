import type { ScholarProfile } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { formatDistance, formatMonthDay } from '../../ui/format.ts';
import { describeError } from '../runs/describe-result.ts';

const texts = scholarsTexts.profiles;
const STATES = ['suggested', 'confirmed', 'rejected'] as const;

/** The source and the id, such as "OpenAlex A5023888391". */
export function labelOf({ source, id }: Pick<ScholarProfile, 'source' | 'id'>): string {
  return `${sourceNames[source] ?? source} ${id}`;
}

/** Why the profile is in its group: the evidence, or what the user decided. */
export function describeReason({ is_main, decision, evidence }: ScholarProfile): string {
  const reasons = [is_main ? texts.main : null, decision === null ? null : texts.decisions[decision], evidence];
  return reasons.filter(Boolean).join(' ');
}

/** What the source last said, the next check, and problems. `now` is in milliseconds. */
export function describeCrawl(profile: ScholarProfile, now: number): string {
  const {
    source,
    state,
    work_count: publications,
    crawled_at: crawled,
    next_crawl_at: next,
    error,
    gone_at: gone,
  } = profile;
  const last = crawled === null ? null : texts.crawled(publications, formatDistance(crawled, now));
  if (gone !== null) return sentences(last, texts.gone(sourceNames[source] ?? source, formatMonthDay(gone)));
  if (state !== 'confirmed') return sentences(last);
  return sentences(
    last ?? texts.notCrawled,
    error === null ? null : texts.failed(describeError(error, source)),
    next === null ? texts.nextInRun : texts.next(new Date(next).getTime() <= now ? null : formatDistance(next, now)),
  );
}

/** Suggestions first, because they wait for a decision. Groups without profiles are left out. */
export function groupProfiles(
  profiles: readonly ScholarProfile[],
): { state: ScholarProfile['state']; profiles: ScholarProfile[] }[] {
  return STATES.map((state) => ({ state, profiles: profiles.filter((one) => one.state === state) })).filter(
    (group) => group.profiles.length > 0,
  );
}

function sentences(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' ');
}
