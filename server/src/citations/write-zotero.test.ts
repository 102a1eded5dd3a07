import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { citedPublication } from '../../test/support/cited-publication.ts';
import { KINDS } from '../names/kinds.ts';
import { makeItem } from './make-item.ts';
import { digestZotero, writeZotero } from './write-zotero.ts';

const item = {
  ...makeItem({
    ...citedPublication,
    ...{ title: 'Silt in <i>two</i> rivers', author_text: 'K van der Berg, ATLAS Collaboration, ...' },
    ...{ doi: '10.5555/silt', identifiers: { arxiv: '2101.00001', pmid: '12345' } },
    reading: { abstract: 'Mud.', tags: ['b', 'a'], notes: [] },
  }),
  ...{
    container: 'Rivers',
    publisher: 'Loop Press',
    volume: '12',
    issue: '3',
    pages: '1-20',
    issn: '1234-5678',
    isbn: null,
  },
};

it.each(KINDS)('%s has its fields, and its identifiers in one place each', (kind) => {
  const written = writeZotero({ ...item, kind });
  expect(written).toMatchObject({
    ...{ title: 'Silt in <i>two</i> rivers', abstractNote: 'Mud.', tags: [{ tag: 'b' }, { tag: 'a' }] },
    creators: [
      { creatorType: expect.any(String), firstName: 'K.', lastName: 'van der Berg' },
      { creatorType: expect.any(String), name: 'ATLAS Collaboration' },
    ],
  });
  const all = Object.values(written).join('\n');
  expect(all.match(/10\.5555\/silt/g)).toHaveLength(1);
  expect(all.match(/arXiv: ?2101\.00001/g)).toHaveLength(1);
  expect(written.extra).toMatch(/PMID: 12345\nThe list of authors is incomplete\.$/);
  expect(written.date ?? written.issueDate).toBe('2020');
});

test('types are different, and an empty field is written, so that it erases what was there', () => {
  const types = KINDS.map((kind) => writeZotero({ ...item, kind }).itemType);
  expect(new Set(types).size).toBe(KINDS.length);
  const empty = writeZotero({ ...item, kind: 'article-journal', volume: null, doi: null, year: null });
  expect(empty).toMatchObject({ volume: '', DOI: '', date: '' });
});

test('a digest is that of the content, in any order and with what Zotero adds', () => {
  const written = { ...writeZotero({ ...item, kind: 'article-journal' }), collections: ['AAAA2222', 'BBBB2222'] };
  const keys = Object.keys(written);
  const order = fc.shuffledSubarray(keys, { minLength: keys.length, maxLength: keys.length });
  fc.assert(
    fc.property(order, fc.constantFrom(...keys), (names, changed) => {
      const sent: Record<string, unknown> = { ...written };
      const stored = Object.fromEntries(names.filter((name) => sent[name] !== '').map((name) => [name, sent[name]]));
      const added = { dateAdded: '2026-11-28', rights: '', relations: {}, version: 7, key: 'ABCD2345' };
      const turned = { tags: [{ tag: 'a', type: 1 }, { tag: 'b' }], collections: ['BBBB2222', 'AAAA2222'] };
      const digest = digestZotero(written);
      expect(digestZotero({ ...stored, ...turned, ...added }).equals(digest)).toBe(true);
      expect(digestZotero({ ...written, [changed]: [{ tag: 'other', lastName: 'Other' }] }).equals(digest)).toBe(false);
    }),
  );
});
