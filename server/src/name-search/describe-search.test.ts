import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FoundPerson } from '../sources/person.ts';
import { describeSearch } from './describe-search.ts';
import { type Outcome, readName } from './name-search.ts';

const person: FoundPerson = {
  source: 'google_scholar',
  scholarId: 'AAAAAAAAAAA1',
  name: 'Ada',
  affiliation: null,
  emailDomain: null,
  citedByCount: 1,
  interests: [],
  orcid: null,
  pageUrl: null,
};
const until = new Date('2030-01-01T00:00:00Z');
const found: Outcome = { kind: 'found', people: [person], unreadable: 0 };
const withoutId: Outcome = {
  kind: 'found',
  people: [person, { ...person, source: 'openalex', scholarId: null }],
  unreadable: 0,
};
const nobody: Outcome = { kind: 'found', people: [], unreadable: 0 };
const signin: Outcome = { kind: 'failed', state: 'blocked_or_captcha', reason: 'signin' };
const down: Outcome = { kind: 'failed', state: 'network_error', reason: 'timeout' };
const odd: Outcome = { kind: 'failed', state: 'layout_changed', reason: 'not_html' };
const not = (reason: Extract<Outcome, { kind: 'unavailable' }>['reason'], when: Date | null = until): Outcome => ({
  kind: 'unavailable',
  reason,
  until: when,
});
const NOT = [
  'switched_off',
  'cooldown',
  'search_refused',
  'search_failing',
  'busy',
  'budget_spent',
  'key_paused',
] as const;
const outcomes = [found, withoutId, nobody, signin, down, odd, ...NOT.map((reason) => not(reason))];

describe('the state', () => {
  it.each<[string, Outcome | null, Outcome | null, string, string | null]>([
    ['a sign-in, none at OpenAlex', signin, nobody, 'no_results', null],
    ['refused lately, OpenAlex down', not('search_refused'), down, 'network_error', 'timeout'],
    ['in a cooldown, no budget', not('cooldown'), not('budget_spent'), 'rate_limited', 'cooldown'],
    ['OpenAlex alone, no budget', null, not('budget_spent'), 'rate_limited', 'budget_spent'],
    ['OpenAlex alone, nobody', null, nobody, 'no_results', null],
    ['neither source', null, not('switched_off', null), 'network_error', 'no_source_enabled'],
    ['nobody, OpenAlex down', nobody, down, 'no_results', null],
    ['nobody, found at OpenAlex', nobody, withoutId, 'ok', null],
    ['another layout', odd, not('busy'), 'layout_changed', 'not_html'],
  ])('%s', (_, scholar, openalex, state, reason) => {
    expect(describeSearch(scholar, openalex).search).toMatchObject({ state, reason });
  });
});

test('only a source makes a search end without results, each failed source is named, and each failure has a hint', () => {
  fc.assert(
    fc.property(fc.constantFrom(...outcomes), fc.constantFrom(...outcomes), (scholar, openalex) => {
      const requested = scholar.kind === 'found' && scholar.people.length > 0 ? null : openalex;
      const { search, lifetimeSeconds } = describeSearch(scholar, requested);
      const answered = [scholar, requested].find((one) => one?.kind === 'found');
      expect(search.state === 'ok' || search.state === 'no_results').toBe(answered !== undefined);
      expect(search.state === 'ok').toBe(search.people.length > 0);
      if (scholar.kind !== 'found')
        expect(search.warnings[0]).toMatch(/^Google Scholar (is left out|was not searched): /);
      const isComplete = search.people.length > 0 && search.people.every(({ scholarId }) => scholarId !== null);
      expect(search.hint === null).toBe(isComplete);
      expect(search.retryAt !== null).toBe(search.state === 'rate_limited');
      expect(lifetimeSeconds).toBeGreaterThan(0);
      expect(lifetimeSeconds > 60).toBe(answered !== undefined);
    }),
  );
});

test('if Google Scholar found nobody, the hint and the lifetime say whether OpenAlex was queried', () => {
  const both = describeSearch(nobody, nobody);
  expect([both.search.hint, both.search.warnings]).toEqual([
    expect.stringMatching(/^Google Scholar and OpenAlex found nobody\. .*12-character id/),
    [],
  ]);
  expect(both.lifetimeSeconds / 3600).toBe(3);
  const alone = describeSearch(nobody, not('switched_off', null));
  expect([alone.search.hint, alone.search.warnings]).toEqual([
    expect.stringMatching(/^Google Scholar found nobody\. /),
    ['OpenAlex was not searched: it is disabled.'],
  ]);
  const ownKey: Outcome = { kind: 'unavailable', reason: 'budget_spent', until, isOwn: true };
  const hoursOf = (openalex: Outcome) => describeSearch(nobody, openalex).lifetimeSeconds / 3600;
  expect([withoutId, not('switched_off'), not('budget_spent')].map(hoursOf)).toEqual([24, 3, 3]);
  expect([down, not('busy'), not('cooldown'), ownKey].map(hoursOf)).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test('a result of OpenAlex is kept for a shorter time while Google Scholar is briefly unavailable', () => {
  const hoursOf = (scholar: Outcome | null) => describeSearch(scholar, found).lifetimeSeconds / 3600;
  expect([signin, not('search_refused'), null].map(hoursOf)).toEqual([24, 24, 24]);
  expect([down, odd, not('cooldown'), not('busy'), not('search_failing')].map(hoursOf)).toEqual([
    0.5, 0.5, 0.5, 0.5, 0.5,
  ]);
  expect(describeSearch(nobody, null).lifetimeSeconds / 3600).toBe(3);
  const partly = describeSearch(signin, { ...withoutId, unreadRecords: 2 });
  expect(partly.lifetimeSeconds / 3600, 'nor what ORCID did not say').toBe(0.5);
  expect(partly.search.warnings[1]).toMatch(/^ORCID could not be read for the records of 2 candidates/);
});

test('a name has one line and at least two characters, one of them a letter', () => {
  expect(readName('  Ada\t\u0000 LOOPBACK\u200f ')).toEqual({ text: 'Ada LOOPBACK\u200f', key: 'ada loopback' });
  expect(readName('Ju\u0308rgen')?.key).toBe('j\u00fcrgen');
  expect(readName('李明')?.key).toBe('李明');
  expect(readName('a\ud800b')?.text).toBe('a\ufffdb');
  for (const none of ['', 'a', ' a ', '12', '--', '\u200b\u200b\u200b', '\u0000a'])
    expect(readName(none), none).toBeNull();
});
