import { describe, expect, it, test } from 'vitest';
import type { SourceRecord } from '../record.ts';
import { crossrefByTitle } from './crossref-requests.ts';
import { parseCrossrefWorks } from './parse-crossref-works.ts';

const access = { baseUrl: 'https://crossref.example', mailto: null, token: null };
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('a search', () => {
  test('sends the words of a title and its first author', () => {
    const title = 'Adaptive graph neural sparse robust learning quantum AA1-3';
    const { url, headers } = crossrefByTitle(access, { title, firstAuthor: 'J Smith' });
    expect(url).toContain('https://crossref.example/works?');
    expect(parametersOf(url)).toEqual({
      'query.bibliographic': `${title} J Smith`,
      rows: '5',
      select:
        'DOI,type,title,author,issued,published,resource,abstract,relation,update-to,updated-by,is-referenced-by-count,container-title,publisher,volume,issue,page,article-number,ISSN',
    });
    expect(headers).toEqual({});
  });

  test('sends an e-mail address in the URL and a token in a header', () => {
    const named = { ...access, mailto: 'me@a.example', token: 'secret' };
    const { url, headers } = crossrefByTitle(named, { title: 'A title', firstAuthor: null });
    expect(parametersOf(url)).toMatchObject({ 'query.bibliographic': 'A title', mailto: 'me@a.example' });
    expect(headers).toEqual({ 'crossref-plus-api-token': 'Bearer secret' });
    expect(url).not.toContain('secret');
  });
});

describe('a work', () => {
  const answer = (...items: unknown[]) =>
    parseCrossrefWorks(JSON.stringify({ status: 'ok', 'message-type': 'work-list', message: { items } }));
  const parse = (work: object): SourceRecord => answer({ DOI: '10.1000/A(1)', ...work })?.[0] ?? expect.unreachable();

  it('has its title, DOI, authors and page', () => {
    const work = parse({
      title: [' ', 'On <i>two</i>\n   lines &amp; more'],
      subtitle: ['Lines'],
      author: [
        { given: 'Ann', family: 'van der Lee', sequence: 'first' },
        { family: 'Solo' },
        { name: 'The Group' },
        { literal: 'B. Written' },
        {},
      ],
      issued: { 'date-parts': [[2020, 1]] },
      resource: { primary: { URL: 'https://a.example/1' } },
      link: [{ URL: 'https://a.example/1.pdf', 'content-type': 'application/pdf' }],
    });
    expect(work).toMatchObject({
      title: 'On two lines & more',
      year: 2020,
      authors: [
        { name: 'Ann van der Lee', family: 'van der Lee' },
        { name: 'Solo', family: 'Solo' },
        { name: 'The Group', family: null },
        { name: 'B. Written', family: null },
      ],
      identifiers: [{ kind: 'doi', value: '10.1000/a(1)' }],
      pdfs: [],
      landingPages: ['https://a.example/1'],
      evidenceUrl: 'https://doi.org/10.1000/a%281%29',
    });
  });

  it.each([
    [{ issued: { 'date-parts': [[null]] } }, null],
    [{ issued: { 'date-parts': [[null]] }, published: { 'date-parts': [[2019]] } }, 2019],
    [{ issued: null, 'published-online': { 'date-parts': [['2018']] } }, 2018],
    [{ issued: { 'date-parts': [] }, created: { 'date-parts': [[2017]] } }, null],
  ])('of %j is from %s', (dates, year) => expect(parse(dates).year).toBe(year));

  it('is read from the response to a request by DOI', () => {
    const body = JSON.stringify({ status: 'ok', 'message-type': 'work', message: { DOI: '10.1000/1', title: ['A'] } });
    expect(parseCrossrefWorks(body)).toHaveLength(1);
  });

  it('is not a figure or a review', () => {
    expect(answer({ DOI: '10.1000/1', type: 'component' }, { DOI: '10.1000/2', type: 'peer-review' })).toEqual([]);
    expect(answer()).toEqual([]);
  });

  it('is missing if the request failed', () =>
    expect(
      parseCrossrefWorks('{"status":"failed","message-type":"validation-failure","message":[{"type":"x"}]}'),
    ).toBeNull());
});
