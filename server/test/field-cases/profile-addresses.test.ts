import { expect } from 'vitest';
import { explainAuthorId, parseAuthorId } from '../../src/sources/parse-author-id.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

testFieldCases<FieldCase & { readonly input: { readonly text: string }; readonly expected: string }>(
  'profile-addresses',
  {
    'what a user pastes to track a scholar': ({ input, expected }) => {
      const author = parseAuthorId(input.text);
      // a former address of DBLP does not contain the id, so a message names the form that does
      if (expected.endsWith('…')) expect(author ?? explainAuthorId(input.text)).toMatch(/dblp\.org\/pid\//);
      else expect(author && `${author.source}:${author.id}`).toBe(expected);
    },
  },
);
