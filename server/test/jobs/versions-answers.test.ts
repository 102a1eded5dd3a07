import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLookupsDue, passTime } from '../support/due.ts';
import { listShown, type Shown } from '../support/enrichment.ts';
import { until, untilNoLookups } from '../support/wait.ts';
import { enrichingOfFile } from './enriching-service.ts';
import type { StubResponse } from './source-relay.ts';

const openService = await enrichingOfFile();
const PREPRINT = {
  title: 'Silt in the estuaries of two rivers',
  italic: null,
  year: new Date().getUTCFullYear(),
  copy: 'direct',
} as const;
const DOI = '10.64898/2026.11.19.600001';
const PREPRINTS = {
  datacite: { ...PREPRINT, doi: null, arxivId: '2611.10001', venue: 'arXiv preprint arXiv:2611.10001' },
  biorxiv: { ...PREPRINT, doi: DOI, arxivId: null, venue: 'bioRxiv, 2026.11.19.600001' },
} as const;

const NOTHING: Readonly<Record<string, StubResponse>> = {
  'a 404': { status: 404, body: '{"errors":[{"status":"404"}]}' },
  'an empty list': { body: '{"data":[],"messages":[{"status":"no posts found"}],"collection":[]}' },
  'broken JSON': { body: '{"data":[{"attributes":{"doi":"10.48550/arxiv.2611.10001","relatedIdent' },
  'an empty answer': { body: '' },
  'an error with status 200': { body: '{"errors":[],"messages":[{"status":"error"}],"collection":[]}' },
  'a refusal': { status: 429, body: '{}' },
};

test.each(
  (['datacite', 'biorxiv'] as const).flatMap((source) =>
    Object.keys(NOTHING).map((answer) => [source, answer] as const),
  ),
)('%s tells once what was published, and %s changes nothing', async (source, answer) => {
  let isSilent = false;
  const { admin, db, sandbox, add, enrich, seen } = await openService({
    [source]: () => (isSilent ? NOTHING[answer] : undefined),
    // Crossref does not know the preprint, so it states nothing
    crossref: ({ path }) => (decodeURIComponent(path).includes(DOI) ? { status: 404 } : undefined),
  });
  const paper = add(PREPRINTS[source]);
  await enrich();
  const read = async (): Promise<Shown> => {
    const [{ publication_id: id }] = await listShown(admin);
    return admin.ok('GET', `/publications/${id}`);
  };
  const events = async () =>
    (await sql<{ kind: string }>`select kind from events where kind ~ 'publish|revised' order by id`.execute(db)).rows;
  const before = await read();
  sandbox.change(paper, 'publish');

  isSilent = true;
  const count = seen(source).length;
  await passTime(db);
  await until(async () => {
    expect(seen(source).length).toBeGreaterThan(count);
    const { rows } = await sql`select from enrichment where source is not null and due_at <= clock_timestamp()`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });
  expect(await read()).toEqual(before);
  expect(await events()).toEqual([]);

  isSilent = false;
  await makeLookupsDue(db, source);
  for (const _ of [1, 2, 3]) {
    await untilNoLookups(db);
    await passTime(db);
  }
  await untilNoLookups(db);
  expect(await read()).toMatchObject({ stage: 'published', versions: [{ stage: 'published' }, { stage: 'preprint' }] });
  expect(await events()).toEqual([{ kind: 'publication.published' }]);
});
