import { expect, test } from 'vitest';
import { readIdentifiersOfAddresses } from './record-identifiers.ts';

test.each([
  [['http://arxiv.org/abs/2101.00001'], ['arxiv:2101.00001']],
  [['http://arxiv.org/abs/cs/0501001v2', 'https://arxiv.org/pdf/cs/0501001'], ['arxiv:cs/0501001']],
  [['https://doi.org/10.48550/arXiv.2101.00001'], ['doi:10.48550/arxiv.2101.00001', 'arxiv:2101.00001']],
  [
    ['https://doi.org/10.1000/XYZ', 'https://pubmed.ncbi.nlm.nih.gov/123/', 'https://openalex.org/W12'],
    ['doi:10.1000/xyz', 'pmid:123', 'openalex:W12'],
  ],
  [['https://europepmc.org/articles/PMC123'], ['pmcid:PMC123']],
  // not addresses
  [['2101.00001', '123', 'PMC123', 'W12', null, 5], []],
  [['https://journal.example/2101.00001', 'db/journals/corr/corr2101.html#abs-2101-00001'], []],
])('the identifiers of the addresses %j', (addresses, values) => {
  expect(readIdentifiersOfAddresses(addresses).map(({ kind, value }) => `${kind}:${value}`)).toEqual(values);
});
