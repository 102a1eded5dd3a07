import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readArxivId, readDoi, readOpenAlexId, readPmcid, readPmid } from './identifier-values.ts';

const SICI = '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2';

describe('a DOI', () => {
  it.each([
    ['10.1000/Xyz.1', '10.1000/xyz.1'],
    ['doi:10.1000/xyz', '10.1000/xyz'],
    ['DOI: 10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/10.1000/XYZ', '10.1000/xyz'],
    ['http://dx.doi.org/10.1000/xyz', '10.1000/xyz'],
    ['www.doi.org/10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/doi:10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/10.1000%2Fxyz', '10.1000/xyz'],
    ['https://doi.org/10.1000/xyz?utm_source=a&b=10.1000/abc#top', '10.1000/xyz'],
    ['10.1000/what?-1#2', '10.1000/what?-1#2'],
    ['https://doi.org/10.1000/what%3F-1%232', '10.1000/what?-1#2'],
    [' 10.1000/xyz.) ', '10.1000/xyz'],
    ['10.1000/x(y)', '10.1000/x(y)'],
    ['10.1000/zero\u200bwidth\u200b', '10.1000/zerowidth'],
    ['10.1000/100%', '10.1000/100%'],
    [SICI.toUpperCase(), SICI],
    [`https://doi.org/${encodeURIComponent(SICI)}`, SICI],
    [`https://doi.org/${SICI}`, SICI],
    ['10.1000/one\\_two', '10.1000/one_two'],
    ['10.1000/one{\\_}two', '10.1000/one_two'],
    ['doi.org/10.1000/xyz', '10.1000/xyz'],
    ['dx.doi.org/10.1000/xyz', '10.1000/xyz'],
    ['urn:doi:10.1000/xyz', '10.1000/xyz'],
    ['info:doi/10.1000/xyz', '10.1000/xyz'],
    ['(10.1000/xyz)', '10.1000/xyz'],
    ['[doi:10.1000/xyz].', '10.1000/xyz'],
    ['<https://doi.org/10.1000/x(y)>', '10.1000/x(y)'],
    ['"10.1000/xyz"', '10.1000/xyz'],
    ['DOI 10.1000/xyz', '10.1000/xyz'],
    ['DOI：10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/https://doi.org/10.1000/xyz?a=1', '10.1000/xyz'],
    ['https://doi.org/https%3A%2F%2Fdx.doi.org%2F10.1000%2Fxyz', '10.1000/xyz'],
    ['https://doi.org/doi.org/10.1000/xyz', '10.1000/xyz'],
    ['doi: http://dx.doi.org/10.1000/xyz', '10.1000/xyz'],
    ['https://doi.org/10.1000%252Fxyz', '10.1000/xyz'],
    ['https://doi.org/10.1000/xyz.pdf', '10.1000/xyz'],
    ['<a href="https://doi.org/10.1000/xyz">10.1000/xyz</a>', '10.1000/xyz'],
    ['http://https://doi.org/10.1000/xyz', '10.1000/xyz'],
    ['10.1002/1(2)3:4<xi::aid-x6>7', '10.1002/1(2)3:4<xi::aid-x6>7'],
    ['10.1000/xyz.pdf', '10.1000/xyz.pdf'],
    ['ARTN 123456\nDOI 10.1000/xyz', '10.1000/xyz'],
    ['Tides 3, 1-9. doi:10.1000/xyz. PMID 123', '10.1000/xyz'],
    ['DOI 10.1000/xyz, https://doi.org/10.1000/XYZ', '10.1000/xyz'],
    [SICI.replace('<', '&lt;').replace('>', '&amp;gt;'), SICI],
    ['10.1000/978‐3–1', '10.1000/978-3-1'],
    ['10.1101/2021.05.06.654321v2', '10.1101/2021.05.06.654321'],
    ['10.48550/arXiv.2101.00001v2', '10.48550/arxiv.2101.00001'],
    ['10.1000/one$\\_$two', '10.1000/one_two'],
    ['10.1000/one\\\\_two', '10.1000/one_two'],
    ['10.1000/one{\\textunderscore}two', '10.1000/one_two'],
    ['10.1000/one\\textunderscore two', '10.1000/one_two'],
    ['10.1000/one$\\backslash$_two', '10.1000/one_two'],
    [SICI.replace('<', '{\\textless}').replace('>', '{\\textgreater}'), SICI],
    ['https://doi.org/10.1000/xyz/', '10.1000/xyz'],
    ['10.1000/xyz/full', '10.1000/xyz'],
    ['https://doi.org/10.1000/xyz/abstract', '10.1000/xyz'],
    ['doi/10.1000/xyz', '10.1000/xyz'],
    ['DOI number: 10.1000/xyz', '10.1000/xyz'],
    ['Digital Object Identifier 10.1000/xyz', '10.1000/xyz'],
    ['\\doi{10.1000/xyz}', '10.1000/xyz'],
    ['«10.1000/xyz»', '10.1000/xyz'],
    ['`10.1000/xyz`', '10.1000/xyz'],
    ['（10.1000/xyz）', '10.1000/xyz'],
    ['DOI：10.1000/xyz。', '10.1000/xyz'],
    ['https://doi-org.proxy.example/10.1000/xyz', '10.1000/xyz'],
    ['10.1000/xyz/full/pdf.', '10.1000/xyz'],
    ['10.1000/xyz./full', '10.1000/xyz'],
  ])('%j is %s', (text, value) => expect(readDoi(text)).toBe(value));

  it.each([
    '',
    '10.1000/',
    '10.1000',
    '10.10/xyz',
    'see 10.1000/xyz',
    '10.1000/xyz abc',
    '10.1000/xy…',
    '10.1000/xy...',
    '10.1000/a\u0000b',
    '10.1000/a%00b',
    '10.1000/\ud800',
    'https://publisher.example/10.1000/xyz',
    'https://doi.org.evil.example/10.1000/xyz',
    `10.1000/${'x'.repeat(243)}`,
    `10.1000/${'('.repeat(100_000)}`,
    '10.1000/xyz;10.1000/abc',
    '10.1000/xyz, 10.1000/abc',
    'DOI 10.1000/xyz DOI 10.1000/abc',
    'see DOI 10.1000/xyz. 2020.1',
    'see DOI 10.1000/xy- z',
    '10.1000/full',
    '[10.1000/xyz](https://doi.org/10.1000/xyz)',
    'see DOI 10.1000/xy…',
    '10.1000/xyz, DOI 10.1000/abc',
    'in DOI https://publisher.example/10.1000/xyz',
    '10.1000/x\\y',
    '10.48550/arxiv.2101.0',
    'doi.org/',
  ])('%j is none', (text) => expect(readDoi(text)).toBeNull());

  it('has at most 250 characters', () => expect(readDoi(`10.1000/${'x'.repeat(242)}`)).toHaveLength(250));
});

describe('an arXiv id', () => {
  it.each([
    ['2101.00001', '2101.00001'],
    ['2101.00001v12', '2101.00001'],
    ['arXiv:0704.0001', '0704.0001'],
    ['arXiv: 0704.0001v2', '0704.0001'],
    ['http://arxiv.org/abs/2101.00001v1', '2101.00001'],
    ['https://arxiv.org/pdf/2101.00001v3.pdf', '2101.00001'],
    ['https://export.arxiv.org/pdf/2101.00001?download=1', '2101.00001'],
    ['https://www.arxiv.org/html/2101.00001/', '2101.00001'],
    ['10.48550/arXiv.2101.00001', '2101.00001'],
    ['https://doi.org/10.48550/arxiv.2101.00001v2', '2101.00001'],
    ['https://doi.org/10.48550/arxiv.math/0601001', 'math/0601001'],
    ['math/0601001', 'math/0601001'],
    ['math.GT/0601001v3', 'math/0601001'],
    ['http://arxiv.org/abs/astro-ph/0601001', 'astro-ph/0601001'],
    ['https://arxiv.org/pdf/quant-ph%2F0201082v1', 'quant-ph/0201082'],
    ['abs/2101.00001', '2101.00001'],
    ['abs/cs/0601001', 'cs/0601001'],
    ['CoRR abs/2101.00001', '2101.00001'],
    ['arXiv preprint arXiv:2101.00001v1 [stat.ML]', '2101.00001'],
    ['arXiv:cond-mat.mes-hall/0601001', 'cond-mat/0601001'],
    ['oai:arXiv.org:2101.00001', '2101.00001'],
    ['arXiv.2101.00001', '2101.00001'],
    ['math/0703001', 'math/0703001'],
    ['http://xxx.lanl.gov/abs/hep-th/9711001', 'hep-th/9711001'],
    ['https://arxiv.org/ftp/arxiv/papers/2101/2101.00001.pdf', '2101.00001'],
    ['https://arxiv.org/e-print/2101.00001v1', '2101.00001'],
  ])('%j is %s', (text, value) => expect(readArxivId(text)).toBe(value));

  it.each([
    '',
    '2101.0001',
    '0704.00001',
    '2113.00001',
    '2101.000012',
    'arXiv:2101.0…',
    'journal/1234567',
    'math/0613001',
    'math/0704001',
    'math/1501001',
    '0703.0001',
    '9901.00001',
    '10.1000/2101.00001',
    'https://arxiv.org.evil.example/abs/2101.00001',
    'https://evilarxiv.org/abs/2101.00001',
    'https://arxiv.org/list/math/0601',
    'http://arxiv.org/api/errors#incorrect_id_format_for_1',
  ])('%j is none', (text) => expect(readArxivId(text)).toBeNull());
});

describe('a PMID', () => {
  it.each([
    ['12345678', '12345678'],
    ['PMID: 123', '123'],
    ['https://pubmed.ncbi.nlm.nih.gov/29456894', '29456894'],
    ['https://pubmed.ncbi.nlm.nih.gov/29456894/', '29456894'],
    ['http://www.ncbi.nlm.nih.gov/pubmed/17284678?x=1', '17284678'],
    ['https://europepmc.org/article/MED/123', '123'],
  ])('%j is %s', (text, value) => expect(readPmid(text)).toBe(value));
  it.each(['', '0', '123456789', 'PMC123', '12 34', 'https://pubmed.ncbi.nlm.nih.gov/?term=1', 'https://a.example/12'])(
    '%j is none',
    (text) => expect(readPmid(text)).toBeNull(),
  );
});

describe('a PMCID', () => {
  it.each([
    ['PMC123', 'PMC123'],
    ['pmc123.1', 'PMC123'],
    ['PMCID: PMC123', 'PMC123'],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC123/', 'PMC123'],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123/pdf/a.pdf', 'PMC123'],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/123', 'PMC123'],
    ['https://europepmc.org/articles/PMC123?pdf=render', 'PMC123'],
    ['https://europepmc.org/articles/pmc123', 'PMC123'],
    ['http://europepmc.org/article/PMC/PMC123', 'PMC123'],
  ])('%j is %s', (text, value) => expect(readPmcid(text)).toBe(value));
  it.each(['', '123', 'PMC', 'PMC0', 'PMC123x', 'https://a.example/articles/PMC123'])('%j is none', (text) =>
    expect(readPmcid(text)).toBeNull(),
  );
});

describe('an OpenAlex id', () => {
  it.each([
    ['W123', 'W123'],
    ['https://openalex.org/W2741809807', 'W2741809807'],
    ['https://openalex.org/works/w2741809807', 'W2741809807'],
    ['https://api.openalex.org/works/W1?select=id', 'W1'],
  ])('%j is %s', (text, value) => expect(readOpenAlexId(text)).toBe(value));
  it.each(['', 'A123', 'W', 'W0', '123', 'https://openalex.org/A1', 'https://a.example/W1'])('%j is none', (text) =>
    expect(readOpenAlexId(text)).toBeNull(),
  );
});

test('a normal form reads as itself, and no text makes a function throw', () => {
  const pieces = fc.constantFrom(
    '10.1000/',
    'doi:',
    'https://doi.org/',
    'arXiv:',
    '2101.00001',
    'v2',
    '%',
    '%2F',
    ')',
    '(',
    '.',
    'W1',
    'PMC',
  );
  const texts = fc.oneof(
    fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 }))).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of [readDoi, readArxivId, readPmid, readPmcid, readOpenAlexId]) {
        const value = read(text);
        if (value !== null) expect(read(value)).toBe(value);
      }
    }),
  );
});
