import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import type { ImageKind } from './image.ts';
import type { KeptImage } from './shrink-image.ts';

const IMAGES = {
  upload: sql`select i.image, i.digest from scholars s join scholar_uploads i on i.scholar_id = s.id`,
  override: sql`select i.image, i.digest from scholars s join fetched_images i on i.scholar_id = s.id and i.url = s.image_override_url`,
  scraped: sql`
    select i.image, i.digest from scholars s join profiles p on p.id = s.profile_id and p.image_url is not null
    join fetched_images i on i.profile_id = p.id`,
};

/** Returns the digest of a picture of a user's scholar; undefined if it cannot be shown. */
export async function findImageDigest(
  db: Queries,
  userId: number,
  scholar: { id: number; kind: ImageKind },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ digest: Buffer }>`
    select found.digest from (${imageOf(userId, scholar)}) found where found.digest is not null`.execute(db);
  return rows[0]?.digest;
}

/** Returns the picture with this digest; undefined if it was replaced. */
export async function findImage(
  db: Queries,
  userId: number,
  scholar: { id: number; kind: ImageKind; digest: Buffer },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ image: Buffer }>`
    select found.image from (${imageOf(userId, scholar)}) found where found.digest = ${scholar.digest}`.execute(db);
  return rows[0]?.image;
}

function imageOf(userId: number, { id, kind }: { id: number; kind: ImageKind }) {
  return sql`${IMAGES[kind]} where s.user_id = ${userId} and s.id = ${id}`;
}

/** A user's choice for a scholar: an uploaded picture, an address, or null for the profile's photo. */
export type OwnImage = KeptImage | string | null;

/**
 * Replaces the user's earlier choice for a locked scholar. It deletes a picture that was fetched, so the same address
 * is fetched again.
 */
export async function saveOwnImage(tx: Tx, scholarId: number, own: OwnImage): Promise<void> {
  const url = typeof own === 'string' ? own : null;
  await tx.deleteFrom('scholar_uploads').where('scholar_id', '=', scholarId).execute();
  await tx.deleteFrom('fetched_images').where('scholar_id', '=', scholarId).execute();
  await tx.updateTable('scholars').set({ image_override_url: url }).where('id', '=', scholarId).execute();
  if (own === null || typeof own === 'string') return;
  await tx
    .insertInto('scholar_uploads')
    .values({ scholar_id: scholarId, image: own.image, digest: own.digest })
    .execute();
}

/** The due time of a picture that was never requested. It is always in the past. */
const AT_ONCE = sql`'-infinity'::timestamptz`;
const IS_DUE = sql<boolean>`due_at <= now()`;
const HOST = sql`lower(substring(url from '^[^:]+://([^/?#]+)'))`;

/** A picture to fetch. */
export interface NeededImage {
  readonly id: number;
  readonly url: string;
}

/** A picture to fetch now. It is either a profile's photo, or a user entered its address for a scholar. */
export interface DueImage extends NeededImage {
  readonly isPhoto: boolean;
}

/**
 * Saves which pictures are needed: the photos of tracked profiles, and the addresses that users entered for a scholar.
 * A profile keeps its photo until a new one is fetched, at the earliest a day after the last request, even if the page
 * changes the address more often. A new address from a user is a new picture.
 */
export async function openImages(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // dropping all publications takes this lock first, so both transactions lock profiles and scholars in the same
    // order
    await sql`lock table scholars in row share mode`.execute(tx);
    await sql`
    insert into fetched_images (profile_id, url, due_at)
    select p.id, p.image_url, ${AT_ONCE} from profiles p left join fetched_images f on f.profile_id = p.id
    where p.image_url is not null and f.url is distinct from p.image_url and exists (select from scholars s where s.profile_id = p.id)
    order by p.id
    on conflict (profile_id) do update set url = excluded.url, failure_count = 0,
      due_at = coalesce(fetched_images.asked_at + interval '1 day', ${AT_ONCE})
    -- another process may have saved the same address meanwhile
    where fetched_images.url is distinct from excluded.url`.execute(tx);
    await sql`
    insert into fetched_images (scholar_id, url, due_at)
    select s.id, s.image_override_url, ${AT_ONCE} from scholars s left join fetched_images f on f.scholar_id = s.id
    where s.image_override_url is not null and f.url is distinct from s.image_override_url
    order by s.id
    on conflict (scholar_id) do update set url = excluded.url, failure_count = 0, image = null, digest = null, due_at = ${AT_ONCE}
    where fetched_images.url is distinct from excluded.url`.execute(tx);
  });
}

/** Deletes pictures that no user sees any more, and returns their number. */
export async function deleteUnwantedImages(db: Queries): Promise<number> {
  const { rows } = await sql`
    delete from fetched_images f where
      (profile_id is not null and not exists (
        select from profiles p join scholars s on s.profile_id = p.id where p.id = f.profile_id and p.image_url is not null))
      or (scholar_id is not null and not exists (select from scholars s where s.id = f.scholar_id and s.image_override_url is not null))
    returning 1`.execute(db);
  return rows.length;
}

/**
 * Returns pictures that are due: first one of each host, then a second one of each, and so on, so that a host with many
 * pictures does not delay the others.
 * Photos of profiles and addresses that users entered have separate limits.
 */
export async function listDueImages(
  db: Queries,
  max: { photosOfHost: number; namedOfHost: number; all: number },
): Promise<DueImage[]> {
  const { rows } = await sql<DueImage>`
    select id, url, is_photo as "isPhoto" from (
      select id, url, profile_id is not null as is_photo, row_number() over (partition by profile_id is null, ${HOST} order by due_at, id) as place
      from fetched_images where ${IS_DUE}
    ) due
    where place <= case when is_photo then ${max.photosOfHost}::integer else ${max.namedOfHost}::integer end
    order by place, id limit ${max.all}`.execute(db);
  return rows;
}

/**
 * Records the time of a request. Returns false if the picture is no longer due or needed. It stays due until its
 * response is saved.
 */
export async function recordRequest(db: Queries, { id, url }: NeededImage): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update fetched_images set asked_at = now() where id = ${id} and url = ${url} and ${IS_DUE}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Saves a picture. It is due again after about 30 days. The time is random, so that pictures fetched together spread
 * out.
 */
export async function saveFetched(db: Queries, { id, url }: NeededImage, kept: KeptImage): Promise<void> {
  await sql`
    update fetched_images set image = ${kept.image}, digest = ${kept.digest}, failure_count = 0,
      due_at = now() + interval '30 days' * (0.8 + 0.4 * random())
    where id = ${id} and url = ${url}`.execute(db);
}

/**
 * Records a failed request. The picture is due again after a day, then after two, four and so on, up to 32. The old
 * picture stays visible.
 */
export async function saveFailedFetch(db: Queries, { id, url }: NeededImage): Promise<void> {
  await sql`
    update fetched_images set failure_count = failure_count + 1,
      due_at = now() + interval '1 day' * (2 ^ least(failure_count, 5)) * (1 + 0.1 * random())
    where id = ${id} and url = ${url}`.execute(db);
}
