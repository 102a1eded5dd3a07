import { expect } from 'vitest';
import { findIdentifiers } from '../../src/publications/find-identifiers.ts';
import { readDoi } from '../../src/sources/identifier-values.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

testFieldCases<FieldCase & { readonly input: { readonly doi: string; readonly text: string } }>('identifiers', {
  'a DOI as it stands in an ORCID record or an imported file': ({ input, expected }) =>
    expect(readDoi(input.doi)).toBe(expected),
  'identifiers found in a row of Google Scholar': ({ input, expected }) =>
    expect(
      findIdentifiers(input.text)
        .map(({ kind, value }) => `${kind}:${value}`)
        .join(' '),
    ).toBe(expected),
});
