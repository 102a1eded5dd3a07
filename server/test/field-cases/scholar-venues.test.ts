import { expect } from 'vitest';
import { readVenue } from '../../src/names/read-venue.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface VenueCase extends FieldCase {
  readonly input: { readonly venue: string };
}

testFieldCases<VenueCase>('scholar-venues', {
  'venue line of a Google Scholar profile row, as BibTeX fields when no source completed it': ({ input, expected }) =>
    expect(readVenue(input.venue)).toMatchObject(expected as object),
});
