import { expect, it } from 'vitest';
import { citedPublication } from '../../test/support/cited-publication.ts';
import { makeItem } from './make-item.ts';
import { writeBibtex } from './write-bibtex.ts';

const write = (given: Partial<typeof citedPublication>) =>
  writeBibtex({ ...makeItem({ ...citedPublication, ...given }), key: 'k' })
    .split('\n')
    .filter((line) => line !== '}' && !/^ {2}(?:title|year) = |^$/.test(line))
    .map((line) => line.trim().replace(/,$/, ''));
const BIBLIO = {
  type: 'journal-article',
  container: 'Ice',
  publisher: 'Ice Press',
  volume: '1',
  issue: '2',
  pages: '3',
};

it.each([
  [
    'a report',
    { venue_text: 'ICER Working Paper, 41002' },
    ['@techreport{k', 'institution = {ICER}', 'number = {41002}'],
  ],
  [
    'a report with the DOI of a preprint',
    { venue_text: 'ICER Working Paper, 41002', doi: '10.2139/ssrn.1' },
    ['@techreport{k', 'institution = {ICER}', 'number = {41002}', 'doi = {10.2139/ssrn.1}'],
  ],
  [
    'a preprint',
    { venue_text: 'bioRxiv, 95233' },
    ['@misc{k', 'howpublished = {bioRxiv}', 'pubstate = {prepublished}'],
  ],
  ['a thesis', { venue_text: 'PhD thesis, Ice University' }, ['@phdthesis{k', 'school = {Ice University}']],
  ['an article that will appear', { venue_text: 'Ice, in press' }, ['@article{k', 'journal = {Ice}']],
  [
    'an article, which has no publisher',
    { biblio: { ...BIBLIO, pages: 'II-4-II-8, 11', issn: '1234-5678' } },
    ['@article{k', 'journal = {Ice}', 'volume = {1}', 'number = {2}', 'pages = {II-4--II-8, 11}', 'issn = {1234-5678}'],
  ],
  [
    'a paper, which has no ISSN',
    { biblio: { ...BIBLIO, type: 'proceedings-article', issn: '1234-5678' } },
    ['@inproceedings{k', 'booktitle = {Ice}', 'publisher = {Ice Press}', 'volume = {1}', 'number = {2}', 'pages = {3}'],
  ],
  [
    'a dataset',
    { biblio: { ...BIBLIO, type: 'dataset', container: null, issn: null }, doi: '10.5281/zenodo.1' },
    ['@dataset{k', 'howpublished = {Ice Press}', 'doi = {10.5281/zenodo.1}'],
  ],
])('%s', (_, given, lines) => expect(write(given)).toEqual(lines));
