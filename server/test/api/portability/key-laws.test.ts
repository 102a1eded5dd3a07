import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AUTHOR_SOURCES, type AuthorSource } from '../../../src/sources/author-list.ts';
import { makeRow, track } from '../../support/library.ts';
import { saveListOf } from '../../support/person-lists.ts';
import { serviceOfFile } from '../../support/service.ts';
import { countsOf, importInto } from './portability-service.ts';

const openService = serviceOfFile();

const RUNS = Number(process.env.IMPORT_RUNS ?? 6);

const PROFILES: Readonly<Record<AuthorSource, (run: number) => string>> = {
  google_scholar: (run) => `AAAAAAAA${String(run).padStart(4, '0')}`,
  openalex: (run) => `A50000${String(run).padStart(4, '0')}`,
  orcid: (run) => `0000-0002-1825-${String(run).padStart(4, '0')}`,
  dblp: (run) => `65/${9000 + run}`,
};
/** Keys in the forms of the sources, and such as no source has yet. */
const KEYS: Readonly<Record<AuthorSource, (profile: string, code: string) => string>> = {
  google_scholar: (profile, code) => `${profile}:${code}_-x`,
  openalex: (_, code) => `W4${code}`,
  orcid: (profile, code) => `${profile}:doi:10.5555/(${code})<a>;2-#é`,
  dblp: (_, code) => `https://dblp.org/rec/journals/corr/abs-${code}`,
};

const list = fc.record({
  source: fc.constantFrom(...AUTHOR_SOURCES),
  entries: fc.array(
    fc.record({
      title: fc.constantFrom('Slow tides', 'Editorial', 'Maps of the ice', 'Sediments of cold lakes', '…'),
      year: fc.constantFrom(2019, 2020, null),
      authors: fc.constantFrom('N Li', 'Na Li, Ola Dahl', null),
      venue: fc.constantFrom(null, 'Journal of Tides', 'Tidal Record 3 (1)', 'CoRR'),
      doi: fc.constantFrom(null, null, '1', '2'),
      keyLength: fc.constantFrom(0, 0, 400, 2000),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

test("another user's export names each publication of this server by keys that an import reads", async () => {
  const service = await openService();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(list, { minLength: 1, maxLength: 4, selector: ({ source }) => source }),
      async (lists) => {
        run += 1;
        const [owner, other] = [await service.newUser(`owner${run}`), await service.newUser(`other${run}`)];
        const scholarId = await track(service.db, owner.userId, PROFILES.google_scholar(run));
        for (const { source, entries } of lists) {
          const profile = { source, id: PROFILES[source](run), name: 'Na Li' };
          const records = entries.map(({ doi, keyLength, ...fields }, at) => {
            const key = KEYS[source](profile.id, `${run}${at}${'0'.repeat(keyLength)}`);
            const identifiers = doi === null ? [] : [{ kind: 'doi' as const, value: `10.5555/${run}.${doi}` }];
            return makeRow(key, { ...fields, identifiers, url: null });
          });
          await saveListOf(service.db, { userId: owner.userId, scholarId }, profile, records);
        }
        const file = await owner.ok('GET', '/scholars/export');
        const count = file.publications.length;
        expect(countsOf(await importInto(other, file, '?dry_run=true'))).toEqual([1, 0, 0, 0, count, 0]);
        expect(countsOf(await importInto(other, file))).toEqual([1, 0, 0, 0, count, 0]);
        expect(countsOf(await importInto(other, file))).toEqual([0, 0, 0, 0, 0, 0]);
        expect((await other.ok('GET', '/publications')).total_count).toBe(count);
      },
    ),
    { numRuns: RUNS },
  );
});
