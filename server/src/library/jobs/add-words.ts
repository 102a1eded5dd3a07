import type { Services } from '../../platform/services.ts';
import { lockLibrary } from '../entry-store.ts';
import { addWords, listUsersWithoutWords } from '../word-store.ts';

/** The scheduled job that prepares libraries that became large for fast searches. */
export const addWordsJob = {
  name: 'add-words',
  async run({ db }: Services): Promise<void> {
    for (const userId of await listUsersWithoutWords(db))
      await db.transaction().execute(async (tx) => {
        await lockLibrary(tx, userId);
        await addWords(tx, userId);
      });
  },
};
