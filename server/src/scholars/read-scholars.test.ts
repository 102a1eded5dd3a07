import { describe, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { scholarOf } from './read-scholars.ts';
import type { ScholarRow } from './store.ts';

const row: ScholarRow = {
  id: 7,
  source: 'google_scholar',
  source_id: 'Scholar_0001',
  other_profiles: null,
  display_name: null,
  affiliation: null,
  image_url: null,
  image_override_url: null,
  upload_digest: null,
  override_digest: null,
  override_failed: false,
  scraped_digest: null,
  scraped_failed: false,
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
const apiScholar = (change: Partial<ScholarRow>) => scholarOf({ ...row, ...change }, readConfig({ DBLP_ENABLED: '0' }));

describe('a scholar in the API', () => {
  it("prefers the user's upload, then the user's address, then the profile's photo, and uses only URLs of this service", () => {
    const imageOf = (change: Partial<ScholarRow>) => {
      const { profile_image_url, profile_image_source, profile_image_state } = apiScholar(change);
      return [profile_image_url, profile_image_source, profile_image_state];
    };
    const digest = Buffer.from('0123456789abcdef', 'hex');
    const scraped = { image_url: 'https://x.example/a.png' };
    const named = { ...scraped, image_override_url: 'https://x.example/b.png', scraped_digest: digest };
    expect(imageOf({ scraped_digest: digest })).toEqual([null, 'none', 'none']);
    expect(imageOf(scraped)).toEqual([null, 'scraped', 'pending']);
    expect(imageOf({ ...scraped, scraped_failed: true })).toEqual([null, 'scraped', 'failed']);
    const shown = ['/scholar-images/7/scraped?v=0123456789ab', 'scraped', 'ready'];
    expect(imageOf({ ...scraped, scraped_digest: digest, scraped_failed: true })).toEqual(shown);
    expect(imageOf(named)).toEqual([null, 'override', 'pending']);
    expect(imageOf({ ...named, override_failed: true })).toEqual([null, 'override', 'failed']);
    expect(imageOf({ ...named, upload_digest: digest })[0]).toBe('/scholar-images/7/upload?v=0123456789ab');
    expect(apiScholar(named).profile_image_override_url).toBe('https://x.example/b.png');
  });

  it('shows the state of the crawl', () => {
    const next_attempt_dt = new Date(1000);
    const crawlOf = (change: Partial<ScholarRow>) => apiScholar({ next_attempt_dt, ...change }).crawl;
    expect(apiScholar({}).crawl).toEqual({ state: 'idle', collected: 3, next_attempt_dt: null, reason: null });
    expect(crawlOf({ item_status: 'queued', item_due: true })).toMatchObject({ state: 'queued', next_attempt_dt });
    const waiting = { item_status: 'queued', item_due: false, item_error: 'network_error: reset' } as const;
    expect(crawlOf(waiting)).toMatchObject({ state: 'waiting', next_attempt_dt, reason: 'network_error: reset' });
    expect(crawlOf({ item_status: 'retrying', item_due: true })).toMatchObject({
      state: 'running',
      next_attempt_dt: null,
    });
    expect(crawlOf({ source: 'dblp', source_id: '65/9612', item_status: 'queued', item_due: true })).toMatchObject({
      state: 'waiting',
      next_attempt_dt: null,
      reason: 'source_disabled',
    });
  });
});
