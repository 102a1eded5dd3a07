import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../platform/errors.ts';
import { checkChange, readChange } from './change.ts';
import { PAGES, type SettingsChange } from './contract.ts';
import { maskKey } from './mask-key.ts';

const FLOORS = { intervalMinutes: 15, delaySeconds: 2 };

/** The places that are refused. */
function refused(change: SettingsChange): string[] {
  try {
    checkChange(readChange(change), FLOORS);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect([error.kind, error.code]).toEqual(['invalid', 'invalid_settings']);
    return (error.details as { path: string }[]).map(({ path }) => path);
  }
}

describe('what a client means', () => {
  it('is no change where nothing is sent', () => {
    expect(readChange({})).toEqual({});
  });

  it('is a key without the blanks around it, or none', () => {
    for (const empty of [null, '', '  \t'])
      expect(readChange({ openalex_api_key: empty })).toEqual({ openalex_api_key: null });
    expect(readChange({ crossref_api_token: ' abc\n' })).toEqual({ crossref_api_token: 'abc' });
  });

  it('is the key as it was where a mask comes back, whatever is around the mask', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (key, before, after) => {
        for (const mask of [maskKey(key), `${before}${maskKey(key)}${after}`, '•'])
          expect(readChange({ openalex_api_key: mask, crossref_api_token: mask })).toEqual({});
      }),
    );
  });

  it('is an address in one form', () => {
    expect(readChange({ unpaywall_email: ' re\u0301@b.example ' })).toEqual({ unpaywall_email: 'r\u00e9@b.example' });
    expect(readChange({ crossref_api_mailto: ' ' })).toEqual({ crossref_api_mailto: null });
  });

  it('is a list of pages in the order of the navigation', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...PAGES]), (pages) => {
        const read = readChange({ nav_visible_pages: pages }).nav_visible_pages;
        expect(read).toEqual(PAGES.filter((page) => pages.includes(page)));
      }),
    );
  });
});

describe('what is refused', () => {
  it('is a value beyond the floor or the ceiling', () => {
    for (const good of [15, 1440, 43_200]) expect(refused({ run_interval_minutes: good })).toEqual([]);
    for (const bad of [14, 0, -15, 43_201]) expect(refused({ run_interval_minutes: bad })).toHaveLength(1);
    for (const good of [2, 2.5, 600]) expect(refused({ request_delay_seconds: good })).toEqual([]);
    for (const bad of [1.99, 0, -1, 600.1]) expect(refused({ request_delay_seconds: bad })).toHaveLength(1);
  });

  it('is a key that cannot be one', () => {
    for (const good of ['a', '!~', 'x'.repeat(512)]) expect(refused({ openalex_api_key: good })).toEqual([]);
    for (const bad of ['a b', 'a\tb', 'schlüssel', '\u00a0a\u200b', 'x'.repeat(513), '\u007f'])
      expect(refused({ crossref_api_token: bad }), bad).toEqual(['crossref_api_token']);
  });

  it('is an address that nobody could be reached at', () => {
    for (const good of ['me@loopback.example', `${'a'.repeat(244)}@b.example`])
      expect(refused({ unpaywall_email: good })).toEqual([]);
    for (const bad of ['me', '@b.example', 'a@', 'a@b@c', 'a b@c', 'a@b\r\nBcc: c', `${'a'.repeat(245)}@b.example`])
      expect(refused({ crossref_api_mailto: bad }), bad).toEqual(['crossref_api_mailto']);
  });

  it('is told all at once, without the values', () => {
    const change = {
      run_interval_minutes: 1,
      request_delay_seconds: 1,
      openalex_api_key: 'open sesame',
      crossref_api_token: 'open sesame',
      crossref_api_mailto: 'sesame',
      unpaywall_email: 'sesame',
    };
    expect(refused(change)).toEqual(Object.keys(change));
    expect(() => checkChange(change, FLOORS)).toThrow(/^(?!.*sesame)/);
  });
});
