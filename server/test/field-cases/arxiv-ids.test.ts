import { expect } from 'vitest';
import { isPreprintVenue } from '../../src/names/preprints.ts';
import { findIdentifiers } from '../../src/publications/find-identifiers.ts';
import { readIdentifiersOfAddresses } from '../../src/sources/record-identifiers.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

testFieldCases<FieldCase & { readonly input: { readonly venue: string; readonly ee: string } }>('arxiv-ids', {
  'identifiers found in the venue text of a profile row': ({ input, expected }) =>
    expect(
      findIdentifiers(input.venue)
        .map(({ kind, value }) => `${kind}:${value}`)
        .join(' '),
    ).toBe(expected),
  'a person page of dblp': ({ input }) =>
    expect(readIdentifiersOfAddresses([input.ee])).toEqual([
      { kind: 'arxiv', value: input.ee.replace('http://arxiv.org/abs/', '') },
    ]),
  'is the venue a preprint server?': ({ input, expected }) =>
    expect(isPreprintVenue(input.venue)).toBe(expected === 'yes'),
});
