import { expect } from 'vitest';
import { makeItem } from '../../src/citations/make-item.ts';
import { writeRis } from '../../src/citations/write-ris.ts';
import { citedPublication } from '../support/cited-publication.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface ExportCase extends FieldCase {
  readonly input: { readonly pages?: string; readonly author_text?: string };
  readonly expected: readonly string[] | { readonly excludes: readonly string[] };
}

testFieldCases<ExportCase>('pages-in-exports', {
  RIS: ({ input, expected }) => {
    const { pages = null, author_text = null } = input;
    const lines = writeRis({ ...makeItem({ ...citedPublication, author_text }), pages, key: 'k' }).split('\r\n');
    if ('excludes' in expected) for (const line of expected.excludes) expect(lines).not.toContain(line);
    else expect(lines.filter((line) => /^[SE]P {2}- /.test(line))).toEqual(expected);
  },
});
