import type { Static } from 'typebox';
import { scholarNotFound } from '../library/not-found.ts';
import type { Services } from '../platform/services.ts';
import type { Scholar } from './contract.ts';
import { scholarOf } from './scholar.ts';
import { listScholars } from './store.ts';

/**
 * Returns a user's scholar as the API shows it.
 * @throws Problem `scholar_not_found`
 */
export async function getScholar(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  id: number,
): Promise<Static<typeof Scholar>> {
  const [row] = await listScholars(db, userId, [id]);
  if (!row) throw scholarNotFound();
  return scholarOf(row, config);
}
