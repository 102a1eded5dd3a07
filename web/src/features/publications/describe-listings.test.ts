import { expect, test } from 'vitest';
import { formatMonthDay } from '../../ui/format.ts';
import { describeListings } from './describe-listings.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const [EARLY, LATE] = ['2026-03-03T12:00:00Z', '2026-03-05T12:00:00Z'];
// the order of day and month depends on the locale
const [THIRD, FIFTH] = [formatMonthDay(EARLY, NOW), formatMonthDay(LATE, NOW)];

type Source = 'google_scholar' | 'openalex' | 'orcid' | 'dblp';
const profile = (source: Source, first_listed_at: string | null, crawled_at: string | null = LATE) => ({
  source,
  first_listed_at,
  crawled_at,
});

test('one sentence says where a publication was seen and where it is missing', () => {
  expect(describeListings([profile('google_scholar', null), profile('openalex', EARLY)], 2026, NOW)).toBe(
    `Seen at OpenAlex on ${THIRD}, not yet on the Google Scholar profile.`,
  );
});

test('an old publication is not expected to appear', () => {
  const profiles = [profile('google_scholar', EARLY), profile('orcid', null)];
  expect(describeListings(profiles, 1998, NOW)).toBe(`Seen at Google Scholar on ${THIRD}, not on the ORCID profile.`);
  expect(describeListings(profiles, null, NOW)).toMatch(/, not on the ORCID profile\.$/);
});

test('several sources are listed by day, the earliest first', () => {
  const profiles = [
    profile('google_scholar', null),
    profile('openalex', LATE),
    profile('orcid', EARLY),
    profile('dblp', null),
  ];
  expect(describeListings(profiles, 2026, NOW)).toBe(
    `Seen at ORCID on ${THIRD} and at OpenAlex on ${FIFTH}, not yet on the Google Scholar and DBLP profiles.`,
  );
  const sameDay = [profile('openalex', EARLY), profile('orcid', EARLY), profile('dblp', null)];
  expect(describeListings(sameDay, 2026, NOW)).toBe(
    `Seen at OpenAlex and ORCID on ${THIRD}, not yet on the DBLP profile.`,
  );
});

test('nothing is said if the sources agree, or if a profile was never read', () => {
  expect(describeListings([profile('google_scholar', EARLY), profile('openalex', LATE)], 2026, NOW)).toBeNull();
  expect(describeListings([profile('google_scholar', EARLY), profile('openalex', null, null)], 2026, NOW)).toBeNull();
  expect(describeListings([profile('google_scholar', null)], 2026, NOW)).toBeNull();
  // one of two profiles at a source is enough
  const two = [profile('google_scholar', EARLY), profile('openalex', null), profile('openalex', EARLY)];
  expect(describeListings(two, 2026, NOW)).toBeNull();
});
