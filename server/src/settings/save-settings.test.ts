import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../platform/errors.ts';
import { PAGES, type SettingsChange } from './contract.ts';
import { maskKey } from './own-keys.ts';
import { checkChange, readChange } from './save-settings.ts';

const FLOORS = { intervalMinutes: 15, delaySeconds: 2 };

/** The paths of the rejected fields. */
function rejectedPaths(change: SettingsChange): string[] {
  try {
    checkChange(readChange(change), FLOORS);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect([error.kind, error.code]).toEqual(['invalid', 'invalid_settings']);
    return (error.details as { path: string }[]).map(({ path }) => path);
  }
}

describe('readChange', () => {
  it('leaves a key unchanged if the client sends a mask, alone or with other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (key, before, after) => {
        for (const mask of [maskKey(key), `${before}${maskKey(key)}${after}`, '•'])
          expect(readChange({ openalex_api_key: mask, crossref_api_token: mask })).toEqual({});
      }),
    );
  });

  it('trims and normalizes an address', () => {
    expect(readChange({ unpaywall_email: ' re\u0301@b.example ' })).toEqual({ unpaywall_email: 'r\u00e9@b.example' });
    expect(readChange({ crossref_api_mailto: ' ' })).toEqual({ crossref_api_mailto: null });
  });

  it('sorts pages in the order of the navigation', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...PAGES]), (pages) => {
        const read = readChange({ nav_visible_pages: pages }).nav_visible_pages;
        expect(read).toEqual(PAGES.filter((page) => pages.includes(page)));
      }),
    );
  });
});

describe('checkChange rejects', () => {
  it('a value below the minimum or above the maximum', () => {
    for (const good of [15, 1440, 43_200]) expect(rejectedPaths({ run_interval_minutes: good })).toEqual([]);
    for (const bad of [14, 0, -15, 43_201]) expect(rejectedPaths({ run_interval_minutes: bad })).toHaveLength(1);
    for (const good of [2, 2.5, 600]) expect(rejectedPaths({ request_delay_seconds: good })).toEqual([]);
    for (const bad of [1.99, 0, -1, 600.1]) expect(rejectedPaths({ request_delay_seconds: bad })).toHaveLength(1);
  });

  it('an invalid email address', () => {
    for (const good of ['me@loopback.example', `${'a'.repeat(244)}@b.example`])
      expect(rejectedPaths({ unpaywall_email: good })).toEqual([]);
    for (const bad of ['me', '@b.example', 'a@', 'a@b@c', 'a b@c', 'a@b\r\nBcc: c', `${'a'.repeat(245)}@b.example`])
      expect(rejectedPaths({ crossref_api_mailto: bad }), bad).toEqual(['crossref_api_mailto']);
  });
});
