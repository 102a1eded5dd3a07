import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { ImageKind } from './image.ts';

const IMAGES = {
  upload: sql`select i.image, i.digest from scholars s join scholar_uploads i on i.scholar_id = s.id`,
  override: sql`select i.image, i.digest from scholars s join fetched_images i on i.scholar_id = s.id and i.url = s.image_override_url`,
  scraped: sql`
    select i.image, i.digest from scholars s join profiles p on p.id = s.profile_id and p.image_url is not null
    join fetched_images i on i.profile_id = p.id`,
};

/** The digest of a picture of a user's scholar; undefined when there is none to be shown. */
export async function findImageDigest(
  db: Queries,
  userId: number,
  scholar: { id: number; kind: ImageKind },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ digest: Buffer }>`
    select found.digest from (${imageOf(userId, scholar)}) found where found.digest is not null`.execute(db);
  return rows[0]?.digest;
}

/** The picture itself; undefined when it is another one by now. */
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
