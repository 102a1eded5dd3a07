import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArxivFeed } from './arxiv/parse-arxiv-feed.ts';
import { parseBiorxivDetails } from './biorxiv/parse-biorxiv-details.ts';
import { parseCrossrefWorks } from './crossref/parse-crossref-works.ts';
import { parseDataciteDois } from './datacite/parse-datacite-dois.ts';
import { parseEuropePmcResults } from './europepmc/parse-europepmc-results.ts';
import { parseOpenAlexWorks } from './openalex/parse-openalex-works.ts';
import type { ParseRecords, SourceRecord } from './record.ts';
import { parseUnpaywallRecord } from './unpaywall/parse-unpaywall-record.ts';

const escapeXml = (text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** For each source, a complete response with one publication, with the title and fields of a test. */
const SOURCES: Readonly<Record<string, { parse: ParseRecords; answer: (title: unknown, rest?: object) => string }>> = {
  openalex: {
    parse: parseOpenAlexWorks,
    answer: (title, rest = {}) => JSON.stringify({ results: [{ id: 'https://openalex.org/W1', title, ...rest }] }),
  },
  crossref: {
    parse: parseCrossrefWorks,
    answer: (title, rest = {}) =>
      JSON.stringify({
        'message-type': 'work-list',
        message: { items: [{ DOI: '10.1000/1', title: [title], ...rest }] },
      }),
  },
  unpaywall: {
    parse: parseUnpaywallRecord,
    answer: (title, rest = {}) => JSON.stringify({ doi: '10.1000/1', title, ...rest }),
  },
  datacite: {
    parse: parseDataciteDois,
    answer: (title, rest = {}) =>
      JSON.stringify({ data: [{ attributes: { doi: '10.48550/arxiv.2101.00001', titles: [{ title }], ...rest } }] }),
  },
  biorxiv: {
    parse: parseBiorxivDetails,
    answer: (title, rest = {}) =>
      JSON.stringify({ messages: [{ status: 'ok' }], collection: [{ ...BIORXIV_VERSION, title, ...rest }] }),
  },
  europepmc: {
    parse: parseEuropePmcResults,
    answer: (title, rest = {}) => JSON.stringify({ resultList: { result: [{ pmid: '1', title, ...rest }] } }),
  },
  arxiv: {
    parse: parseArxivFeed,
    answer: (title) =>
      `<feed><entry><id>http://arxiv.org/abs/2101.00001v1</id><title>${escapeXml(typeof title === 'string' ? title : JSON.stringify(title))}</title></entry></feed>`,
  },
};

const BIORXIV_VERSION = { doi: '10.1101/000001', authors: '', date: '', version: '1', published: 'NA' };

const CROSSREF_WORK = {
  type: 'dataset',
  publisher: 'P',
  issued: { 'date-parts': [[2020]] },
  'is-referenced-by-count': 0,
};

function only(records: SourceRecord[] | null): SourceRecord {
  const [record, ...others] = records ?? [];
  if (record === undefined || others.length > 0) throw new Error(`${records?.length} records`);
  return record;
}

/** PostgreSQL stores neither NUL nor half a character. */
function expectStorable(records: SourceRecord[] | null): void {
  JSON.stringify(records, (_key, value: unknown) => {
    if (typeof value === 'string') expect(value.isWellFormed() && !value.includes('\0'), value).toBe(true);
    return value;
  });
}

describe.each(Object.entries(SOURCES))('%s', (name, { parse, answer }) => {
  it('reads a title without invalid characters', () => {
    expect(only(parse(answer('A title'))).title).toBe('A title');
    const spoilt = only(
      parse(answer('A\u0000 \ud800tit\u0007le\n\t of <i>two</i>\u00a0 words &amp;amp; &lt;b&gt;more&lt;/b&gt;')),
    );
    expectStorable([spoilt]);
    expect(spoilt.title).toMatch(/^A .?title of two words & more$/u);
  });

  it('cuts a title of 100 kB', () => {
    expect(only(parse(answer('long '.repeat(20_000)))).title).toHaveLength(1999);
    expect(only(parse(answer('<'.repeat(100_000)))).title).toHaveLength(2000);
    expect(only(parse(answer('<i a="'.repeat(20_000)))).title?.length).toBeLessThanOrEqual(2000);
    expect(only(parse(answer('&'.repeat(100_000)))).title).toHaveLength(2000);
  });

  it.each(['', '   ', '\u200b\u200e', '<i></i>'])('has no title %j', (title) =>
    expect(only(parse(answer(title))).title).toBeNull(),
  );

  it('rejects a response in an unknown format', () => {
    for (const body of [
      '',
      'null',
      '0',
      '"text"',
      '[]',
      '[null]',
      '{}',
      '{"results":{}}',
      '{"resultList":{"result":{}}}',
      '{"message-type":"work-list","message":[]}',
      '{"message-type":"work-list","message":{"items":null}}',
      '<!doctype html><html><body><h1>Sorry</h1></body></html>',
      '<feed><entry>',
      '<html><entry></entry></html>',
      'Resource not found.',
      '\ufeff',
      '{"results":[',
      '['.repeat(100_000),
    ])
      expect(parse(body), body.slice(0, 40)).toBeNull();
  });

  it('reports a changed format if there are entries and none can be read', () => {
    for (const entries of ['[null]', '[1,"2",[],{}]'])
      expect(
        parse(
          `{"results":${entries},"resultList":{"result":${entries}},"message-type":"work-list","message":{"items":${entries}}}`,
        ),
      ).toBeNull();
    expect(parse('<feed><entry/><entry><id>x</id></entry></feed>')).toBeNull();
  });

  it('never throws whatever the fields contain, and returns only texts that can be stored', () => {
    const keys = fc.constantFrom(
      ...(
        'id doi DOI ids pmid pmcid title display_name publication_year year pubYear authorships author authorList authorString z_authors given family ' +
        'name literal firstName lastName fullName open_access oa_url best_oa_location locations primary_location pdf_url landing_page_url source type ' +
        'abstract abstract_inverted_index referenced_works relation update-to updated-by updated reference ORCID orcid authorId pubTypeList pubType ' +
        'version license host_type oa_locations url url_for_pdf url_for_landing_page issued published date-parts resource primary URL fullTextUrlList ' +
        'fullTextUrl documentStyle availabilityCode site inEPMC hasPDF journalInfo __proto__ constructor toString'
      ).split(' '),
    );
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '10.1000/x',
          'https://doi.org/10.1000/x',
          'http://a.example/b.pdf',
          'https://[',
          'PMC1',
          '2020',
          'Y',
          'pdf',
          'OA',
          '\ud800',
          '\u0000',
        ),
        fc.integer(),
        fc.constantFrom(null, true, -1e308, 2020),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 6, noNullPrototype: false }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(keys, values, { maxKeys: 12 }), values, (rest, title) => {
        expectStorable(parse(answer(title, rest)));
      }),
      { numRuns: name === 'arxiv' ? 30 : 100 },
    );
  });
});

describe('limits', () => {
  it('shortens long lists', () => {
    const authors = Array.from({ length: 12_000 }, (_, n) => ({ given: 'A.', family: `Name ${n}` }));
    const { parse, answer } = SOURCES.crossref ?? expect.unreachable();
    expect(only(parse(answer('A title', { author: authors }))).authors).toHaveLength(10_000);
    const places = Array.from({ length: 500 }, (_, n) => ({ is_oa: true, pdf_url: `https://a.example/${n}.pdf` }));
    expect(
      only(parseOpenAlexWorks(JSON.stringify({ id: 'W1', title: 'A title', locations: places }))).pdfs,
    ).toHaveLength(20);
    const items = Array.from({ length: 5000 }, (_, n) => ({ DOI: `10.5555/${n}`, ...CROSSREF_WORK }));
    const list = { 'message-type': 'work-list', message: { items } };
    expect(parseCrossrefWorks(JSON.stringify(list))).toHaveLength(200);
  });

  it('a feed with endlessly growing entities is rejected', () => {
    const levels = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const feed = `<!DOCTYPE feed [<!ENTITY e0 "${'x'.repeat(100)}">${levels}]><feed><entry><id>http://arxiv.org/abs/2101.00001</id><title>${'&e0;&e20;'.repeat(5000)}</title></entry></feed>`;
    expect(parseArxivFeed(feed)?.[0]?.title ?? null).toBeNull();
    const file =
      '<!DOCTYPE feed [<!ENTITY f SYSTEM "file:///etc/passwd">]><feed><entry><id>http://arxiv.org/abs/2101.00001</id><title>&f;</title></entry></feed>';
    expect(JSON.stringify(parseArxivFeed(file))).not.toContain('root:');
  });

  it('a feed with endless nesting or names of inherited properties is rejected', () => {
    expect(parseArxivFeed(`<feed>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</feed>`)).toBeNull();
    expect(parseArxivFeed('<feed><__proto__><entry/></__proto__></feed>')).toBeNull();
  });
});
