import { expect, test } from 'vitest';
import { readIsbn, readReference } from './reference.ts';

test.each<[string, unknown]>([
  ['10.1038/nature12373', [{ kind: 'doi', value: '10.1038/nature12373' }]],
  ['https://dx.doi.org/10.1038/NATURE12373', [{ kind: 'doi', value: '10.1038/nature12373' }]],
  ['https://www.nature.com/articles/nature12373', [{ kind: 'doi', value: '10.1038/nature12373' }]],
  ['Kucsko et al., Nature 500, 54 (2013), doi:10.1038/nature12373', [{ kind: 'doi', value: '10.1038/nature12373' }]],
  ['arXiv:1706.03762v5', [{ kind: 'arxiv', value: '1706.03762' }]],
  ['https://arxiv.org/pdf/hep-th/9711200v3.pdf', [{ kind: 'arxiv', value: 'hep-th/9711200' }]],
  ['PMID: 23903748', [{ kind: 'pmid', value: '23903748' }]],
  ['https://pmc.ncbi.nlm.nih.gov/articles/PMC4221854/', [{ kind: 'pmcid', value: 'PMC4221854' }]],
  ['https://openalex.org/W2741809807', [{ kind: 'openalex', value: 'W2741809807' }]],
])('%s is an identifier', (text, identifiers) => {
  expect(readReference(text)).toEqual({ kind: 'identifiers', identifiers });
});

test.each<[string, unknown]>([
  ['Attention is all you need', { kind: 'words', words: 'Attention is all you need' }],
  // which of the two is meant?
  [
    '10.1038/nature12373 and 10.1038/nature12374',
    { kind: 'words', words: '10.1038/nature12373 and 10.1038/nature12374' },
  ],
  [
    'https://www.scopus.com/record?doi=10.1016/j.x.2020.01&origin=inward',
    { kind: 'identifiers', identifiers: [{ kind: 'doi', value: '10.1016/j.x.2020.01' }] },
  ],
  // a year, or a PMID?
  ['2023', { kind: 'words', words: '2023' }],
  ['https://example.org/a-paper', { kind: 'address', url: 'https://example.org/a-paper' }],
  ['javascript:alert(1)', { kind: 'words', words: 'javascript:alert(1)' }],
  ['ISBN 978-0-262-03384-8', { kind: 'isbn', value: '9780262033848' }],
  ['0-262-03384-4', { kind: 'isbn', value: '9780262033848' }],
])('%s is %o', (text, reference) => {
  expect(readReference(text)).toEqual(reference);
});

test('an ISBN with a wrong digit is none', () => {
  expect(['9780262033849', '0262033845', '080442957X', '123'].map(readIsbn)).toEqual([
    null,
    null,
    '9780804429573',
    null,
  ]);
});
