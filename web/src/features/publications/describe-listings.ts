import type { PublicationDetail } from '../../api/shapes.ts';
import { detailTexts as texts } from '../../texts/en/detail.ts';
import { sourceNames } from '../../texts/en/sources.ts';
import { formatMonthDay } from '../../ui/format.ts';

type Profile = PublicationDetail['scholars'][number]['profiles'][number];

/**
 * Says which of a scholar's profiles list a publication since when, and which do not. Returns null if all agree. A
 * profile that was never read says nothing.
 */
export function describeListings(
  profiles: readonly Pick<Profile, 'source' | 'first_listed_at' | 'crawled_at'>[],
  year: number | null,
  now = new Date(),
): string | null {
  const dates = new Map<string, string>();
  for (const { source, first_listed_at: at } of profiles) {
    const before = dates.get(source);
    if (at !== null && (before === undefined || Date.parse(at) < Date.parse(before))) dates.set(source, at);
  }
  const isMissing = ({ source, crawled_at }: (typeof profiles)[number]) => crawled_at !== null && !dates.has(source);
  const missing = [...new Set(profiles.filter(isMissing).map(({ source }) => nameOf(source)))];
  if (dates.size === 0 || missing.length === 0) return null;
  const ofDays = new Map<string, string[]>();
  const inOrder = [...dates].sort(([, one], [, other]) => Date.parse(one) - Date.parse(other));
  for (const [source, at] of inOrder) {
    const day = formatMonthDay(at, now);
    ofDays.set(day, [...(ofDays.get(day) ?? []), nameOf(source)]);
  }
  const seen = [...ofDays].map(([day, sources]) => texts.seenAt(join(sources), day));
  // sources take months to list a publication, but not years
  const isRecent = year !== null && year >= now.getFullYear() - 1;
  return texts.listings(join(seen), join(missing), missing.length, isRecent);
}

function nameOf(source: string): string {
  return sourceNames[source] ?? source;
}

/** "A", "A and B", "A, B and C" */
function join(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${texts.and} ${words.at(-1)}`;
}
