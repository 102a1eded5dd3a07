import { addListed } from '../../src/library/arrival-store.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { refreshDisplays } from '../../src/publications/display.ts';
import { removeMissedListings } from '../../src/publications/record-store.ts';
import type { NewRecord } from '../../src/publications/records.ts';
import { saveRecords } from '../../src/publications/save-records.ts';
import {
  addProfile,
  findScholarOf,
  saveBaseline,
  saveProcessedListing,
  saveProfile,
  saveProfileFacts,
} from '../../src/scholars/store.ts';
import type { AuthorId } from '../../src/sources/author-list.ts';

let crawls = 0;

/**
 * Saves the whole list of a profile of a scholar, as a full crawl of one page does. The profile becomes the scholar's
 * if it is not yet.
 */
export async function saveListOf(
  db: Database,
  { userId, scholarId }: { userId: number; scholarId: number },
  { source, id, name }: AuthorId & { name: string | null },
  records: readonly NewRecord[],
): Promise<void> {
  crawls += 1;
  await db.transaction().execute(async (tx) => {
    const profileId = await saveProfile(tx, source, id);
    if ((await findScholarOf(tx, userId, profileId)) === undefined)
      await addProfile(tx, { userId, scholarId, profileId });
    const facts = { name: name ?? '', affiliation: null, imageUrl: null, links: [] };
    const { lastListingNumber: lastNumber } = await saveProfileFacts(tx, profileId, facts);
    const page = { source, profileId, lastNumber, records, fullCrawl: crawls, isWhole: true };
    const saved = await saveRecords(tx, page);
    await refreshDisplays(tx, await removeMissedListings(tx, profileId, crawls));
    await saveProcessedListing(tx, { userId, scholarId, profileId }, saved.lastNumber);
    await addListed(tx, userId, { id: scholarId, profileId, afterNumber: lastNumber }, { at: new Date(), runId: null });
    await saveBaseline(tx, { scholarId, profileId });
  });
}
