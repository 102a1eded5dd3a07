import { expect, test } from 'vitest';
import { displayIdentifierOf, doiOf, type Identifier } from './identifiers.ts';

test('the identifier with the highest confidence is shown, and ties have a fixed order', () => {
  const one = (kind: Identifier['kind'], value: string, confidence = 0.9): Identifier => ({ kind, value, confidence });
  const all = [
    one('openalex', 'W1'),
    one('pmid', '1'),
    one('pmcid', 'PMC1'),
    one('arxiv', '1706.03762'),
    one('doi', '10.1/b'),
    one('doi', '10.1/a'),
  ];
  const shown: string[] = [];
  for (let rest = all; rest.length > 0; ) {
    const best = displayIdentifierOf(rest);
    shown.push(best?.label ?? '');
    rest = rest.filter(({ kind, value }) => kind !== best?.kind || value !== best.value);
  }
  expect(shown).toEqual(['DOI: 10.1/a', 'DOI: 10.1/b', 'arXiv: 1706.03762', 'PMCID: PMC1', 'PMID: 1', 'OpenAlex: W1']);
  expect(displayIdentifierOf([...all, one('pmid', '2', 0.95)])?.label).toBe('PMID: 2');
  expect(displayIdentifierOf([])).toBeNull();
  expect(doiOf([one('arxiv', 'x', 1), one('doi', '10.1/b', 0.5), one('doi', '10.1/a', 0.4)])).toBe('10.1/b');
  expect(doiOf([one('arxiv', 'x')])).toBeNull();
  expect(displayIdentifierOf([one('doi', '10.1/a<b>?#', 0.8)])).toEqual({
    kind: 'doi',
    value: '10.1/a<b>?#',
    label: 'DOI: 10.1/a<b>?#',
    url: 'https://doi.org/10.1/a%3Cb%3E%3F%23',
    confidence_score: 0.8,
  });
});
