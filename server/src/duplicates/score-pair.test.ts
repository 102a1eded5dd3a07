import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measurePair } from './pair-features.ts';
import { type PublicationFields, preparePublication } from './prepared-publication.ts';
import { MATCH_POINT, MERGE_POINT, probabilityOf, scorePair } from './score-pair.ts';

const publication = (over: Partial<PublicationFields> = {}): PublicationFields => ({
  title: 'Adaptive indexing of moving objects in wireless sensor networks',
  authors: 'MK Larsen, P Okafor, J Wu',
  venue: 'IEEE Transactions on Mobile Computing 12 (3), 44-59',
  year: 2014,
  identifiers: [],
  ...over,
});
const score = (a: Partial<PublicationFields>, b: Partial<PublicationFields>) =>
  probabilityOf(preparePublication(publication(a)), preparePublication(publication(b)));
const doi = (value: string) => [{ kind: 'doi', value }];

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom('query', 'of', 'part', 'ii', '2', 'editorial', 'streams:', 'reply', 'to', 'Müller', '数据库'),
    )
    .map((words) => words.join(' ')),
);
const anyRecord = fc.record({
  title: anyText,
  authors: fc.option(anyText),
  venue: fc.option(anyText),
  year: fc.option(fc.integer({ min: 1, max: 2100 })),
  identifiers: fc.array(
    fc.record({
      kind: fc.constantFrom('doi', 'arxiv', 'pmid'),
      value: fc.constantFrom('10.1/a', '10.1/b', '10.48550/x'),
    }),
    { maxLength: 3 },
  ),
});

describe('a score', () => {
  it('is a probability, and does not depend on the order', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (a, b) => {
        const [x, y] = [preparePublication(a), preparePublication(b)];
        const { probability, evidence } = scorePair(x, y);
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThan(1);
        expect(scorePair(y, x)).toEqual({ probability, evidence });
        expect(probabilityOf(x, y)).toBe(probability);
        expect(evidence.map(({ field }) => field)).toEqual(['title', 'authors', 'venue', 'year', 'identifiers']);
      }),
    );
  });

  it('has every feature between 0 and 1', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (a, b) => {
        for (const [name, value] of Object.entries(measurePair(preparePublication(a), preparePublication(b)))) {
          expect(value, name).toBeGreaterThanOrEqual(0);
          expect(value, name).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never takes two publications with a generic title for the same one, whatever else agrees', () => {
    const titles = ["Editor's notes", 'Editorial', 'Preface', 'Book review', 'Index', 'Guest editorial', 'Chapter 7'];
    for (const title of titles) expect(score({ title }, { title }), title).toBeLessThan(MATCH_POINT);
  });

  it.each<[string, Partial<PublicationFields>, Partial<PublicationFields>]>([
    ['the same in all', {}, {}],
    [
      'case and accents',
      { title: 'Über die Stabilität großer Netzwerke im Betrieb', authors: 'K Müller, A Šimek' },
      { title: 'Uber die stabilitat grosser netzwerke im betrieb', authors: 'K Mueller, A Simek' },
    ],
    ['a cut-off list of authors', { authors: 'MK Larsen, P Okafor, …' }, {}],
    ['venue in short', { venue: 'IEEE Trans. Mob. Comput.' }, {}],
    [
      'without its subtitle',
      { title: 'Adaptive indexing of moving objects: a survey of methods' },
      { title: 'Adaptive indexing of moving objects' },
    ],
    [
      'a mark of its retraction',
      { title: 'RETRACTED: Adaptive indexing of moving objects in wireless sensor networks' },
      {},
    ],
    ['a slip of the pen', { title: 'Adaptive indexing of moving objects in wirelss sensor networks' }, {}],
  ])('finds one publication: %s', (_, a, b) => {
    expect(score(a, b)).toBeGreaterThanOrEqual(MATCH_POINT);
  });

  it.each<[string, Partial<PublicationFields>, Partial<PublicationFields>]>([
    ['two parts', { title: 'Convex methods for control, part I' }, { title: 'Convex methods for control, part II' }],
    ['a part of it', {}, { title: `${publication().title} (part II)` }],
    [
      'two volumes',
      { title: 'Proceedings of the summer school on logic 2013' },
      { title: 'Proceedings of the summer school on logic 2014' },
    ],
    ['a comment', { title: 'Comment on: Adaptive indexing of moving objects in wireless sensor networks' }, {}],
    ['an erratum', { title: 'Erratum to: Adaptive indexing of moving objects in wireless sensor networks' }, {}],
    [
      'namesakes',
      { title: 'A survey of data mining', authors: 'R Costa', year: 2004, venue: null },
      { title: 'A survey of data mining', authors: 'L Petrov, H Ito', year: 2013, venue: null },
    ],
    ['two parts, in words', { title: 'Convex methods, part one' }, { title: 'Convex methods, part two' }],
    ['two parts, in letters', { title: 'Convex methods: part A' }, { title: 'Convex methods: part B' }],
    ['a part with a subtitle', {}, { title: `${publication().title}. Part I: theory` }],
    ['two editions', { title: 'Convex methods, second edition' }, { title: 'Convex methods, 3rd edition' }],
    ['an erratum, said at the end', { title: `${publication().title}: Erratum` }, {}],
    ['an erratum in brackets', { title: `${publication().title} (Erratum)` }, {}],
    ['a notice of its retraction', { title: `Retraction Note: ${publication().title}` }, {}],
    ['its data and code', { title: `${publication().title}: data and code` }, {}],
    ['a file beside it', { title: `Additional file 1 of ${publication().title}` }, {}],
    ['a review of it', { title: `Peer review report 1 on ${publication().title}` }, {}],
    ['its poster', { title: `Poster: ${publication().title}` }, {}],
    ['a correction after a dash', { title: `${publication().title} - Correction` }, {}],
    [
      'reviews of a book by two',
      { title: 'Book review: A history of tides', authors: 'J Smith' },
      { title: 'Book review: A history of tides', authors: 'K Berg' },
    ],
    ['a review and the book', { title: 'Book review: A history of tides' }, { title: 'A history of tides' }],
    [
      'two years of a column',
      { title: 'Reports from the field stations', venue: 'Tidal Record', year: 2009 },
      { title: 'Reports from the field stations', venue: 'Tidal Record', year: 2012 },
    ],
    ['another publication of the group', { title: 'Adaptive routing of emergency messages in vehicular networks' }, {}],
  ])('distinguishes two publications: %s', (_, a, b) => {
    expect(score(a, b)).toBeLessThan(MATCH_POINT);
  });

  it.each<[string, Partial<PublicationFields>]>([
    ['conference and journal', { venue: 'International Conference on Mobile Data Management', year: 2013 }],
    [
      'conference and journal of one year',
      { venue: 'Proceedings of the International Conference on Mobile Data Management' },
    ],
    ['another year', { year: 2016 }],
    ['another issue', { venue: 'IEEE Transactions on Mobile Computing 12 (4), 101-102' }],
    ['a report of one year', { venue: 'Technical report, University of the North' }],
    ['no year', { year: null }],
    ['no authors', { authors: null }],
    ['other authors', { authors: 'MK Larsen, Q Brandt, S Ruiz' }],
    ['a tutorial on it', { title: `${publication().title}: a tutorial` }],
    ['its extended version', { title: `${publication().title} (extended version)` }],
    ['the thesis', { title: `${publication().title}. PhD thesis` }],
    ['one letter of the title', { title: 'Adaptive indexing of moving objects in wirelss sensor networks' }],
  ])('merges nothing without a person: %s', (_, b) => {
    expect(score({}, b)).toBeLessThan(MERGE_POINT);
  });

  it.each([
    'Book review: A history of tides',
    'Erratum to: Adaptive indexing of moving objects',
    'Preprints of tidal research: Erratum',
  ])('leaves publications about another to a person: %s', (title) => {
    expect(score({ title }, { title })).toBeLessThan(MERGE_POINT);
  });

  it.each<[string, Partial<PublicationFields>, Partial<PublicationFields>]>([
    ['two years apart rather than one', { year: 2012 }, { year: 2013 }],
    [
      'another subject word rather than a misspelled one',
      { title: 'Adaptive routing of moving objects in wireless sensor networks' },
      { title: 'Adaptive indexing of moving objects in wireles sensor networks' },
    ],
  ])('is lower for %s', (_, lower, higher) => {
    const sparse = { venue: null, authors: null };
    expect(score(sparse, { ...sparse, ...lower })).toBeLessThan(score(sparse, { ...sparse, ...higher }));
  });

  it('allows a gap of years between a conference paper and its journal article', () => {
    const conference = { venue: 'Proceedings of the Conference on Mobile Data', year: 2012 };
    const other = { venue: 'IEEE Transactions on Sensor Networks', year: 2012 };
    const title = 'Adaptive indexing of moving objects in wireles sensor networks';
    const sparse = { authors: null };
    const [explained, unexplained] = [conference, other].map((one) => score(sparse, { ...sparse, ...one, title }));
    expect(explained).toBeGreaterThan(unexplained ?? 1);
  });

  it('doubts that a conference paper and a journal article of the next year with one title are one publication', () => {
    const conference = (year: number) =>
      score({ authors: null }, { authors: null, venue: 'Conference on Mobile Data', year });
    expect(conference(2013)).toBeLessThan(MATCH_POINT);
    expect(conference(2013)).toBeLessThan(conference(2014));
  });

  it('reads a missing year from the venue', () => {
    const vldb = (venue: string) => ({ venue, year: null, authors: null });
    const known = { venue: 'VLDB', year: 2003, authors: null };
    expect(score(known, vldb('Proc. of the 29th VLDB Conference'))).toBeGreaterThan(score(known, vldb('Proc. VLDB')));
    expect(score(known, vldb('Proc. of the 23rd VLDB Conference'))).toBeLessThan(score(known, vldb('Proc. VLDB')));
  });

  it('matches names that are written without a space', () => {
    const joined = { authors: 'MK Larsenokafor, JWu', year: null, venue: null };
    const strangers = { authors: 'Q Brandt, S Ruiz', year: null, venue: null };
    expect(score({}, joined)).toBeGreaterThan(score({}, strangers));
  });

  it('takes "part 2" and "part II" for the same part', () => {
    const [a, b] = [{ title: `${publication().title}, part 2` }, { title: `${publication().title}, part II` }];
    expect(score(a, b)).toBeGreaterThanOrEqual(MATCH_POINT);
  });

  it('allows an automatic merge if everything agrees', () => {
    expect(score({}, { authors: 'Mette K. Larsen, Paul Okafor, Jing Wu' })).toBeGreaterThanOrEqual(MERGE_POINT);
  });
});

describe('identifiers', () => {
  it('make two similar records one publication', () => {
    const [a, b] = [
      { authors: null, year: 2013 },
      { venue: 'Preprint', year: 2015 },
    ];
    expect(score({ ...a, identifiers: doi('10.1109/7') }, { ...b, identifiers: doi('10.1109/7') })).toBeGreaterThan(
      score(a, b),
    );
    const shared = { identifiers: doi('10.1109/7') };
    expect(
      score({ ...shared, year: 2013 }, { ...shared, title: publication().title.toUpperCase() }),
    ).toBeGreaterThanOrEqual(MERGE_POINT);
  });

  it('of a whole issue do not make two articles one publication', () => {
    const shared = { identifiers: doi('10.1109/issue') };
    expect(score(shared, { ...shared, title: 'Power control for dense cells', authors: 'Z Hill' })).toBeLessThan(
      MATCH_POINT,
    );
  });

  it('that differ make two publications', () => {
    expect(score({ identifiers: doi('10.1109/7') }, { identifiers: doi('10.1109/8') })).toBeLessThan(MATCH_POINT);
  });

  it('of a preprint are not evidence against the article', () => {
    const preprint = { identifiers: [...doi('10.48550/arxiv.1401.00001'), { kind: 'arxiv', value: '1401.00001v2' }] };
    expect(score(preprint, { identifiers: doi('10.1109/7') })).toBe(score({}, {}));
    const both = { identifiers: [{ kind: 'arxiv', value: '1401.00001' }, ...doi('10.1109/7')] };
    expect(
      scorePair(preparePublication(publication(preprint)), preparePublication(publication(both))).evidence.at(-1),
    ).toEqual({
      field: 'identifiers',
      verdict: 'agree',
      detail: 'both arxiv:1401.00001',
    });
  });

  it('of versions are shared', () => {
    const version = (number: number) => ({ title: 'Tides', identifiers: doi(`10.7554/eLife.12345.${number}`) });
    expect(score(version(1), version(2))).toBeGreaterThanOrEqual(MATCH_POINT);
  });

  it('are those of a preprint if the agency says so, and not if it names a journal', () => {
    const registered = (value: string, type: string, container: string | null) => ({
      identifiers: [{ kind: 'doi', value, registered: { type, container, relations: null } }],
    });
    const article = { identifiers: doi('10.1109/7') };
    expect(score(registered('10.1234/server.1', 'posted-content', null), article)).toBeGreaterThanOrEqual(MATCH_POINT);
    const journal = registered('10.48550/arxiv.1401.00001', 'journal-article', 'Tidal Record');
    expect(score(journal, article)).toBeLessThan(MATCH_POINT);
  });

  it.each(['10.5281/zenodo.12', '10.6084/m9.figshare.12', '10.12688/f1000research.12.1'])(
    'of a repository (%s) may be those of a copy or of data, so a person has to look',
    (value) => {
      const pair = score({ identifiers: doi(value) }, { identifiers: doi('10.1109/7') });
      expect(pair).toBeGreaterThanOrEqual(MATCH_POINT);
      expect(pair).toBeLessThan(MERGE_POINT);
    },
  );

  it('let publications with a generic title be proposed, but never merged without a review', () => {
    const editorial = { title: 'Editorial', identifiers: doi('10.1109/9') };
    expect(score(editorial, editorial)).toBeGreaterThanOrEqual(MATCH_POINT);
    expect(score(editorial, editorial)).toBeLessThan(MERGE_POINT);
  });
});

describe('hostile text', () => {
  it('is capped: a title of 100 kB is prepared and compared like any other', () => {
    const long = preparePublication(
      publication({ title: 'a '.repeat(50_000), authors: 'Xu '.repeat(30_000), venue: 'J. '.repeat(30_000) }),
    );
    const other = preparePublication(
      publication({ title: `${'ab'.repeat(50_000)}: ${'- '.repeat(500)}`, authors: 'A B, '.repeat(20_000) }),
    );
    for (const one of [long, other]) {
      expect(one.title.key.length).toBeLessThanOrEqual(300);
      expect(one.title.trigrams.length).toBeLessThanOrEqual(300);
      expect(one.title.words.length).toBeLessThanOrEqual(60);
      expect(one.authors.families.length).toBeLessThanOrEqual(40);
      expect(one.venue.words.length).toBeLessThanOrEqual(16);
    }
    expect(probabilityOf(long, other)).toBeLessThan(MATCH_POINT);
  });
});

describe('evidence', () => {
  it('describes what agrees and what does not', () => {
    const b = publication({
      venue: 'Proceedings of the Conference on Sensors',
      year: 2013,
      authors: 'MK Larsen, P Okafor',
    });
    expect(scorePair(preparePublication(publication()), preparePublication(b)).evidence).toEqual([
      { field: 'title', verdict: 'agree', detail: 'equal' },
      { field: 'authors', verdict: 'similar', detail: '2 of 2 (and 3) in common' },
      { field: 'venue', verdict: 'disagree', detail: 'conference and journal' },
      { field: 'year', verdict: 'similar', detail: 'one year apart' },
      { field: 'identifiers', verdict: 'unknown', detail: 'none to compare' },
    ]);
  });
});
