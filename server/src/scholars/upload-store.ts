import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { KeptImage } from './shrink-image.ts';

/** Shows this picture for a locked scholar; the user's address for one is forgotten. */
export async function saveUpload(tx: Tx, scholarId: number, { image, digest }: KeptImage): Promise<void> {
  await tx
    .insertInto('scholar_uploads')
    .values({ scholar_id: scholarId, image, digest })
    .onConflict((conflict) =>
      conflict.column('scholar_id').doUpdateSet({ image, digest, created_at: sql<Date>`now()` }),
    )
    .execute();
  await saveImageUrl(tx, scholarId, null);
}

export async function deleteUpload(tx: Tx, scholarId: number): Promise<void> {
  await tx.deleteFrom('scholar_uploads').where('scholar_id', '=', scholarId).execute();
}

/** The address that the user wants a locked scholar's picture from; null: none. */
export async function saveImageUrl(tx: Tx, scholarId: number, url: string | null): Promise<void> {
  await tx.updateTable('scholars').set({ image_override_url: url }).where('id', '=', scholarId).execute();
}

export async function isTracked(db: Queries, userId: number, scholarId: number): Promise<boolean> {
  const scholar = db.selectFrom('scholars').select('id').where('user_id', '=', userId).where('id', '=', scholarId);
  return (await scholar.executeTakeFirst()) !== undefined;
}
