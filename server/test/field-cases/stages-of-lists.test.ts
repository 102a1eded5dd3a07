import { describe, expect, it } from 'vitest';
import { isPreprintDoi, isPreprintVenue } from '../../src/names/preprints.ts';
import { decodeText } from '../../src/platform/decode-text.ts';
import { groupBy } from '../../src/platform/group-by.ts';
import { evidenceOf, type NewRecord } from '../../src/publications/records.ts';
import { type RegisteredVersion, stageOf, versionsOf } from '../../src/publications/versions.ts';
import { parseDblpPerson } from '../../src/sources/dblp/parse-dblp-person.ts';
import { parseProfilePage } from '../../src/sources/google-scholar/parse-profile-page.ts';
import { parseOpenAlexList } from '../../src/sources/openalex/parse-openalex-list.ts';
import { parseOpenAlexWorks } from '../../src/sources/openalex/parse-openalex-works.ts';
import { parseOrcidRecord } from '../../src/sources/orcid/parse-orcid-record.ts';
import { answerOf, PERSON, publicationRow } from '../fixtures/dblp-answer.ts';
import { hasRecorded, readRecorded } from '../fixtures/read-fixture.ts';

/*
 * The stages of what recorded lists of authors have, by their rows alone, and of recorded works of OpenAlex, by what
 * enrichment stores of them.
 */
const FOLDERS = ['dblp', 'orcid', 'gscholar', 'openalex', 'matching'];
const isThere = FOLDERS.map(hasRecorded).every(Boolean);

type Row = NewRecord & { readonly stage: string; readonly registered: readonly RegisteredVersion[] };

const textOf = (path: string) => readRecorded(path).toString('utf8');
const pathsOf = (kind: RegExp): string[] =>
  textOf('MANIFEST.tsv')
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([path = '', , , , is = '']) => (kind.test(is) ? path : []));

function rowsOf(source: string, records: readonly NewRecord[], registered: readonly RegisteredVersion[] = []): Row[] {
  return records.map((record) => {
    const { identifiers, doi } = evidenceOf(record);
    const { key, venue, year, url } = record;
    const listed = source === 'openalex works' ? [] : [{ source, key, venue, year, url, doi }];
    return { ...record, registered, stage: stageOf(versionsOf({ records: listed, registered, identifiers })) };
  });
}

function readScholar(): Row[] {
  const pages = pathsOf(/^gscholar-profile/).map((path) =>
    parseProfilePage(decodeText(readRecorded(path), 'text/html'), { profileId: 'AAAAAAAAAAAJ', startRow: 0 }),
  );
  const rows = pages.flatMap((page) => (page.kind === 'found' ? page.value.rows : []));
  return rowsOf(
    'google_scholar',
    rows.map((row) => ({ ...row, clusterKey: null, url: null, identifiers: [] })),
  );
}

/** The recorded publications in DBLP's XML, and those of which only the venue was recorded, as the service has them. */
function readDblp(): Row[] {
  const xml = ['dblp/fastpaper/dblp_search.xml', 'dblp/fatcat/example_dblp.xml'].map(textOf).join('');
  const found = [...xml.matchAll(/<info>.*?<\/info>|<(article|inproceedings) key=.*?<\/\1>/gs)].map(([one]) => {
    const read = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(one)?.[1] ?? '';
    return {
      key: read('key') || (/ key="([^"]+)"/.exec(one)?.[1] ?? ''),
      venue: read('venue') || read('journal') || read('booktitle'),
      volume: read('volume'),
    };
  });
  const [, ...lines] = readRecorded('matching/dblp-acm-full/dblp.csv').toString('latin1').trim().split(/\r?\n/);
  const venues = new Set(lines.flatMap((line) => line.split('%').at(-2) ?? []));
  const kinds = [...found, ...[...venues].map((venue, at) => ({ key: `conf/x/${at}`, venue, volume: '' }))];
  const others = [
    { key: 'journals/corr/abs-1706-03762', venue: 'CoRR', volume: 'abs/1706.03762' },
    { key: 'journals/corr/cs-DB-0001001', venue: 'CoRR', volume: 'cs.DB/0001001' },
    { key: 'journals/iacr/Lund20', venue: 'IACR Cryptol. ePrint Arch.', volume: '2020' },
    { key: 'phd/dnb/Lund20', venue: 'University of Uppsala', volume: '' },
    { key: 'ms/Lund19', venue: '', volume: '' },
    { key: 'tr/ibm/RJ1', venue: 'IBM Research Report, San José, California', volume: 'RJ1' },
  ];
  const rows = [...kinds, ...others].map(({ key, ...more }, at) =>
    publicationRow(at, { publication: `https://dblp.org/rec/${key}`, addresses: '', ...more }),
  );
  const answer = parseDblpPerson(answerOf([{ ...PERSON, count: String(rows.length) }, ...rows]));
  return rowsOf('dblp', answer?.kind === 'found' ? (answer.value.records ?? []) : []);
}

function readWorks(): Row[] {
  const works = pathsOf(/^openalex-works?(?:-list)?$/).flatMap((path) => parseOpenAlexWorks(textOf(path)) ?? []);
  return works.flatMap(({ title, year, identifiers, metadata }) => {
    const { recordId = null, biblio, publishedOn = null } = metadata ?? {};
    const { type = null, container = null } = biblio ?? {};
    const own = { source: 'openalex', recordId, type, container, relations: null, publishedOn, versionNumber: null };
    const record = { key: recordId ?? '', clusterKey: null, title: title ?? '', authors: null, venue: container };
    return rowsOf('openalex works', [{ ...record, year, citations: null, url: null, identifiers }], [own]);
  });
}

describe.skipIf(!isThere)('stages of recorded lists', () => {
  if (!isThere) return;
  const lists: Readonly<Record<string, readonly Row[]>> = {
    google_scholar: readScholar(),
    dblp: readDblp(),
    orcid: rowsOf(
      'orcid',
      pathsOf(/^orcid-/).flatMap((path) => parseOrcidRecord(textOf(path))?.records ?? []),
    ),
    openalex: rowsOf(
      'openalex',
      pathsOf(/^openalex-works-list$/).flatMap((path) => parseOpenAlexList(textOf(path))?.works ?? []),
    ),
    'openalex works': readWorks(),
  };

  it.each(Object.entries(lists))('of %s: no preprint counts as published, and each is one', (source, rows) => {
    const counts = groupBy(rows, ({ stage }) => stage);
    console.info(`${source}: ${[...counts].map(([stage, { length }]) => `${stage} ${length}`).join(', ')}`);
    expect(rows.length).toBeGreaterThan(10);
    for (const { stage, title, venue, identifiers } of rows) {
      const dois = identifiers.flatMap(({ kind, value }) => (kind === 'doi' ? value : []));
      const isPreprint = dois.length > 0 ? dois.every(isPreprintDoi) : isPreprintVenue(venue);
      if (isPreprint) expect(stage, `${title} in ${venue}`).toBe('preprint');
    }
  });

  it('of DBLP follow from their keys', () => {
    const stages = lists.dblp?.map(({ key, stage }) => `${key.replace(/[^/]*$/, '')} ${stage}`);
    expect([...new Set(stages)].toSorted()).toEqual([
      ...['conf/er/ published', 'conf/focs/ published', 'conf/x/ published', 'journals/cacm/ published'],
      ...['journals/corr/ preprint', 'journals/iacr/ preprint', 'journals/npl/ published', 'journals/sis/ published'],
      ...['ms/ thesis', 'phd/dnb/ thesis', 'tr/ibm/ other'],
    ]);
  });

  it('of Google Scholar need more than a name: a patent, a title or a journal alone say nothing', () => {
    const of = (pattern: RegExp) =>
      new Set(lists.google_scholar?.flatMap(({ venue, stage }) => (pattern.test(venue ?? '') ? stage : [])));
    expect(of(/ \d+ \(\d+\), \d+-\d+$/)).toEqual(new Set(['published']));
    expect(of(/^Proceedings of the|International Conference on/)).toEqual(new Set(['published']));
    expect(of(/^(?:Queen Mary )?University of [A-Z][a-z]+$/)).toEqual(new Set(['thesis']));
    expect(of(/^US Patent|^IEEE Transactions on [A-Za-z ]+$|^IEEE Access$|^PB$/)).toEqual(new Set(['other']));
  });

  it('of works of OpenAlex follow from their types', () => {
    const works = lists['openalex works'] ?? [];
    const ofType = (wanted: string) =>
      new Set(works.flatMap(({ registered: [own], stage }) => (own?.type === wanted ? stage : [])));
    expect(ofType('preprint')).toEqual(new Set(['preprint']));
    expect(ofType('dissertation')).toEqual(new Set(['thesis']));
    const articles = works.filter(
      ({ venue, identifiers }) => venue !== null && identifiers.some(({ kind }) => kind === 'doi'),
    );
    expect(new Set(articles.map(({ stage }) => stage))).toEqual(new Set(['published']));
    expect(articles.length).toBeGreaterThan(10);
  });
});
