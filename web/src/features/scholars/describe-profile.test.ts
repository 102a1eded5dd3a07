import { expect, test } from 'vitest';
import type { ScholarProfile } from '../../api/shapes.ts';
import { describeCrawl, describeReason, groupProfiles, labelOf } from './describe-profile.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

function profile(changes: Partial<ScholarProfile> = {}): ScholarProfile {
  return {
    source: 'openalex',
    id: 'A5023888391',
    url: 'https://openalex.org/A5023888391',
    name: 'Ada B. Loopback',
    state: 'confirmed',
    decision: null,
    is_main: false,
    evidence: '14 of 20 publications with author ids name A5023888391.',
    listed_count: 14,
    publication_count: 20,
    work_count: 42,
    crawled_at: '2026-11-22T08:00:00Z',
    crawled_dt: null,
    next_crawl_at: null,
    next_crawl_dt: null,
    error: null,
    gone_at: null,
    gone_dt: null,
    scholar_profile_id: null,
    ...changes,
  };
}

test('a profile says what its source listed and when it is checked next', () => {
  expect(labelOf(profile())).toBe('OpenAlex A5023888391');
  expect(describeCrawl(profile(), NOW)).toBe(
    'Lists 42 publications, checked 2 hours ago. The next run checks it again.',
  );
  expect(describeCrawl(profile({ next_crawl_at: '2026-11-22T10:20:00Z' }), NOW)).toBe(
    'Lists 42 publications, checked 2 hours ago. Next check in 20 minutes.',
  );
  expect(
    describeCrawl(profile({ work_count: null, crawled_at: null, next_crawl_at: '2026-11-22T09:59:00Z' }), NOW),
  ).toBe('Not checked yet. Next check soon.');
});

test('a failed check names its reason and the next try', () => {
  const failed = profile({ error: 'network_error: timeout', next_crawl_at: '2026-11-22T10:05:00Z' });
  expect(describeCrawl(failed, NOW)).toBe(
    'Lists 42 publications, checked 2 hours ago. Last check failed: OpenAlex could not be reached: no response in time. Next check in 5 minutes.',
  );
});

test('a profile that is gone is not checked again', () => {
  expect(describeCrawl(profile({ gone_at: '2026-03-03T12:00:00Z', error: 'not_found: not_found' }), NOW)).toMatch(
    /^Lists 42 publications, checked 2 hours ago\. Not found at OpenAlex since .*\. Its publications stay\.$/,
  );
});

test('a suggestion says nothing about checks, because it is not checked', () => {
  expect(describeCrawl(profile({ state: 'suggested', work_count: null, crawled_at: null }), NOW)).toBe('');
});

test('the reason is the evidence and the decision', () => {
  expect(describeReason(profile({ decision: 'confirmed' }))).toBe(
    'You confirmed this profile. 14 of 20 publications with author ids name A5023888391.',
  );
  expect(describeReason(profile({ is_main: true, evidence: null }))).toBe('You track the scholar by this profile.');
});

test('suggestions come first, and empty groups are left out', () => {
  const [confirmed, suggested] = [profile(), profile({ id: 'A1', state: 'suggested' })];
  expect(groupProfiles([confirmed, suggested])).toEqual([
    { state: 'suggested', profiles: [suggested] },
    { state: 'confirmed', profiles: [confirmed] },
  ]);
});
