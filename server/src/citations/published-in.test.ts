import { expect, it } from 'vitest';
import { publishedIn } from './published-in.ts';

const NOTHING = { type: null, container: null, publisher: null, volume: null, issue: null, pages: null, issn: null };
const NATURE = { ...NOTHING, type: 'journal-article', container: 'Nature', publisher: 'Springer', issn: '1476-4687' };

it('a record of a source counts before the text, which fills gaps', () =>
  expect(publishedIn('Natur 521 (7553), 436-444', { ...NATURE, volume: '52', pages: '4' })).toEqual({
    ...{ kind: 'article-journal', container: 'Nature', publisher: 'Springer' },
    ...{ volume: '52', issue: '7553', pages: '4', issn: '1476-4687', isbn: null },
  }));

it('a working paper gives a journal neither its number nor its institution', () =>
  expect(publishedIn('ICER Working Paper, 41002', { ...NATURE, publisher: null })).toEqual({
    ...{ kind: 'article-journal', container: 'Nature', publisher: null },
    ...{ volume: null, issue: null, pages: null, issn: '1476-4687', isbn: null },
  }));

it.each([
  ['posted-content', 'arXiv preprint arXiv:1706.03762', { kind: 'article', publisher: 'arXiv' }],
  ['posted-content', 'Nature 521, 4', { kind: 'article-journal', container: 'Nature' }],
  ['article', null, { kind: 'document' }],
  ['journal-article', 'Physics of Glaciers', { kind: 'article-journal', container: 'Physics of Glaciers' }],
  ['dissertation', 'University of Oslo', { kind: 'thesis' }],
  ['dataset', null, { kind: 'dataset', container: null }],
])('a record of the type %s without a container beside the text %j is %j', (type, text, published) =>
  expect(publishedIn(text, { ...NOTHING, type })).toMatchObject(published),
);

it.each([
  ['article', 'Nature', 'article-journal'],
  ['article', 'Proceedings of Ice, 1-10', 'paper-conference'],
  ['article', 'Oxford University Press', 'article-journal'],
  ['book-chapter', 'European Conference on Ice, 1-10', 'paper-conference'],
  ['book-chapter', 'Ice, 1-10', 'chapter'],
  ['proceedings-article', 'Ice, 1-10', 'paper-conference'],
  ['something new', null, 'article-journal'],
])('a record of the type %s with a container beside the text %j is a %s', (type, text, kind) =>
  expect(publishedIn(text, { ...NATURE, type })).toMatchObject({ kind, container: 'Nature' }),
);

const STATED = { ...NOTHING, publisher: 'Loop Press', isbn: '9783446406957', editors: [] };
it.each([
  ['a book beside an article of the same title', 'book', NATURE, { kind: 'book', container: null, isbn: STATED.isbn }],
  ['a thesis that OpenAlex has in a repository', 'thesis', { ...NATURE, type: 'article' }, { kind: 'thesis' }],
  [
    'a book that Crossref has',
    'book',
    { ...NATURE, type: 'monograph', container: 'Series' },
    { kind: 'book', container: 'Series', publisher: 'Springer', isbn: STATED.isbn },
  ],
  [
    'a paper in a series of books',
    'paper-conference',
    { ...NATURE, type: 'book-chapter' },
    { kind: 'paper-conference', container: 'Nature' },
  ],
  ['a preprint that was published since', 'article', NATURE, { kind: 'article-journal', container: 'Nature' }],
  ['what was not looked at', null, NATURE, { kind: 'article-journal', container: 'Nature' }],
])('a file that says %s', (_what, type, biblio, published) =>
  expect(publishedIn('Loop Press', biblio, { ...STATED, type })).toMatchObject(published),
);
