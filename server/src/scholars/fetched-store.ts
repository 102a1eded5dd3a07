import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import type { KeptImage } from './shrink-image.ts';

/** When a picture is due that was never asked for: at once, whatever the clock says. */
const AT_ONCE = sql`'-infinity'::timestamptz`;
/** A picture that was asked for in the future was asked for before the clock was set back. Its time has come, instead of being so much later. */
const IS_DUE = sql<boolean>`(due_at <= now() or asked_at > clock_timestamp())`;

/** A picture that is to be fetched. */
export interface WantedImage {
  readonly id: number;
  readonly url: string;
}

/**
 * Notes which pictures are wanted: those that tracked profiles name, and those that users named for a scholar. A profile's photo stays until the next
 * one is there, which is asked for a day after the last question at the earliest, however often the page changes its mind; a user's other address
 * is another picture.
 */
export async function openImages(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // the lock that a drop of all publications takes first: profiles and scholars are not locked in another order beside it
    await sql`lock table scholars in row share mode`.execute(tx);
    await sql`
    insert into fetched_images (profile_id, url, due_at)
    select p.id, p.image_url, ${AT_ONCE} from profiles p left join fetched_images f on f.profile_id = p.id
    where p.image_url is not null and f.url is distinct from p.image_url and exists (select from scholars s where s.profile_id = p.id)
    order by p.id
    on conflict (profile_id) do update set url = excluded.url, failure_count = 0,
      due_at = coalesce(fetched_images.asked_at + interval '1 day', ${AT_ONCE})
    -- another service may have noted the same meanwhile
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

/** Deletes pictures that nobody is shown any more; gives their number. */
export async function deleteUnwantedImages(db: Queries): Promise<number> {
  const { rows } = await sql`
    delete from fetched_images f where
      (profile_id is not null and not exists (
        select from profiles p join scholars s on s.profile_id = p.id where p.id = f.profile_id and p.image_url is not null))
      or (scholar_id is not null and not exists (select from scholars s where s.id = f.scholar_id and s.image_override_url is not null))
    returning 1`.execute(db);
  return rows.length;
}

/** Forgets what was fetched from a user's address for a scholar: asked for again, it is asked for at once. */
export async function deleteFetched(tx: Tx, scholarId: number): Promise<void> {
  await tx.deleteFrom('fetched_images').where('scholar_id', '=', scholarId).execute();
}

/** Whose picture it is: a profile's photo, or what a user named for a scholar. */
export type ImageOwner = 'profile' | 'scholar';

/** Pictures whose time has come, of one kind of owner; what waits longest first, and of these a part. */
export async function listDueImages(
  db: Queries,
  of: ImageOwner,
  { most, after }: { most: number; after: number },
): Promise<WantedImage[]> {
  return db
    .selectFrom('fetched_images')
    .select(['id', 'url'])
    .where(`${of}_id`, 'is not', null)
    .where(IS_DUE)
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .offset(after)
    .execute();
}

/** A picture that is being fetched; `askedBefore`: when it was asked for the last time before, null when never. */
export interface AskedImage extends WantedImage {
  readonly askedBefore: Date | null;
}

/** Notes that a picture is asked for now; null when it is not due or not wanted any more. It stays due until its answer is saved. */
export async function noteAsked(db: Queries, { id, url }: WantedImage): Promise<AskedImage | null> {
  const { rows } = await sql<{ asked_at: Date | null }>`
    update fetched_images f set asked_at = now()
    from (select id, asked_at, ${IS_DUE} as is_due from fetched_images where id = ${id} for update) before
    where f.id = before.id and f.url = ${url} and before.is_due returning before.asked_at`.execute(db);
  const [row] = rows;
  return row ? { id, url, askedBefore: row.asked_at } : null;
}

/** Takes back a note: nobody was asked for the picture after all. */
export async function noteUnasked(db: Queries, { id, url, askedBefore }: AskedImage): Promise<void> {
  await sql`update fetched_images set asked_at = ${askedBefore} where id = ${id} and url = ${url}`.execute(db);
}

/** Keeps a picture, and asks again in some 30 days; those that were fetched together are not asked for together again. */
export async function saveFetched(db: Queries, { id, url }: WantedImage, kept: KeptImage): Promise<void> {
  await sql`
    update fetched_images set image = ${kept.image}, digest = ${kept.digest}, failure_count = 0,
      due_at = now() + interval '30 days' * (0.8 + 0.4 * random())
    where id = ${id} and url = ${url}`.execute(db);
}

/** Notes that there was no picture to be had: asked again after a day, then after two, and so on up to 32. What is shown already stays. */
export async function saveFailedFetch(db: Queries, { id, url }: WantedImage): Promise<void> {
  await sql`
    update fetched_images set failure_count = failure_count + 1,
      due_at = now() + interval '1 day' * (2 ^ least(failure_count, 5)) * (1 + 0.1 * random())
    where id = ${id} and url = ${url}`.execute(db);
}
