import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import type { ApiSource } from '../platform/sources-config.ts';
import type { Asked } from './ask-source.ts';
import { type Cooldown, noteBlocked, noteUnreachable } from './politeness.ts';

/** What is no answer, and no word about a budget or the request itself. */
export type Unanswered = Extract<
  Asked<unknown>,
  { kind: 'blocked' | 'key_refused' | 'absent' | 'changed' | 'unreachable' }
>;

/**
 * Notes for all services that a source refused to answer, or gave nothing that can be read: it is left alone as one that does not answer. Returns
 * the pause that begins by it, if one does.
 */
export async function noteUnanswered(
  { db, config, log }: { db: Database; config: Config; log: Logger },
  source: ApiSource,
  asked: Unanswered,
): Promise<Cooldown | null> {
  const policy = config.ingestion;
  if (asked.kind === 'blocked' || asked.kind === 'key_refused') {
    const { reason, retryAfterSeconds } =
      asked.kind === 'blocked' ? asked : { reason: asked.kind, retryAfterSeconds: null };
    const cooldown = await db.transaction().execute((tx) => noteBlocked(tx, source, policy, retryAfterSeconds));
    log.warn({ source, reason, until: cooldown?.until }, 'a source refused to answer');
    return cooldown;
  }
  const seconds = asked.kind === 'unreachable' ? (asked.retryAfterSeconds ?? 0) : 0;
  return db.transaction().execute((tx) => noteUnreachable(tx, source, policy, seconds));
}
