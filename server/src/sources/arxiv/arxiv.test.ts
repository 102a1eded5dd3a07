import { describe, expect, it, test } from 'vitest';
import { arxivByIds, arxivByTitle } from './arxiv-requests.ts';
import { parseArxivFeed } from './parse-arxiv-feed.ts';

const access = { baseUrl: 'https://arxiv.example' };
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('a request', () => {
  test('by ids', () => {
    const { url, accept } = arxivByIds(access, ['2101.00001', 'math/0601001']);
    expect(new URL(url).pathname).toBe('/api/query');
    expect(parametersOf(url)).toEqual({ id_list: '2101.00001,math/0601001', max_results: '2' });
    expect(accept).toBe('application/atom+xml');
  });

  test('by title has no quotes, no TeX, and no hyphen, which would exclude a word', () => {
    const { url } = arxivByTitle(access, { title: 'Self-made "things" of $\\mathbb{R}^n$ and $\\alpha$' });
    expect(parametersOf(url)).toEqual({ search_query: 'ti:"Self made things of R n and alpha"', max_results: '5' });
  });
});

const entry = (id: string, more = '') => `<entry>${more}<id>http://arxiv.org/abs/${id}</id></entry>`;
const feed = (...entries: string[]) =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><title>Query</title>${entries.join('\n')}</feed>\n`;

describe('a feed', () => {
  it('of one paper, in any order of elements', () => {
    const more =
      '<author><name>Ann Lee</name></author><link rel="related" href="http://arxiv.org/pdf/math/0601001v2" title="pdf"/>' +
      '<link title="doi" href="https://doi.org/10.1000/1" rel="related"/><published>2006-01-02T00:00:00Z</published>' +
      '<title>On $x &lt; y$\n  &amp; more</title><updated>2009-01-01T00:00:00Z</updated><arxiv:doi>10.1000/ABC</arxiv:doi>';
    expect(parseArxivFeed(feed(entry('math.GT/0601001v2', more)))).toMatchObject([
      {
        title: 'On x < y & more',
        year: 2006,
        authors: [{ name: 'Ann Lee', family: null }],
        identifiers: [
          { kind: 'arxiv', value: 'math/0601001' },
          { kind: 'doi', value: '10.1000/abc' },
        ],
        pdfs: [
          { url: 'https://arxiv.org/pdf/math/0601001v2', version: 'submitted', license: null, host: 'repository' },
        ],
        landingPages: [],
        evidenceUrl: 'https://arxiv.org/abs/math/0601001',
      },
    ]);
  });

  it('of several papers, one of them empty', () => {
    const records = parseArxivFeed(feed(entry('2101.00001v1'), entry('2101.00002v1', '<title>B</title>')));
    expect(records?.map(({ title, pdfs }) => [title, pdfs.length])).toEqual([
      [null, 0],
      ['B', 0],
    ]);
  });

  it.each([
    ['10.1000/1 10.1000/2', []],
    ['10.1000/1,10.1000/2', []],
    ['10.1000/1; 10.1000/1', ['10.1000/1']],
    ['10.1000/1&lt;2::a>3.0.co;2-2', ['10.1000/1<2::a>3.0.co;2-2']],
    ['in press', []],
  ])('with the DOI %j', (text, dois) => {
    const [paper] = parseArxivFeed(feed(entry('2101.00001', `<arxiv:doi>${text}</arxiv:doi>`))) ?? [];
    expect(paper?.identifiers.filter(({ kind }) => kind === 'doi').map(({ value }) => value)).toEqual(dois);
  });

  it('that is empty or has only an error has no records', () => {
    expect(parseArxivFeed(feed())).toEqual([]);
    const error = '<entry><id>https://arxiv.org/api/errors#incorrect_id_format_for_1</id><title>Error</title></entry>';
    expect(parseArxivFeed(feed(error))).toEqual([]);
    expect(parseArxivFeed(feed(error, entry('2101.00001')))).toHaveLength(1);
  });

  it('that was cut off is rejected', () => {
    const whole = feed(entry('2101.00001'), entry('2101.00002'));
    for (let length = 0; length < whole.trimEnd().length; length += 7)
      expect(parseArxivFeed(whole.slice(0, length))).toBeNull();
  });
});
