import { expect } from 'vitest';
import { makeItem } from '../../src/citations/make-item.ts';
import { writeBibtex } from '../../src/citations/write-bibtex.ts';
import { writeRis } from '../../src/citations/write-ris.ts';
import { citedPublication } from '../support/cited-publication.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface UnicodeCase extends FieldCase {
  readonly input: { readonly title?: string; readonly venue?: string };
}

testFieldCases<UnicodeCase>('unicode-in-exports', {
  BibTeX: ({ input: { title = 'A title', venue = null } }) => {
    const item = { ...makeItem({ ...citedPublication, title, venue_text: venue }), key: 'k' };
    for (const text of [writeBibtex(item), writeRis(item)]) {
      expect(text).toBe(text.normalize('NFC'));
      expect(text).not.toMatch(/\p{Cf}/u);
    }
  },
});
