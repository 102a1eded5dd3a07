import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
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
