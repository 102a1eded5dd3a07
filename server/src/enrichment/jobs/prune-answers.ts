import type { Services } from '../../platform/http/endpoint.ts';
import { deleteExpiredAnswers } from '../answer-store.ts';

/** Deletes expired answers of sources. */
export const pruneAnswers = {
  name: 'prune-answers',
  async run({ db, log }: Services): Promise<void> {
    const count = await deleteExpiredAnswers(db);
    if (count > 0) log.info({ answers: count }, 'deleted answers that hold no longer');
  },
};
