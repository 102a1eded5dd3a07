import { sql } from 'kysely';
import { readOwnName } from '../library/own-name.ts';
import { textVector } from '../library/search-words.ts';
import type { Queries } from '../platform/database/database.ts';
import type { MigrationSteps } from '../platform/database/migrate.ts';
import { readShown } from '../publications/display-store.ts';
import { evidenceOf, IMPORT } from '../publications/records.ts';
import { readStages, saveStages } from '../publications/stages.ts';
import { readRecords, redisplay, rereadRecords } from './reread-records-store.ts';

const BATCH = 2_000;

/** Steps that migrations cannot do in SQL. Each runs in the migration's transaction, after its statements. */
export const MIGRATION_STEPS: MigrationSteps = {
  '0015-records': finishRecords,
  '0025-search-language': weighWords,
  '0036-right-data': rereadRecords,
  '0039-visible-names': cleanNames,
  '0052-stages': fillStages,
};

/**
 * Extracts evidence from the text of migrated records, and recomputes displays. Only displays that 0.1.0 had completed
 * from imports change, because the record whose text 0.1.0 stored is ranked first.
 */
async function finishRecords(db: Queries): Promise<void> {
  for await (const rows of readRecords(db)) {
    const found = rows.map((row) => {
      const { doi, evidence } = evidenceOf({ ...row, identifiers: [] });
      // the key of an imported item does not name a row of a profile
      return {
        id: row.id,
        doi,
        evidence: row.source === IMPORT ? evidence.filter((piece) => !piece.startsWith('row:')) : evidence,
      };
    });
    await sql`
      update records r set doi = coalesce(k.doi, r.doi),
        evidence = r.evidence || array(select jsonb_array_elements_text(k.evidence) except select unnest(r.evidence))
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as k (id bigint, doi text, evidence jsonb) where k.id = r.id`.execute(
      db,
    );
    await redisplay(db, [...new Set(rows.map(({ publicationId }) => publicationId))]);
  }
}

/**
 * Gives the words of publications their positions and weights. The migration has emptied the copies of these words, so
 * no trigger has to follow.
 */
async function weighWords(db: Queries): Promise<void> {
  await sql`alter table publications disable trigger publications_note_order`.execute(db);
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; title: string; author: string | null; venue: string | null }>`
      select id, title, author_text as author, venue_text as venue from publications where id > ${after} order by id limit ${BATCH}`.execute(
      db,
    );
    const [last] = rows.slice(-1);
    if (!last) break;
    await sql`
      update publications p set search_vector = k.words::tsvector
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(textVector)}::text[]) as k (id, words) where k.id = p.id`.execute(
      db,
    );
    after = last.id;
  }
  await sql`alter table publications enable trigger publications_note_order`.execute(db);
}

/** Fills the stages of publications, shows where they are published, and lets the look-ups of preprints begin within a week. */
async function fillStages(db: Queries): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from publications where id > ${after} and canonical_id = id order by id limit ${BATCH}`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) break;
    const stages = await readStages(db, await readShown(db, ids));
    await saveStages(db, [...stages.values()]);
    const published = [...stages.values()].filter(
      ({ stage, versions }) => stage === 'published' && versions.length > 1,
    );
    await redisplay(
      db,
      published.map(({ id }) => id),
      stages,
    );
    after = ids.at(-1) ?? after;
  }
  await sql`
    update enrichment e set next_attempt_at = least(e.next_attempt_at, now() + random() * interval '7 days')
    from publications p where p.id = e.publication_id and p.stage = 'preprint' and e.source is null and e.status in ('resolved', 'failed')`.execute(
    db,
  );
}

interface Named {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly key: string | null;
  readonly isDeleted: boolean;
}

/** The tables with names that users gave, and the longest name of each. `isUnique`: a user has each name once. */
const TABLES = [
  { table: 'stored_tags', maxLength: 50, isUnique: true },
  { table: 'stored_rules', maxLength: 50, isUnique: true },
  { table: 'stored_views', maxLength: 80, isUnique: true },
  { table: 'channels', maxLength: 80, isUnique: false },
  { table: 'feeds', maxLength: 80, isUnique: false },
  { table: 'api_tokens', maxLength: 100, isUnique: false },
] as const;

/**
 * Reads stored names as those of requests are read: without invisible characters. A name that becomes that of another
 * one gets a number.
 */
export async function cleanNames(db: Queries): Promise<void> {
  for (const one of TABLES) await cleanNamesOf(db, one);
}

async function cleanNamesOf(db: Queries, { table, maxLength, isUnique }: (typeof TABLES)[number]): Promise<void> {
  const { rows } = await sql<Named>`
    select id, user_id as "userId", name, ${isUnique ? sql`name_key` : sql`null`} as key,
      ${isUnique ? sql`deleted_at is not null` : sql`false`} as "isDeleted"
    from ${sql.table(table)} where name ~ '[^ -~]' order by id`.execute(db);
  for (const row of rows) {
    const wanted = readOwnName(row.name, maxLength) ?? { name: 'Unnamed', key: 'unnamed' };
    if (wanted.name === row.name && (row.key === null || wanted.key === row.key)) continue;
    if (!isUnique) {
      await sql`update ${sql.table(table)} set name = ${wanted.name} where id = ${row.id}`.execute(db);
      continue;
    }
    const { name, key } = row.isDeleted
      ? wanted
      : await findFreeName(db, { table, row, wanted: wanted.name, maxLength });
    await sql`update ${sql.table(table)} set name = ${name}, name_key = ${key} where id = ${row.id}`.execute(db);
  }
}

async function findFreeName(
  db: Queries,
  { table, row, wanted, maxLength }: { table: string; row: Named; wanted: string; maxLength: number },
) {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`;
    const name = `${[...wanted].slice(0, maxLength - end.length).join('')}${end}`;
    const key = readOwnName(name, maxLength)?.key ?? name;
    const { rows } = await sql`
      select from ${sql.table(table)} where user_id = ${row.userId} and name_key = ${key} and id <> ${row.id} and deleted_at is null`.execute(
      db,
    );
    if (rows.length === 0) return { name, key };
  }
}
