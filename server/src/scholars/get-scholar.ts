import type { Static } from 'typebox';
import type { Services } from '../platform/http/endpoint.ts';
import type { Scholar } from './contract.ts';
import { scholarOf } from './scholar.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { listScholars } from './store.ts';

/**
 * A user's scholar as the wire has it.
 * @throws Problem `scholar_not_found`
 */
export async function getScholar(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  id: number,
): Promise<Static<typeof Scholar>> {
  const [row] = await listScholars(db, userId, id);
  if (!row) throw scholarNotFound();
  return scholarOf(row, config.googleScholar.baseUrl);
}
