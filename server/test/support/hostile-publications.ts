import fc from 'fast-check';
import type { CitedPublication } from '../../src/citations/make-item.ts';
import { KINDS } from '../../src/names/kinds.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const WORDS = [
  ...[
    'the',
    'of',
    'and',
    'in',
    'Deep',
    'learning',
    'Greenland',
    'ice',
    'glaciers',
    'DNA',
    'mRNA',
    'iPhone',
    'C',
    'A',
    '3D',
    'état',
    'Größe',
    'naïve',
  ],
  ...[
    'α-decay',
    'β',
    'Ångström',
    '深度学习',
    '综述',
    'の研究',
    '한국어',
    'теория',
    'льда',
    'نظرية',
    'עברית',
    'Ελλάδα',
    'e\u0301tude',
    'ﬁne',
    '²',
    '–',
    '—',
    '“quoted”',
    '«so»',
  ],
  ...[
    '100%',
    'R&D',
    'a_b',
    '#1',
    '~',
    '^',
    '\\',
    '\\alpha',
    '{',
    '}',
    '{x}',
    '$5',
    '<',
    'p<0.05',
    '"x"',
    "it's",
    "``x''",
    '--',
    '@article{x,',
    '=',
    ',',
    ';',
    ':',
    '?',
    '!',
    '[1]',
    '|',
    '*',
  ],
  ...[
    '<i>in vitro</i>',
    'H<sub>2</sub>O',
    'x<sup>2</sup>',
    '<b>',
    '</i>',
    '\n',
    '\t',
    '\u0000',
    '\u2028',
    '\u00a0',
    '\u200b',
    '👩‍👩‍👧‍👦',
    '\u{1d4d0}',
    '%%',
    '\\%',
    '\\{',
    '\\\\',
    '\\textbf{x}',
    '&amp;',
    '\\"o',
    '?`',
    '!`',
  ],
];
const FAMILIES = [
  ...[
    'Lund',
    'Smith',
    'García Márquez',
    'Ortega y Gasset',
    'De La Cruz',
    "O'Brien",
    "d'Alembert",
    'Müller-Lüdenscheidt',
    'Øst',
    'Çelik',
    'Ng',
    'hooks',
    'Said al-Masri',
  ],
  ...[
    'Иванов',
    '王',
    '山田',
    '김',
    'سلمان',
    'Παπαδόπουλος',
    'Smith & Sons',
    'A_B',
    '50%',
    'x{y}z',
    'back\\slash',
    'Anderson',
    'Band and Co',
  ],
];
const PARTICLES = ['', '', '', '', 'van der ', 'von ', 'de la ', 'al '];
const GIVEN = [
  'Ada',
  'J. K.',
  'Jean-Paul',
  'É.',
  'Иван',
  '小明',
  '太郎',
  'محمد',
  'Mary Ann',
  'X Æ',
  'and',
  'J.-P.',
  'Ann {Lee}',
  '100%',
];
const WHOLE = ['ATLAS Collaboration', 'Plato', 'Group of A and B', '王小明', 'Team "X", Inc.', '{Team} 50%', 'others'];
const VENUES = [
  null,
  'Nature 521 (7553), 436-444',
  'Proceedings of the Conference on Ice & Snow, 1-10',
  'arXiv preprint arXiv:1706.03762',
  'PhD thesis, University of Oslo',
  'R&D_Letters {A} 12, e17',
  'Cambridge University Press',
  'Handbook of #1, 3-9',
];

const title = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(HOSTILE_TEXTS)) },
      // no dollar sign: with the one of "$5" it would make the words between mathematics, which parsers read in their
      // own ways
      {
        weight: 1,
        arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('$', '')),
      },
    ),
    { minLength: 1, maxLength: 12 },
  )
  // a word, so that something is left without markup
  .chain((words) => fc.constantFrom(['ice', ...words], [...words, 'ice']))
  .map((words) => words.join(' '));
const person = fc
  .tuple(fc.constantFrom(...PARTICLES), fc.constantFrom(...FAMILIES), fc.constantFrom(...GIVEN))
  .map(([particle, family, given]) => ({ name: `${given} ${particle}${family}`, family: `${particle}${family}` }));
const whole = fc.constantFrom(...WHOLE).map((name) => ({ name, family: null }));
const doi = fc
  .tuple(
    fc.integer({ min: 1000, max: 99999 }),
    fc.string({ unit: fc.constantFrom(...'abcdefghij0123456789._;()/:<>-#&%~^'), minLength: 1, maxLength: 20 }),
  )
  .map(([prefix, rest]) => `10.${prefix}/x${rest}x`);

const text = fc.option(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
);
const place = {
  container: text,
  publisher: text,
  volume: text,
  issue: fc.option(fc.constantFrom('7553', '3-4', 'S{1}')),
  pages: fc.option(fc.constantFrom('436-444', 'e17', 'S1-12-S1-20', '1-4, 7', '100%')),
  issn: fc.option(fc.constant('1476-468X')),
};
const biblio = fc.record({
  type: fc.constantFrom(
    null,
    'journal-article',
    'proceedings-article',
    'book-chapter',
    'book',
    'dissertation',
    'posted-content',
  ),
  ...place,
});

const publication: fc.Arbitrary<CitedPublication> = fc.record({
  id: fc.nat(),
  title,
  author_text: fc.option(fc.constantFrom('A Lund, BC Berg', 'A Lund, …', 'Lund, Ada; Berg, C.', '')),
  venue_text: fc.constantFrom(...VENUES),
  year: fc.option(fc.integer({ min: 1500, max: 2030 })),
  citation_count: fc.nat(1000),
  pub_url: fc.option(fc.constantFrom('https://a.example/x_y%20z?a=b&c=#d', 'https://scholar.google.com/citations?x')),
  doi: fc.option(doi),
  identifiers: fc.option(fc.constantFrom({ arxiv: '1706.03762' }, { arxiv: 'hep-th/9901001', pmid: '1' }), { freq: 3 }),
  authors: fc.option(fc.array(fc.oneof({ weight: 5, arbitrary: person }, whole), { maxLength: 6 })),
  has_all_authors: fc.boolean(),
  biblio: fc.option(biblio, { freq: 2 }),
  stated: fc.option(
    fc.record({
      ...place,
      isbn: fc.constant(null),
      editors: fc.constant([]),
      type: fc.option(fc.constantFrom(...KINDS)),
    }),
    { freq: 2 },
  ),
  notice: fc.option(
    fc.record({
      nature: fc.constantFrom('retraction', 'concern'),
      date: fc.option(fc.constant('2010-02-06')),
      doi: fc.option(doi),
    }),
    { freq: 2 },
  ),
  reading: fc.constant(null),
});

/**
 * Publications whose titles and names break citation formats: always the same ones, or those of the seed LAW_SEED.
 * `fc.sample` reports no seed, so a failure with a random one could not be repeated.
 */
export function generatePublications(count: number): CitedPublication[] {
  return fc.sample(publication, { numRuns: count, seed: fc.readConfigureGlobal()?.seed ?? 1 });
}
