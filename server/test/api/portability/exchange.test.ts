import { expect, test } from 'vitest';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

/**
 * Texts that software often changes: composed and decomposed, with many kinds of spaces, invisible characters, both
 * directions.
 */
const TEXTS = {
  title: 'Zu\u0308rich  and  Zürich: “a\u00a0study” of ﬁ\u200djoiners \u2014 x\u0302 <i>in vivo</i> &amp; €',
  author_text: 'J\u0301 Müller,  A\u00a0Ångström, ‏محمد',
  venue_text: '計算機学報  12(3), 1–9',
};
const SCHOLARS = [
  {
    scholar_id: 'AAAAAAAAAAA1',
    display_name: 'Zoë Müller-Ångström',
    is_enabled: true,
    profile_image_override_url: null,
  },
  { scholar_id: 'BBBBBBBBBBB2', display_name: '王小明', is_enabled: false, profile_image_override_url: null },
];
const address = (key: string) =>
  `https://scholar.google.com/citations?view_op=view_citation&hl=en&citation_for_view=${key}`;
const item = (scholar_id: string | null, key: string, change: object = {}) => ({
  scholar_id,
  cluster_id: null,
  title: `Work ${key}`,
  year: 2020,
  citation_count: 3,
  author_text: 'A Author',
  venue_text: null,
  pub_url: address(key),
  doi: null,
  pdf_url: null,
  identifiers: [],
  is_read: false,
  is_favorite: false,
  first_seen_at: '2026-01-02T03:04:05.678Z',
  ...change,
});
const PUBLICATIONS = [
  item('AAAAAAAAAAA1', 'AAAAAAAAAAA1:u5HHmVD_uO8C', { cluster_id: 'cluster:12345678901234567890', ...TEXTS }),
  // the same publication on the profile of another scholar, with another key
  item('BBBBBBBBBBB2', 'BBBBBBBBBBB2:d1gkVwhDpl0C', { cluster_id: 'cluster:12345678901234567890', ...TEXTS }),
  item('BBBBBBBBBBB2', 'BBBBBBBBBBB2:2osOgNQ5qMEC', { is_read: true, pdf_url: 'https://files.example/a.pdf' }),
  item(null, 'CCCCCCCCCCC3:9yKSN-GCB0IC', { is_favorite: true, doi: '10.5555/a.1' }),
];

test('the export of an imported file has the same names, row keys, clusters and texts', async () => {
  const { admin } = await openService();
  const file = {
    schema_version: 1,
    exported_at: '2026-02-03T04:05:06.789Z',
    scholars: SCHOLARS,
    publications: PUBLICATIONS,
  };
  const imported = await admin.ok('POST', '/scholars/import', { body: file });
  expect(imported).toMatchObject({ scholars_created: 2, publications_created: 3, skipped_records: 0, warnings: [] });
  const dump = await admin.ok('GET', '/scholars/export');
  expect(dump.scholars).toEqual(SCHOLARS.map((scholar) => ({ ...scholar, profiles: [] })));
  const textsOf = ({ scholar_id, cluster_id, title, author_text, venue_text }: (typeof PUBLICATIONS)[number]) => ({
    ...{ scholar_id, cluster_id, title, author_text, venue_text },
  });
  expect(dump.publications.map(textsOf)).toEqual(PUBLICATIONS.map(textsOf));
  const keys: string[][] = dump.publications.map(({ row_keys }: { row_keys: string[] }) => row_keys);
  const both = ['AAAAAAAAAAA1:u5HHmVD_uO8C', 'BBBBBBBBBBB2:d1gkVwhDpl0C'];
  expect(keys.map((some) => some.toSorted())).toEqual([
    both,
    both,
    ['BBBBBBBBBBB2:2osOgNQ5qMEC'],
    ['CCCCCCCCCCC3:9yKSN-GCB0IC'],
  ]);
});
