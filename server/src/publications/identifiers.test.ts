import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayIdentifierOf, doiOf, findIdentifiers, type Identifier } from './identifiers.ts';

const valuesIn = (text: string | null) => findIdentifiers(text).map(({ kind, value }) => `${kind} ${value}`);

test.each([
  ['arXiv preprint arXiv:1706.03762', ['arxiv 1706.03762']],
  ['arXiv preprint arXiv:1706.03762v5, 2017', ['arxiv 1706.03762']],
  ['arXiv:1412.6980', ['arxiv 1412.6980']],
  ['ArXiv: hep-th/9901001', ['arxiv hep-th/9901001']],
  ['arXiv:math.GT/0309136v1', ['arxiv math/0309136']],
  ['Nature 1 (2), https://doi.org/10.1038/S41586-020-2649-2.', ['doi 10.1038/s41586-020-2649-2']],
  ['(doi:10.1000/xyz123)', ['doi 10.1000/xyz123']],
  ['<https://doi.org/10.1000/xyz>', ['doi 10.1000/xyz']],
  ['The Lancet, 10.1016/S0140-6736(05)67728-8', ['doi 10.1016/s0140-6736(05)67728-8']],
  [
    '10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2',
    ['doi 10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2'],
  ],
  ['10.1000/a(b)', ['doi 10.1000/a(b)']],
  ['10.1000/same, arXiv:2001.00001, 10.1000/SAME', ['doi 10.1000/same', 'arxiv 2001.00001']],
])('in %j', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

test.each([
  null,
  '',
  'Journal of Things 10 (4), 10-20',
  'version 3.10.123/4',
  '10.1234/',
  '10.1234/.',
  '10.1234/)…',
  '10.123/short',
  '10.1000/cut…',
  '10.1000/cut...',
  '10.1000/cut…, 2017',
  '10.1000/cut...)',
  '10.1000/cut…off',
  `10.1000/${'x'.repeat(250)}`,
  'arXiv:1706.037…',
  'arXiv:1706.0376…',
  'arXiv:1706.0376...',
  'arXiv:1706.0376',
  'arXiv:1706.037621',
  'arXiv:1706.03762…',
  'arXiv:1713.00001',
  'arXiv:1412.69801',
  'arXiv preprint',
  'arXiv:hep-th/99010…',
])('none in %j', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test('a text however long and odd is read in no time, and gives only whole values', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('10.1000/', 'arXiv:', '1706.', '03762', '…', '...', ' ', '(', ')', '<', '>', 'é', '\ud800'),
        { maxLength: 40 },
      ),
      (parts) => {
        for (const { kind, value } of findIdentifiers(parts.join(''))) {
          expect(value).toMatch(kind === 'doi' ? /^10\.\d{4,9}\/.+$/ : /^\d{4}\.\d{4,5}$/);
          expect(value).not.toMatch(/…|\.\.\.|\s/);
        }
      },
    ),
  );
  const started = performance.now();
  for (const text of [`10.1000/${')'.repeat(20_000)}`, 'arXiv:'.repeat(20_000), `arXiv:${'a-'.repeat(20_000)}`]) {
    expect(valuesIn(text)).toEqual([]);
  }
  expect(performance.now() - started).toBeLessThan(2000);
});

test('the one that is shown: the surest; ties fall in a fixed order', () => {
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
