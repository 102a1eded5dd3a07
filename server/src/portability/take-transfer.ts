import { Problem } from '../platform/errors.ts';

/** At once in one process: each holds a connection to the database for as long as its client takes. */
const MOST_TRANSFERS = 4;
const TRY_AGAIN_SECONDS = 5;

let underWay = 0;

/**
 * Does an import or an export, of which few go on at the same time: the others find a connection.
 * @throws Problem `not_ready`
 */
export async function takeTransfer<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= MOST_TRANSFERS)
    throw new Problem('unavailable', 'not_ready', 'Several imports and exports are under way. Try again in a moment.', {
      retry_after_seconds: TRY_AGAIN_SECONDS,
    });
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}
