import type { OurPublication } from '../src/enrichment/choose-record.ts';
import type { RecordIdentifier, SourceRecord } from '../src/sources/record.ts';

/** A hard pair, chosen manually. */
export interface MatchingCase {
  readonly what: string;
  readonly publication: OurPublication;
  readonly record: SourceRecord;
  readonly isSame: boolean;
  /** false: the same publication, but the records do not prove it, so the rule must not match them */
  readonly isFound: boolean;
}

/** title, year, authors as Google Scholar prints them, venue */
type Ours = readonly [string, number | null, string | null, string?];
/**
 * title, year, authors "Given Family; Family|Given" (the second form where the source tells them apart), what
 * identifies it
 */
type Theirs = readonly [string | null, number | null, string, RecordIdentifier?];

const pairOf = (what: string, ours: Ours, theirs: Theirs, isSame: boolean, isFound: boolean): MatchingCase => ({
  what,
  publication: { title: ours[0], year: ours[1], authorText: ours[2], venue: ours[3] ?? null },
  record: {
    title: theirs[0],
    year: theirs[1],
    authors: theirs[2]
      .split(';')
      .filter((text) => text.trim() !== '')
      .map((text) => {
        const [family = '', given] = text.trim().split('|');
        return given === undefined ? { name: family, family: null } : { name: `${given} ${family}`, family };
      }),
    identifiers: theirs[3] ? [theirs[3]] : [],
    pdfs: [],
    landingPages: [],
    evidenceUrl: null,
  },
  isSame,
  isFound,
});

const same = (what: string, ours: Ours, theirs: Theirs) => pairOf(what, ours, theirs, true, true);
const leftOpen = (what: string, ours: Ours, theirs: Theirs) => pairOf(what, ours, theirs, true, false);
const other = (what: string, ours: Ours, theirs: Theirs) => pairOf(what, ours, theirs, false, false);

const doi = (value: string): RecordIdentifier => ({ kind: 'doi', value });
const arxiv = (value: string): RecordIdentifier => ({ kind: 'arxiv', value });

const TIDES = 'Numerical models of tidal mixing in narrow straits';

export const MATCHING_CASES: readonly MatchingCase[] = [
  // how titles are written
  same(
    'a full stop, capitals and quotation marks',
    ['“Deep” sea currents', 2019, 'A Bauer'],
    ['DEEP SEA CURRENTS.', 2019, 'Anna Bauer'],
  ),
  same(
    'accents',
    ['Über die Größe der Gezeiten', 2001, 'J Müller'],
    ['Uber die Grösse der Gezeiten', 2001, 'Jürgen Muller'],
  ),
  same('TeX letters', ['Étude de la marée', 2001, 'R Dupré'], ["\\'{E}tude de la mar\\'ee", 2001, "Ren\\'e Dupré"]),
  same(
    'TeX mathematics',
    ['Bounds on α-decay in L2 spaces', 2015, 'K Ito'],
    ['Bounds on $\\alpha$-decay in $L^2$ spaces', 2015, 'Kenji Ito'],
  ),
  same(
    'a Greek letter spelled out',
    ['TNF-alpha in coastal fish', 2015, 'K Ito'],
    ['TNF-α in coastal fish', 2015, 'Kenji Ito'],
  ),
  same(
    'markup',
    ['Growth of Zostera marina under CO2', 2012, 'L Rossi'],
    ['Growth of <i>Zostera marina</i> under CO<sub>2</sub>', 2012, 'Luca Rossi'],
  ),
  same(
    'a ligature',
    ['Efficient flow in confined channels', 2012, 'L Rossi'],
    ['Eﬃcient ﬂow in conﬁned channels', 2012, 'Luca Rossi'],
  ),
  same(
    'hyphens and joined words',
    ['Move-around of meta-data in data bases', 1999, 'P Levy'],
    ['Move around of metadata in databases', 1999, 'Paul Levy'],
  ),
  same('"&" and "and"', ['Wind & waves at sea', 2003, 'P Levy'], ['Wind and waves at sea', 2003, 'Paul Levy']),
  same(
    'an article before',
    ['The tide table: a data structure', 2003, 'P Levy'],
    ['Tide table: a data structure', 2003, 'Paul Levy'],
  ),
  same(
    'another dash',
    ['Tides — a survey of models', 2003, 'P Levy'],
    ['Tides: a survey of models', 2003, 'Paul Levy'],
  ),
  same(
    'British and American',
    ['Parallelising tidal models: an evaluation', 1996, 'J Shafer'],
    ['Parallelizing tidal models: an evaluation', 1996, 'John Shafer'],
  ),
  same(
    'a plural',
    ['Data management for asymmetric communications environments', 1995, 'M Zdonik, R Alonso'],
    ['Data management for asymmetric communication environments', 1995, 'Mary Zdonik; Rafael Alonso'],
  ),
  same(
    'a letter lost',
    ['Access to heterogenous tidal data', 1998, 'B Reinwald'],
    ['Access to heterogeneous tidal data', 1998, 'Berta Reinwald'],
  ),
  same(
    'letters changed places',
    ['A statistical infromation grid for tides', 1997, 'W Wang, J Yang'],
    ['A statistical information grid for tides', 1997, 'Wei Wang; Jiong Yang'],
  ),
  same(
    'without its subtitle',
    ['Mining the tides of the northern seas', 2009, 'E Lund'],
    ['Mining the tides of the northern seas: methods and tools', 2009, 'Eva Lund'],
  ),
  same(
    'with a subtitle in brackets',
    ['Mining the tides of the northern seas (extended version)', 2009, 'E Lund'],
    ['Mining the tides of the northern seas', 2009, 'Eva Lund'],
  ),
  same(
    'cut off',
    ['A comparative assessment of the measured and modelled tidal energy in the …', 2009, 'E Lund, K Berg, ...'],
    [
      'A comparative assessment of the measured and modelled tidal energy in the straits of the northern seas',
      2009,
      'Eva Lund; Kim Berg; Ole Dahl',
    ],
  ),
  same('Chinese', ['潮汐模型的数值研究', 2010, '王小明, 李四'], ['潮汐模型的数值研究', 2010, '小明 王; 四 李']),
  same(
    'Cyrillic',
    ['Модели приливов в узких проливах', 2010, 'И Иванов'],
    ['Модели приливов в узких проливах.', 2010, 'Иван Иванов'],
  ),
  leftOpen(
    'translated',
    ['Modelle der Gezeiten in engen Strassen', 2010, 'I Ivanov'],
    ['Models of tides in narrow straits', 2010, 'Ivan Ivanov'],
  ),
  leftOpen('transliterated', ['Модели приливов', 2010, 'И Иванов'], ['Modeli prilivov', 2010, 'Ivan Ivanov']),
  leftOpen(
    'cut off too early',
    ['A comparative …', 2009, 'E Lund, K Berg'],
    ['A comparative assessment of tides', 2009, 'Eva Lund; Kim Berg'],
  ),
  leftOpen(
    'of one word, without its subtitle',
    ['Tidebase', 2009, 'E Lund'],
    ['Tidebase: a data store for oceanographers', 2009, 'Eva Lund'],
  ),
  leftOpen('generic, though the same', ['Editorial', 2009, 'E Lund'], ['Editorial', 2009, 'Eva Lund']),
  leftOpen(
    'cut off within its first words',
    ['Comparative assessment …', 2009, 'E Lund'],
    ['Comparative assessment of tides', 2009, 'Eva Lund'],
  ),
  leftOpen(
    'without its subtitle, and a preprint of the year before',
    ['Mining the tides of the northern seas', 2010, 'E Lund'],
    ['Mining the tides of the northern seas: methods and tools', 2009, 'Eva Lund', arxiv('0901.0001')],
  ),

  // how names are written
  same('initials together', [TIDES, 2014, 'JK Müller'], [TIDES, 2014, 'Jan-Karl Müller']),
  same('initials apart', [TIDES, 2014, 'JK Müller'], [TIDES, 2014, 'J. K. Müller']),
  same('a second name missing', [TIDES, 2014, 'J Müller'], [TIDES, 2014, 'Müller|Jan K.']),
  same('called by the second name', [TIDES, 2014, 'K Müller'], [TIDES, 2014, 'Müller|Jan Karl']),
  same('an umlaut written out', [TIDES, 2014, 'J Mueller'], [TIDES, 2014, 'Jan Müller']),
  same('ø and å', [TIDES, 2014, 'S Sørensen, P Aakre'], [TIDES, 2014, 'Søren Soerensen; Per Åkre']),
  same('particles', [TIDES, 2014, 'AB van der Berg'], [TIDES, 2014, 'Berg|Anna B. van der']),
  same('particles joined', [TIDES, 2014, 'D DeWitt'], [TIDES, 2014, 'David de Witt']),
  same('a particle left out', [TIDES, 2014, 'C Silva'], [TIDES, 2014, 'Carla da Silva']),
  same('an apostrophe', [TIDES, 2014, 'S O’Connell'], [TIDES, 2014, "Sean O'Connell"]),
  same('a double name', [TIDES, 2014, 'H Garcia-Molina'], [TIDES, 2014, 'Héctor García Molina']),
  same('one of two family names', [TIDES, 2014, 'J García'], [TIDES, 2014, 'Juan García López']),
  same('"Junior"', [TIDES, 2014, 'W Smith Jr'], [TIDES, 2014, 'Smith|Walter']),
  same('family name first', [TIDES, 2014, 'Müller, J. K., Bauer, A.'], [TIDES, 2014, 'Jan K. Müller; Anna Bauer']),
  same('family name first, initials after it', [TIDES, 2014, 'JK Müller'], [TIDES, 2014, 'Müller JK']),
  same('Chinese names turned round', [TIDES, 2014, 'X Wang'], [TIDES, 2014, 'Wang Xiaoming']),
  same('a Chinese given name taken for the family name', [TIDES, 2014, 'W Xiaoming'], [TIDES, 2014, 'Xiaoming Wang']),
  same('two syllables, two initials', [TIDES, 2014, 'XM Wang'], [TIDES, 2014, 'Xiaoming Wang']),
  same('a name with a number', [TIDES, 2014, 'W Liu'], [TIDES, 2014, 'Wei Liu 0001']),
  same('"et al."', [TIDES, 2014, 'E Lund et al.'], [TIDES, 2014, 'Eva Lund; Kim Berg; Ole Dahl']),
  same(
    'cut off after many',
    [TIDES, 2014, 'E Lund, K Berg, O Dahl, ...'],
    [TIDES, 2014, 'Eva Lund; Kim Berg; Ole Dahl; Per Vik; Ida Holm; Jo Lie; Mia Moe; Tor Ås'],
  ),
  same('an organisation', [TIDES, 2014, 'Tidal Research Consortium'], [TIDES, 2014, 'The Tidal Research Consortium']),
  same(
    'an organisation taken for a person',
    [TIDES, 2014, 'WH Organization'],
    [TIDES, 2014, 'World Health Organization'],
  ),
  same('the first author alone', [TIDES, 2014, 'E Lund, K Berg, O Dahl'], [TIDES, 2014, 'Lund|Eva']),
  same('another order', [TIDES, 2014, 'K Berg, E Lund'], [TIDES, 2014, 'Eva Lund; Kim Berg']),
  leftOpen('another name', [TIDES, 2014, 'A Bauer'], [TIDES, 2014, 'Anna Schmidt-Huber']),
  same('a name misspelt', [TIDES, 2014, 'R Golding'], [TIDES, 2014, 'Rob Goldring']),
  leftOpen('names in two scripts', [TIDES, 2014, '王小明'], [TIDES, 2014, 'Xiaoming Wang']),
  leftOpen('no authors there', [TIDES, 2014, 'E Lund'], [TIDES, 2014, '']),
  leftOpen('no authors here', [TIDES, 2014, null], [TIDES, 2014, 'Eva Lund']),
  leftOpen(
    'a list that begins with an omission',
    [TIDES, 2014, '..., O Dahl'],
    [TIDES, 2014, 'Eva Lund; Kim Berg; Ole Dahl; Per Vik'],
  ),
  leftOpen(
    'a list that begins with an omission before the first',
    [TIDES, 2014, '..., E Lund'],
    [TIDES, 2014, 'Eva Lund; Kim Berg; Ole Dahl; Per Vik'],
  ),
  same('in capitals', [TIDES, 2014, 'WANG LI'], [TIDES, 2014, 'Li Wang']),

  // years
  same(
    'the arXiv copy, a year before',
    [TIDES, 2015, 'E Lund', 'Journal of Tides 3 (1), 1-20'],
    [TIDES, 2014, 'Eva Lund', arxiv('1401.00001')],
  ),
  same(
    'the article of our arXiv copy',
    [TIDES, 2014, 'E Lund, K Berg', 'arXiv preprint arXiv:1401.00001'],
    [TIDES, 2015, 'Eva Lund; Kim Berg', doi('10.1000/tides')],
  ),
  same(
    'the copy at another server',
    [TIDES, 2022, 'E Lund'],
    [TIDES, 2021, 'Eva Lund', doi('10.1101/2021.03.01.123456')],
  ),
  leftOpen(
    'online in the year before',
    [TIDES, 2015, 'E Lund', 'Journal of Tides 3 (1), 1-20'],
    [TIDES, 2014, 'Eva Lund', doi('10.1000/tides')],
  ),
  leftOpen('two years after the preprint', [TIDES, 2016, 'E Lund'], [TIDES, 2014, 'Eva Lund', arxiv('1401.00001')]),
  leftOpen('no year here', [TIDES, null, 'E Lund'], [TIDES, 2014, 'Eva Lund']),
  leftOpen('no year there', [TIDES, 2014, 'E Lund'], [TIDES, null, 'Eva Lund']),
  other(
    'the journal form of a paper at a conference',
    [TIDES, 2014, 'E Lund', 'Proceedings of TIDE'],
    [TIDES, 2015, 'Eva Lund', doi('10.1000/journal')],
  ),
  other(
    'a new edition',
    ['Tidal mixing in narrow straits', 1999, 'E Lund'],
    ['Tidal mixing in narrow straits', 2009, 'Eva Lund'],
  ),
  other(
    'a preprint with a short title, a year before',
    ['On tides', 2015, 'E Lund'],
    ['On tides', 2014, 'Eva Lund', arxiv('1401.00001')],
  ),

  // other publications
  other('a comment', [TIDES, 2014, 'E Lund'], [`Comment on "${TIDES}"`, 2014, 'Eva Lund']),
  other('the commented', [`Comments on “${TIDES}”`, 2014, 'E Lund'], [TIDES, 2014, 'Eva Lund']),
  other(
    'a reply to a comment',
    [`Comment on “${TIDES}”`, 2014, 'E Lund'],
    [`Reply to comment on "${TIDES}"`, 2014, 'Eva Lund'],
  ),
  other('a response after a colon', [TIDES, 2014, 'E Lund'], [`${TIDES}: authors' response`, 2014, 'Eva Lund']),
  other('a rejoinder', [TIDES, 2014, 'E Lund'], [`${TIDES}: Rejoinder`, 2014, 'Eva Lund']),
  same('a mark of its retraction', [TIDES, 2014, 'E Lund'], [`RETRACTED: ${TIDES}`, 2014, 'Eva Lund']),
  same(
    'a note of a citation index about its retraction',
    [TIDES, 2014, 'E Lund'],
    [`${TIDES} (Retracted article. See vol. 12, pg. 3, 2016)`, 2014, 'Eva Lund'],
  ),
  other('its data and code', [TIDES, 2014, 'E Lund'], [`${TIDES}: data and code`, 2014, 'Eva Lund']),
  other('a file beside it', [TIDES, 2014, 'E Lund'], [`Additional file 2 of ${TIDES}`, 2014, 'Eva Lund']),
  other('its review', [TIDES, 2014, 'E Lund'], [`Peer review report 1 on ${TIDES}`, 2014, 'Eva Lund']),
  other('an erratum', [TIDES, 2014, 'E Lund'], [`Erratum: ${TIDES}`, 2014, 'Eva Lund']),
  other('an erratum in brackets', [TIDES, 2014, 'E Lund'], [`${TIDES} (Erratum)`, 2014, 'Eva Lund']),
  other(
    'a corrigendum',
    [TIDES, 2014, 'E Lund'],
    [`Corrigendum to “${TIDES}” [J. Tides 3 (2014) 1–20]`, 2014, 'Eva Lund'],
  ),
  other('a correction', [TIDES, 2014, 'E Lund'], [`Author Correction: ${TIDES}`, 2014, 'Eva Lund']),
  other('a retraction', [TIDES, 2014, 'E Lund'], [`Retraction Note: ${TIDES}`, 2014, 'Eva Lund']),
  other('a supplement', [TIDES, 2014, 'E Lund'], [`Supplementary material: ${TIDES}`, 2014, 'Eva Lund']),
  other('the data', [TIDES, 2014, 'E Lund'], [`Data from: ${TIDES}`, 2014, 'Eva Lund', doi('10.5061/dryad.1')]),
  other(
    'a review of the book',
    ['Tides of the narrow straits', 2014, 'E Lund'],
    ['Book Review: Tides of the narrow straits', 2014, 'Eva Lund'],
  ),
  other('another part', [`${TIDES}: Part I`, 2014, 'E Lund'], [`${TIDES}: Part II`, 2014, 'Eva Lund']),
  other('another part, in digits', [`${TIDES} 1`, 2014, 'E Lund'], [`${TIDES} 2`, 2014, 'Eva Lund']),
  other('a second part', [TIDES, 2014, 'E Lund'], [`${TIDES} II`, 2014, 'Eva Lund']),
  other('a part with a subtitle', [TIDES, 2014, 'E Lund'], [`${TIDES}. Part 2: results`, 2014, 'Eva Lund']),
  other(
    'another number within',
    ['A survey of 12 tidal models of the north', 2014, 'E Lund'],
    ['A survey of 21 tidal models of the north', 2014, 'Eva Lund'],
  ),
  other(
    'another year within',
    ['Report on the 2013 workshop on tides', 2014, 'E Lund'],
    ['Report on the 2014 workshop on tides', 2014, 'Eva Lund'],
  ),
  other(
    'another subtitle',
    ['Advances in tidal research methods: the north', 2014, 'E Lund'],
    ['Advances in tidal research methods: the south', 2014, 'Eva Lund'],
  ),
  other(
    'another substance',
    ['Synthesis of methane in tidal basins at low pressure', 2014, 'E Lund'],
    ['Synthesis of ethane in tidal basins at low pressure', 2014, 'Eva Lund'],
  ),
  other(
    'another salt',
    ['Uptake of nitrate in tidal basins at low pressure', 2014, 'E Lund'],
    ['Uptake of nitrite in tidal basins at low pressure', 2014, 'Eva Lund'],
  ),
  other(
    'the opposite',
    ['Symmetric mixing of water in narrow straits', 2014, 'E Lund'],
    ['Asymmetric mixing of water in narrow straits', 2014, 'Eva Lund'],
  ),
  other(
    'another word',
    ['Maternal effects on growth in coastal fish', 2014, 'E Lund'],
    ['Paternal effects on growth in coastal fish', 2014, 'Eva Lund'],
  ),
  other('"C" and "C++"', ['Tidal models in C', 2014, 'E Lund'], ['Tidal models in C++', 2014, 'Eva Lund']),
  other(
    'another Greek letter',
    ['α-decay of heavy nuclei', 2014, 'E Lund'],
    ['β-decay of heavy nuclei', 2014, 'Eva Lund'],
  ),
  other(
    'a longer title, half of the authors',
    ['Mining the tides of the northern seas', 2009, 'E Lund, K Berg'],
    ['Mining the tides of the northern seas: methods and tools', 2009, 'Eva Lund; Tor Vik'],
  ),
  other(
    'one title, other authors',
    ['Introduction to tidal research', 2014, 'E Lund'],
    ['Introduction to tidal research', 2014, 'Tor Vik; Ida Holm'],
  ),
  other(
    'one title, a namesake with another initial',
    ['Introduction to tidal research', 2014, 'E Lund'],
    ['Introduction to tidal research', 2014, 'Karl Lund'],
  ),
  other(
    'one title, one shared in the middle',
    ['Reminiscences on tides', 2014, 'E Lund, K Berg, O Dahl, I Holm'],
    ['Reminiscences on tides', 2014, 'Tor Vik; Kim Berg; Jo Lie'],
  ),
  other('a generic title', ['Editorial', 2014, 'E Lund'], ['Editorial', 2014, 'Eva Lund']),
  other('a column', ["Treasurer's message", 2014, 'E Lund'], ['Treasurer’s Message', 2014, 'Eva Lund']),
  other('a numbered chapter', ['Chapter 3', 2014, 'E Lund'], ['Chapter 3', 2014, 'Eva Lund']),
  other(
    'a name that begins like ours',
    [TIDES, 2014, 'E Lund'],
    ['Numerical models of tidal mixing in narrow straits and their use in forecasts', 2014, 'Eva Lund'],
  ),
  other(
    'of other people in the same issue',
    [TIDES, 2014, 'E Lund'],
    ['Sediments of the southern seas', 2014, 'Jo Lie'],
  ),
  other('the issue as a whole', [TIDES, 2014, 'E Lund'], ['Proceedings of the 3rd Conference on Tides', 2014, '']),
];
