import { expect, test } from 'vitest';
import { sourceOfInput } from './author-input.ts';

test.each([
  ['AbCdEfGh_-12', 'google_scholar'],
  ['https://scholar.google.com/citations?user=AbCdEfGh_-12&hl=en', 'google_scholar'],
  ['A5023888391', 'openalex'],
  ['https://openalex.org/A5023888391', 'openalex'],
  ['https://openalex.org/authors/a5023888391/', 'openalex'],
  ['0000-0002-1825-0097', 'orcid'],
  [' https://orcid.org/0000-0002-1694-233x ', 'orcid'],
  ['65/9612', 'dblp'],
  ['l/YannLeCun', 'dblp'],
  ['https://dblp.org/pid/65/9612.html', 'dblp'],
  ['https://dblp.uni-trier.de/pid/l/YannLeCun', 'dblp'],
  ['scholar.google.co.uk/citations?hl=en&user=AbCdEfGh_-12#x', 'google_scholar'],
  ['openalex.org/people/A5023888391?x=1', 'openalex'],
  ['https://api.openalex.org/authors/A5023888391#a', 'openalex'],
  ['0000000218250097', 'orcid'],
  ['www.orcid.org/0000-0002-1694-233x/?lang=en', 'orcid'],
  ['https://orcid.org/0000-0002-1825-0097#x', 'orcid'],
  ['DBLP.org/pid/65%2F9612', 'dblp'],
  ['https://dblp.dagstuhl.de/pid/65/9612.html?view=x#y', 'dblp'],
])('the form of %s says that it is from %s', (typed, source) => expect(sourceOfInput(typed)).toBe(source));

test.each([
  '',
  'Ada Loopback',
  '12345',
  'https://example.org/ada',
  '10.1000/xyz',
  'https://example.org/orcid.org/0000-0002-1825-0097',
  'https://openalex.org@example.org/A5023888391',
  'ftp://orcid.org/0000-0002-1825-0097',
  'https://example.org/citations?user=AbCdEfGh_-12',
])('%j is not a profile', (typed) => expect(sourceOfInput(typed)).toBeNull());
