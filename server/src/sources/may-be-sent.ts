import type { Database } from '../platform/database/database.ts';
import { findTurnAge, noteSending, type SentTurn } from './store.ts';
import { MARGIN } from './turn-seconds.ts';

const MOST_NOTES = 5;

/**
 * Whether the request of a turn may still be sent, at this moment. On a busy machine it is noted anew, for the next one counts its distance from the
 * time noted; who was held up so long that somebody else has the turn sends nothing.
 */
export async function mayBeSent(db: Database, source: string, turn: SentTurn, floorSeconds: number): Promise<boolean> {
  let noted = turn;
  for (let attempt = 1; attempt <= MOST_NOTES; attempt += 1) {
    const age = await findTurnAge(db, source, noted);
    if (age === null) return false;
    if (age <= floorSeconds * 1000 * MARGIN || floorSeconds === 0) return true;
    const takenAt = await noteSending(db, source, noted, floorSeconds);
    if (takenAt === null) return false;
    noted = { ...noted, takenAt };
  }
  return true;
}
