import type { Config } from '../../platform/config.ts';
import { wakeWork } from '../../platform/database/background-work-store.ts';
import type { Database } from '../../platform/database/database.ts';
import { isTransient } from '../../platform/database/database-errors.ts';
import { fetchUrl } from '../../platform/fetch.ts';
import type { Services } from '../../platform/services.ts';
import type { RunningJob } from '../../platform/work-loop.ts';
import type { Notice } from '../../sources/notice.ts';
import { userAgentOf } from '../../sources/write-request.ts';
import { type ReadList, readRetractionWatch } from '../read-retraction-watch.ts';
import { forgetList, readListState, saveAttempt, saveList } from '../store.ts';

const SOURCE = 'retraction_watch';
const TIMEOUT_MS = 5 * 60_000;
/** The list had 67 MB in November 2026, and grows by a tenth each year. */
const MAX_BYTES = 256 * 1024 * 1024;
/** A list with fewer of the notices that the last one had is incomplete. */
const MIN_SHARE = 0.9;

/**
 * Reads the list of Retraction Watch once a week. A list that cannot be read, or that has lost many rows, changes
 * nothing; the integrity report says so. If the list is switched off, what it said is deleted.
 */
export const updateNotices = {
  name: 'update-notices',
  async run(services: Services, { signal }: RunningJob): Promise<void> {
    const { db, config, log } = services;
    const { retractionWatchUrl: url } = config;
    const { noticeCount, isDue } = await readListState(db, SOURCE, config.noticeList);
    if (url === null) return forgetList(db, SOURCE);
    if (!isDue) return;
    const list = await requestList(config, url, signal);
    if (signal.aborted) return;
    const problem =
      list.kind === 'unreadable'
        ? list.reason
        : (problemOf(list.notices, noticeCount) ?? (await save(db, list.notices)));
    if (problem === null) return;
    log.warn({ host: new URL(url).host, problem }, 'the list of Retraction Watch was not saved');
    await saveAttempt(db, SOURCE, { noticeCount: null, problem });
  },
};

/** Why a list is not saved; null: it is. */
function problemOf({ length }: readonly Notice[], before: number | null): string | null {
  const isShort = before !== null && length < MIN_SHARE * before;
  return isShort ? `has only ${length} notices; the last one had ${before}` : null;
}

/** Saves a list; returns why that was not possible. */
async function save(db: Database, notices: readonly Notice[]): Promise<string | null> {
  try {
    await db.transaction().execute(async (tx) => {
      const noticeCount = await saveList(tx, SOURCE, notices);
      await saveAttempt(tx, SOURCE, { noticeCount, problem: null });
      await wakeWork(tx, 'announce-notices');
    });
    return null;
  } catch (error) {
    if (isTransient(error)) throw error;
    return 'could not be saved';
  }
}

async function requestList(config: Config, url: string, signal: AbortSignal): Promise<ReadList> {
  let list: ReadList | null = null;
  const outcome = await fetchUrl({
    url,
    userAgent: userAgentOf(config),
    accept: 'text/csv',
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 5,
    outbound: config.outbound,
    trustedOrigin: new URL(url).origin,
    signal,
    async read(body) {
      list = await readRetractionWatch(body);
    },
  });
  if (outcome.kind !== 'response')
    return {
      kind: 'unreadable',
      reason: outcome.kind === 'failed' ? `could not be read: ${outcome.message}` : 'has moved',
    };
  return list ?? { kind: 'unreadable', reason: `was refused with status ${outcome.status}` };
}
