import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';
import { ADA, BEN, countsOf, importInto, seenBy, sourceRow } from './portability-service.ts';

const openService = serviceOfFile();

const PUBLICATIONS = 5;
const PROFILES = [ADA, BEN];
const RUNS = Number(process.env.IMPORT_RUNS ?? 6);
const NOTHING = [0, 0, 0, 0, 0, 0];
const publication = fc.nat(PUBLICATIONS - 1);
const flag = fc.boolean();

/**
 * What two profiles list before and after an import, and a file with correct keys, keys of other publications, and
 * other texts.
 */
const world = fc.record({
  publications: fc.array(
    fc.record({
      hasCluster: flag,
      hasDoi: flag,
      isListedBefore: flag,
      profiles: fc.subarray(PROFILES, { minLength: 1 }),
    }),
    { minLength: PUBLICATIONS, maxLength: PUBLICATIONS },
  ),
  items: fc.array(
    fc.record({
      of: publication,
      scholar: fc.constantFrom(ADA, BEN, null),
      rowOf: fc.option(publication),
      clusterOf: fc.option(publication),
      doiOf: fc.option(publication),
      hasText: flag,
      venue: fc.constantFrom(null, 'A venue of the file', ' Spaces, \u00fcml\u00e4uts \u2028 and \u{1f600} '),
      pdf_url: fc.constantFrom(null, 'https://pdf.example/a.pdf'),
      is_read: flag,
      is_favorite: flag,
    }),
    { minLength: 1, maxLength: 8 },
  ),
  isCrawledByImporter: flag,
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** Titles and keys of one run, so that runs can share a service. */
function termsOf(run: number, number: number) {
  return {
    title: `Work number ${number} of run ${run}`,
    clusterKey: `cluster:${run}-${number}`,
    doi: `10.1000/run${run}.${number}`,
    code: `run${String(run).padStart(4, '0')}no${String(number).padStart(3, '0')}`,
  };
}

function pageOf({ publications }: World, run: number, profile: string, isBefore: boolean) {
  return publications.flatMap(({ profiles, hasCluster, hasDoi, isListedBefore }, number) => {
    if (!profiles.includes(profile) || (isBefore && !isListedBefore)) return [];
    const { title, clusterKey, doi, code } = termsOf(run, number);
    const venue = hasDoi ? `Journal, doi:${doi}` : 'Journal';
    return [sourceRow(profile, code, { title, venue, clusterKey: hasCluster ? clusterKey : null })];
  });
}

function fileOf({ items }: World, run: number) {
  const publications = items.map(
    ({ of, scholar, rowOf, clusterOf, doiOf, hasText, venue, pdf_url, is_read, is_favorite }) => ({
      scholar_id: scholar,
      title: hasText ? termsOf(run, of).title : `Something else of run ${run}`,
      author_text: 'A Author',
      year: 2020,
      venue_text: venue,
      pdf_url,
      row_keys: rowOf === null ? [] : [`${scholar ?? ADA}:${termsOf(run, rowOf).code}`],
      cluster_id: clusterOf === null ? null : termsOf(run, clusterOf).clusterKey,
      doi: doiOf === null ? null : termsOf(run, doiOf).doi,
      is_read,
      is_favorite: is_favorite || scholar === null,
    }),
  );
  return { scholars: PROFILES.map((scholar_id) => ({ scholar_id })), publications };
}

const exportOf = async (client: Client) => {
  const { exported_at: _, ...file } = await client.ok('GET', '/scholars/export');
  return file;
};

/** A service with a user who tracks two profiles. */
async function startWithReader() {
  const service = await openService();
  const reader = await service.newUser('reader');
  const scholars = [await track(service.db, reader.userId, ADA), await track(service.db, reader.userId, BEN)];
  const crawl = async (made: World, run: number, isBefore: boolean) => {
    for (const [at, profile] of PROFILES.entries())
      await savePageOf(service.db, scholars[at] ?? 0, pageOf(made, run, profile, isBefore), { at: new Date(1e12) });
  };
  return { ...service, reader, crawl };
}

test(
  'an import does not change what others see, is idempotent, and imports its own export without changes; marks survive a crawl',
  async () => {
    const [service, untouched] = await Promise.all([startWithReader(), startWithReader()]);
    const importer = await service.newUser('importer');
    let run = 0;
    const law = fc.asyncProperty(world, async (made) => {
      run += 1;
      for (const { crawl } of [service, untouched]) await crawl(made, run, true);
      const file = fileOf(made, run);
      const tried = await importInto(importer, file, '?dry_run=true');
      expect(await importInto(importer, file)).toEqual(tried);
      expect(tried).toMatchObject({ skipped_records: 0, warnings: [] });
      const own = await seenBy(importer);

      expect(countsOf(await importInto(importer, file))).toEqual(NOTHING);
      const exported = await exportOf(importer);
      expect(countsOf(await importInto(importer, exported))).toEqual(NOTHING);
      expect(await exportOf(importer)).toEqual(exported);
      expect(await seenBy(importer)).toEqual(own);
      expect(await seenBy(service.reader)).toEqual(await seenBy(untouched.reader));

      const { publications: before } = await importer.ok('GET', '/publications?page_size=500');
      for (const { crawl } of [service, untouched]) await crawl(made, run, false);
      expect(await seenBy(service.reader)).toEqual(await seenBy(untouched.reader));
      for (const { publication_id: id, is_read, is_favorite } of before) {
        const now = await importer.ok('GET', `/publications/${id}`);
        expect([now.is_read || !is_read, now.is_favorite || !is_favorite]).toEqual([true, true]);
      }
      if (made.isCrawledByImporter) {
        const { scholars } = await importer.ok('GET', '/scholars');
        for (const { id, scholar_id } of scholars)
          await savePageOf(service.db, id, pageOf(made, run, scholar_id, false), { at: new Date(1e12) });
      }
      const joined = await seenBy(importer);
      expect(countsOf(await importInto(importer, file))).toEqual(NOTHING);
      expect(countsOf(await importInto(importer, await exportOf(importer)))).toEqual(NOTHING);
      expect(await seenBy(importer)).toEqual(joined);
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  },
  120_000 + RUNS * 20_000,
);
