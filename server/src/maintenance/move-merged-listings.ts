import type { RepairJob } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { lockIdentity } from '../publications/discovery-store.ts';
import { listMergedListings, moveListing, type ProfileScope } from '../publications/merged-listing-store.ts';
import { lockProfilesForChange } from '../scholars/store.ts';

export async function countMergedListings(db: Database, scope: ProfileScope): Promise<number> {
  return (await listMergedListings(db, scope)).length;
}

/** Lets listings that name a merged work name the one that stands for it, a profile at a time; returns how many. */
export async function moveMergedListings(db: Database, job: RepairJob, scope: ProfileScope): Promise<number> {
  const profileIds = new Set((await listMergedListings(db, scope)).map((listing) => listing.profile_id));
  let moved = 0;
  for (const profileId of profileIds) {
    moved += await db.transaction().execute(async (tx) => {
      await lockProfilesForChange(tx, [profileId]);
      await lockIdentity(tx);
      const listings = await listMergedListings(tx, scope, profileId);
      for (const listing of listings) await moveListing(tx, listing);
      const action = 'repair.move-listing';
      const changes = listings.map(({ profile_id, user_id: userId, publication_id: publicationId, root_id }) => {
        const before = { profile_id, publication_id: publicationId };
        return { action, userId, publicationId, before, after: { profile_id, publication_id: root_id } };
      });
      await writeAudit(tx, job, changes);
      return listings.length;
    });
  }
  return moved;
}
