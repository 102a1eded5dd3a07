import { describe, expect, it } from 'vitest';
import { scholarOf } from './scholar.ts';
import type { ScholarRow } from './store.ts';

const row: ScholarRow = {
  id: 7,
  source_id: 'Scholar_0001',
  display_name: null,
  affiliation: null,
  image_url: null,
  image_override_url: null,
  is_enabled: true,
  baseline_completed: false,
  created_at: new Date(0),
  publication_count: 3,
  unread_count: 2,
  last_run_dt: null,
  last_run_status: null,
  item_status: null,
  item_due: null,
  next_attempt_dt: null,
  item_error: null,
};
const wireOf = (change: Partial<ScholarRow>) => scholarOf({ ...row, ...change }, 'https://scholar.google.com');

describe('a scholar on the wire', () => {
  it('has the address of the profile', () => {
    expect(wireOf({}).profile_url).toBe('https://scholar.google.com/citations?user=Scholar_0001&hl=en');
  });

  it("shows the user's image before the profile's", () => {
    const imageOf = (change: Partial<ScholarRow>) => {
      const { profile_image_url, profile_image_source } = wireOf(change);
      return [profile_image_url, profile_image_source];
    };
    expect(imageOf({})).toEqual([null, 'none']);
    expect(imageOf({ image_url: 'https://x.example/a.png' })).toEqual(['https://x.example/a.png', 'scraped']);
    const both = { image_url: 'https://x.example/a.png', image_override_url: 'https://x.example/b.png' };
    expect(imageOf(both)).toEqual(['https://x.example/b.png', 'override']);
  });

  it('says how the crawl is going', () => {
    const next_attempt_dt = new Date(1000);
    const crawlOf = (change: Partial<ScholarRow>) => wireOf({ next_attempt_dt, ...change }).crawl;
    expect(wireOf({}).crawl).toEqual({ state: 'idle', collected: 3, next_attempt_dt: null, reason: null });
    expect(crawlOf({ item_status: 'queued', item_due: true })).toMatchObject({ state: 'queued', next_attempt_dt });
    const waiting = { item_status: 'queued', item_due: false, item_error: 'network_error: reset' } as const;
    expect(crawlOf(waiting)).toMatchObject({ state: 'waiting', next_attempt_dt, reason: 'network_error: reset' });
    expect(crawlOf({ item_status: 'retrying', item_due: true })).toMatchObject({
      state: 'running',
      next_attempt_dt: null,
    });
  });
});
