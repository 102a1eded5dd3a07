import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { findIdentifiers } from './find-identifiers.ts';

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
  ['10.48550/arXiv.1706.03762', ['doi 10.48550/arxiv.1706.03762', 'arxiv 1706.03762']],
  ['Eur. J. Tides 3, 1. PMID: 29456894; PMCID: PMC5815332.', ['pmcid PMC5815332', 'pmid 29456894']],
  ['Tides 3 (https://arxiv.org/abs/1706.03762v2), PMID 123', ['arxiv 1706.03762', 'pmid 123']],
  ['https://doi.org/10.1000/one https://doi.org/10.1000/two', ['doi 10.1000/one', 'doi 10.1000/two']],
  ['arXiv preprint hep-ph/9901234', ['arxiv hep-ph/9901234']],
  ['arXiv preprint math.AG/0412345v2, 2004', ['arxiv math/0412345']],
  ['arXiv preprint cs/0501001', ['arxiv cs/0501001']],
  ['arXiv e-prints, arXiv: 2101. 00001', ['arxiv 2101.00001']],
  ['arXiv:2101.00001v2 [cs.LG]', ['arxiv 2101.00001']],
  ['ArXiv 2101.00001', ['arxiv 2101.00001']],
  ['CoRR abs/2101.00001', ['arxiv 2101.00001']],
  ['CoRR, abs/cs/0501001, 2005', ['arxiv cs/0501001']],
  ['CoRR cs.DL/0501001', ['arxiv cs/0501001']],
  ['Computing Research Repository (CoRR), abs/2101.00001', ['arxiv 2101.00001']],
  ['ArXiv, abs/2101.00001', ['arxiv 2101.00001']],
  ['see arxiv.org/abs/2101.00001', ['arxiv 2101.00001']],
  ['Tidal Letters B 12, hep‐th/9901001', ['arxiv hep-th/9901001']],
  ['10.48550/arXiv. 2101.00001v3', ['doi 10.48550/arxiv.2101.00001', 'arxiv 2101.00001']],
  ['bioRxiv, 123456', ['doi 10.1101/123456']],
  ['bioRxiv 2021.05. 06. 654321', ['doi 10.1101/2021.05.06.654321']],
  ['medRxiv, 2021.05. 06.21254321', ['doi 10.1101/2021.05.06.21254321']],
  ['medRxiv preprint 2026.01.02.26300001v2', ['doi 10.64898/2026.01.02.26300001']],
  ['medRxiv, 19001234', ['doi 10.1101/19001234']],
  ['bioRxiv, 10.1101/2021.05. 06.654321', ['doi 10.1101/2021.05.06.654321']],
  ['doi.org/10.1000/xyz', ['doi 10.1000/xyz']],
  ['https://doi.org/https://doi.org/10.1000/xyz', ['doi 10.1000/xyz']],
  ['10.1000/978-1-23\\_4', ['doi 10.1000/978-1-23_4']],
  ['10.1002/1(2)3:4&lt;5::AID-X6&gt;7', ['doi 10.1002/1(2)3:4<5::aid-x6>7']],
])('finds the identifiers in %j', (text, values) => {
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
  'PMID: 2945…',
  'PMID: 123456789',
  'PMCID: PMC58…',
  'PMCID 12',
  'https://doi.org/10.1000/cut…',
  'https://arxiv.org/abs/1706.037…',
  'https://arxiv.org/abs/1706.0376...',
  'arXiv preprint hep-ph/99012…',
  'arXiv preprint hep-ph/9901234…',
  'arXiv preprint hep-ph/2001234',
  'Report hep-xx/9901234',
  'Report CS/0501001',
  'CoRR 12 (3)',
  'Auto-Corr 1234.56789',
  'abs/1234',
  'bioRxiv',
  'bioRxiv, 2019',
  'bioRxiv, 950000',
  'bioRxiv, 123456-123460',
  'bioRxiv, 2021.05. 06…',
  'bioRxiv, 2021.05.06.6543',
  'bioRxiv, 2021.13.06.654321',
  'medRxiv, 2021.05.06.654321',
  'medRxiv, 2021.05.06.212543…',
  'medRxiv, 20042937',
  // of these days either prefix is possible
  'bioRxiv, 2025.11.28.654321',
  '10.1016/j. tides. 2020.01.001',
  'https://doi.org/10.1016/j. tides. 2020.01.001',
  '10.1000/one;10.1000/two',
])('finds no identifier in %j', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test.each([
  ['https://doi.org/10.1000/XYZ?utm_source=a', ['doi 10.1000/xyz']],
  ['http://dx.doi.org/10.1000/(a)b', ['doi 10.1000/(a)b']],
  ['https://doi.org/10.48550/arXiv.1706.03762', ['doi 10.48550/arxiv.1706.03762', 'arxiv 1706.03762']],
  ['https://arxiv.org/abs/1706.03762v5', ['arxiv 1706.03762']],
  ['https://arxiv.org/pdf/1706.03762.pdf', ['arxiv 1706.03762']],
  ['http://arxiv.org/abs/hep-th/9901001', ['arxiv hep-th/9901001']],
  ['https://pubmed.ncbi.nlm.nih.gov/29456894/', ['pmid 29456894']],
  ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC5815332/', ['pmcid PMC5815332']],
  ['https://openalex.org/W2741809807', ['openalex W2741809807']],
  ['https://dl.acm.org/doi/10.1145/3292500.3330701', ['doi 10.1145/3292500.3330701']],
  ['https://dl.acm.org/doi/abs/10.1145/3292500.3330701', ['doi 10.1145/3292500.3330701']],
  ['https://dl.acm.org/doi/pdf/10.1145/3292500.3330701?casa_token=10.1', ['doi 10.1145/3292500.3330701']],
  ['https://dl.acm.org/citation.cfm?doid=10.1145/3292500.3330701', ['doi 10.1145/3292500.3330701']],
  ['https://onlinelibrary.wiley.com/doi/10.1002/abc.123/full', ['doi 10.1002/abc.123']],
  ['https://onlinelibrary.wiley.com/doi/10.1002/abc.123/abstract;jsessionid=1A.f01', ['doi 10.1002/abc.123']],
  ['https://pubs.acs.org/doi/suppl/10.1021/acs.1c1/suppl_file/a.pdf', ['doi 10.1021/acs.1c1']],
  ['https://link.springer.com/chapter/10.1007%2F978-3-319-24574-4_28', ['doi 10.1007/978-3-319-24574-4_28']],
  ['https://link.springer.com/content/pdf/10.1007/s00145-019-9.pdf', ['doi 10.1007/s00145-019-9']],
  ['https://link.springer.com/article/10.1007/s00145-019-9/fulltext.html#Sec2', ['doi 10.1007/s00145-019-9']],
  ['https://www.frontiersin.org/articles/10.3389/fnins.2019.00001/full', ['doi 10.3389/fnins.2019.00001']],
  ['https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0000001', ['doi 10.1371/journal.pone.0000001']],
  ['https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full.pdf+html', ['doi 10.1101/2020.01.02.123456']],
  ['https://iopscience.iop.org/article/10.1088/1742-6596/1/1/012001/meta', ['doi 10.1088/1742-6596/1/1/012001']],
  ['https://academic.oup.com/brain/article/doi/10.1093/brain/awaa123/5847512', ['doi 10.1093/brain/awaa123']],
  ['https://pubs.aip.org/aip/jcp/article/doi/10.1063/5.0012345/98765/On-tides', ['doi 10.1063/5.0012345']],
  ['https://a.example/paper?lang=en&doi=10.1000%2Fxyz', ['doi 10.1000/xyz']],
  ['https://www.jstor.org/stable/10.2307/123?seq=1', ['doi 10.2307/123']],
  ['https://www.nature.com/articles/s41234-021-01234-5', ['doi 10.1038/s41234-021-01234-5']],
  ['https://www.nature.com/articles/s41234-021-01234-x.pdf', ['doi 10.1038/s41234-021-01234-x']],
  ['http://nature.com/articles/d41234-021-01234-5#Sec1', ['doi 10.1038/d41234-021-01234-5']],
  ['https://www.nature.com/articles/s41599-021-01234-5', ['doi 10.1057/s41599-021-01234-5']],
  ['https://www.nature.com/articles/ncomms1234/figures/2', ['doi 10.1038/ncomms1234']],
  ['https://www.nature.com/articles/nature12345', ['doi 10.1038/nature12345']],
  ['http://www.nature.com/nature/journal/v500/n7460/full/nature12345.html', ['doi 10.1038/nature12345']],
  ['http://www.nature.com/ng/journal/v45/n1/abs/ng.1234.html', ['doi 10.1038/ng.1234']],
  ['Nature, s41586-021-01234-5', ['doi 10.1038/s41586-021-01234-5']],
  ['Scientific Reports 9 (1), s41598-021-01234-x', ['doi 10.1038/s41598-021-01234-x']],
  ['bioRxiv (2021): 2021.05.06.442999', ['doi 10.1101/2021.05.06.442999']],
  ['medRxiv: the preprint server for health sciences, 2020.03.24.20042937', ['doi 10.1101/2020.03.24.20042937']],
  ['https://www.biorxiv.org/cgi/content/short/2021.05.06.442999v1', ['doi 10.1101/2021.05.06.442999']],
  ['Tidal Letters 3, math.GT/0309136', ['arxiv math/0309136']],
  ['http://xxx.lanl.gov/abs/hep-th/9711001', ['arxiv hep-th/9711001']],
  ['https://www.nature.com/articles/nmeth.1234.pdf?origin=ppub', ['doi 10.1038/nmeth.1234']],
  ['https://www.nature.com/articles/123456a0', ['doi 10.1038/123456a0']],
  ['https://www.biorxiv.org/content/early/2017/03/10/123456.full.pdf', ['doi 10.1101/123456']],
  [
    'https://www.medrxiv.org/content/medrxiv/early/2021/05/08/2021.05.06.21254321.full.pdf',
    ['doi 10.1101/2021.05.06.21254321'],
  ],
])('finds the identifiers in the address %j', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

test.each([
  'https://scholar.google.com/citations?view_op=view_citation&hl=en&user=AAAAAAAAAAAJ&citation_for_view=AAAAAAAAAAAJ:u5HHmVD_uO8C',
  'https://a.example/article/123?ref=10.1000/cited',
  'https://a.example/10.1000',
  'https://arxiv.org/list/cs.DL/1706',
  'https://[',
  'https://a.example/%E0%A4%A/10.10/x',
  `https://a.example/10.1000/${'x'.repeat(3000)}`,
  'ftp://a.example/W123',
  'https://www.nature.com/articles/onc2010123',
  'http://www.nature.com/onc/journal/v29/n12/full/onc2010123a.html',
  'Tidal Networks 3, s41109-021-01234-5',
  'Nature, s41586-021-01…',
  'harbor.com/0309136',
  'math/0309136',
  'https://www.nature.com/articles/s41234-021',
  'https://www.nature.com/nature/articles?type=article',
  'https://www.nature.com.evil.example/articles/nature12345',
  'https://www.biorxiv.org/content/early/2017/03/10',
  'https://www.biorxiv.org/search/123456',
])('finds no identifier in the address %j', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test('returns each identifier of several texts once', () => {
  const found = findIdentifiers('doi:10.1000/a', null, 'https://doi.org/10.1000/A', 'https://arxiv.org/abs/1706.03762');
  expect(found).toEqual([
    { kind: 'doi', value: '10.1000/a', confidence: 0.9 },
    { kind: 'arxiv', value: '1706.03762', confidence: 0.9 },
  ]);
});

test('reads long and odd texts fast, and returns only complete values', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '10.1000/',
          'https://a.example/',
          '/pdf',
          'arXiv:',
          '1706.',
          '03762',
          '…',
          '...',
          ' ',
          '(',
          ')',
          '<',
          '>',
          'é',
          '\ud800',
        ),
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
  const started = cpuMs();
  for (const text of [
    `10.1000/${')'.repeat(20_000)}`,
    'arXiv:'.repeat(20_000),
    `arXiv:${'a-'.repeat(20_000)}`,
    'https://'.repeat(20_000),
    `https://a.example/10.1000/x${'.pdf'.repeat(50_000)}`,
    'PMID: '.repeat(20_000),
  ]) {
    expect(valuesIn(text)).toEqual([]);
  }
  expect(cpuMs() - started).toBeLessThan(2000);
});
