import { describe, expect, it, test } from 'vitest';
import { biorxivByDoi, isBiorxivDoi } from './biorxiv-requests.ts';
import { parseBiorxivDetails } from './parse-biorxiv-details.ts';

test.each([
  ['10.1101/339747', 'biorxiv'],
  ['10.1101/2025.09.17.676679', 'biorxiv'],
  ['10.64898/2026.07.31.741992', 'biorxiv'],
  ['10.1101/19000562', 'medrxiv'],
  ['10.64898/2026.01.07.26343585', 'medrxiv'],
])('%s is requested from %s', (doi, server) => {
  expect(isBiorxivDoi(doi)).toBe(true);
  const { url } = biorxivByDoi({ baseUrl: 'https://biorxiv.example' }, doi);
  expect(url).toBe(`https://biorxiv.example/details/${server}/${doi}/na/json`);
});

test.each(['10.1101/gr.123456.111', '10.1101/cshperspect.a001', '10.26434/chemrxiv-2021-abcde', '10.1101/1234567'])(
  '%s is not requested',
  (doi) => expect(isBiorxivDoi(doi)).toBe(false),
);

const DOI = '10.64898/2026.01.07.26343585';
const version = (number: number, change: object = {}) => ({
  doi: DOI,
  title: `A title, version ${number}`,
  authors: 'Lee, A.; Berg, B. C.; A Group',
  date: `2026-0${number}-08`,
  version: String(number),
  published: 'NA',
  ...change,
});
const answer = (collection: readonly object[], status = 'ok') => JSON.stringify({ messages: [{ status }], collection });

describe('the versions of a preprint', () => {
  it('are one record, that of the latest', () => {
    expect(parseBiorxivDetails(answer([version(2), version(3), version(1)]))).toMatchObject([
      {
        title: 'A title, version 3',
        year: 2026,
        authors: [
          { name: 'A. Lee', family: 'Lee' },
          { name: 'B. C. Berg', family: 'Berg' },
          { name: 'A Group', family: null },
        ],
        identifiers: [{ kind: 'doi', value: DOI }],
        metadata: { recordId: DOI, publishedOn: '2026-03-08', versionNumber: 3, relations: [] },
      },
    ]);
  });

  it('name the article', () => {
    const [record] = parseBiorxivDetails(answer([version(1, { published: '10.1017/S003329' })])) ?? [];
    expect(record?.metadata?.relations).toEqual([
      { type: 'is-preprint-of', idType: 'doi', id: '10.1017/s003329', assertedBy: 'subject' },
    ]);
  });

  it('are none if nothing was found; an error is no such answer', () => {
    expect(parseBiorxivDetails(answer([], 'no posts found'))).toEqual([]);
    for (const body of [answer([], 'error'), answer([], 'ok'), '{"collection":[]}', '', '{"messages":[]}'])
      expect(parseBiorxivDetails(body), body).toBeNull();
    const { published: _, ...renamed } = version(1);
    expect(parseBiorxivDetails(answer([renamed]))).toBeNull();
  });
});
