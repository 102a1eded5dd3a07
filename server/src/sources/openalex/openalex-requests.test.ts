import { describe, expect, it, test } from 'vitest';
import { batchIds, openalexByIds, openalexByTitle } from './openalex-requests.ts';

const access = { baseUrl: 'https://openalex.example/', apiKey: null };
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('by DOI', () => {
  test('one is free', () => {
    const { url, cost, headers } = openalexByIds(access, ['10.1000/a(b);c#d?e%f<g>']);
    expect(url).toMatch(
      /^https:\/\/openalex\.example\/works\/doi:10\.1000\/a%28b%29%3Bc%23d%3Fe%25f%3Cg%3E\?select=id%2Cdoi%2C/,
    );
    expect([cost, headers]).toEqual([0, {}]);
  });

  test('several cost one request and one credit', () => {
    const { url, cost } = openalexByIds(access, ['10.1000/a', '10.1000/b&c#d']);
    expect(new URL(url).pathname).toBe('/works');
    expect(parametersOf(url)).toMatchObject({ filter: 'doi:10.1000/a|10.1000/b&c#d', 'per-page': '200' });
    expect(cost).toBe(1);
  });

  test('the key is sent in a header', () => {
    const { url, headers } = openalexByIds({ ...access, apiKey: ' secret ' }, ['10.1000/a']);
    expect(headers).toEqual({ authorization: 'Bearer secret' });
    expect(url).not.toContain('secret');
    expect(openalexByIds({ ...access, apiKey: ' ' }, ['10.1000/a']).headers).toEqual({});
  });
});

describe('batches', () => {
  const dois = (count: number, length = 20) =>
    Array.from({ length: count }, (_, n) => `10.1000/${String(n).padStart(length, '0')}`);

  it('keep each DOI once and in order', () => expect(batchIds(dois(120)).flat()).toEqual(dois(120)));

  it('make no address longer than 4 KB', () => {
    const batches = batchIds(dois(60, 240).map((doi, n) => `${doi.slice(0, 200)}(<;${n}>)`));
    expect(batches.length).toBeGreaterThan(3);
    for (const batch of batches) expect(openalexByIds(access, batch).url.length).toBeLessThan(4000);
  });

  it('an empty list has no batches', () => expect(batchIds([])).toEqual([]));
});

describe('by title', () => {
  test('costs ten credits, and requests five results of three years', () => {
    const title = 'Adaptive graph neural sparse robust learning quantum AA1-3';
    const { url, cost } = openalexByTitle(access, { title, year: 2020 });
    expect(parametersOf(url)).toMatchObject({ search: title, filter: 'publication_year:2019-2021', 'per-page': '5' });
    expect(cost).toBe(10);
    expect(parametersOf(openalexByTitle(access, { title, year: null }).url).filter).toBeUndefined();
  });

  test('contains no operators', () => {
    const { url } = openalexByTitle(access, { title: 'What "is" it, AND (why)? a|b: c* ~d', year: null });
    expect(parametersOf(url).search).toBe('What is it and why a b c d');
  });
});
