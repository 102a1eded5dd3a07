import { expect, test } from 'vitest';
import { parsePageIdentifiers } from './parse-page-identifiers.ts';

test('reads the identifiers that pages name for search engines', () => {
  const page = `<html><head>
    <meta name="citation_title" content="Silt"><META CONTENT='doi:10.5555/Silt.1' NAME='DC.Identifier'>
    <meta name="citation_arxiv_id" content="2101.00001v2"><meta property=citation_pmid content=23903748>
    <meta name="citation_reference" content="citation_doi=10.5555/other"></head>
    <body><!-- <meta name="citation_doi" content="10.5555/comment"> --></body></html>`;
  expect(parsePageIdentifiers(page)).toEqual([
    { kind: 'doi', value: '10.5555/silt.1' },
    { kind: 'arxiv', value: '2101.00001' },
    { kind: 'pmid', value: '23903748' },
  ]);
  expect(parsePageIdentifiers('<p>10.5555/text</p>')).toEqual([]);
});
