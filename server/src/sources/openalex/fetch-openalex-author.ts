import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { type AuthorListRequest, type AuthorListResult, toListResult } from '../author-list.ts';
import { querySource } from '../query-source.ts';
import type { SourceRequest } from '../record.ts';
import { awaitSlot, type SlotRequest } from '../request-slots.ts';
import { SOURCE_LIMITS } from '../source-limits.ts';
import { LIST_PAGE, openalexAuthor, openalexWorksOf } from './openalex-requests.ts';
import { openalexShare } from './openalex-share.ts';
import { isImplausibleAuthor, parseOpenAlexAuthor } from './parse-openalex-authors.ts';
import { parseOpenAlexList } from './parse-openalex-list.ts';

const SOURCE = 'openalex';
/** The claim of a page covers both requests. */
const LIMITS = { timeoutMs: 12_000, maxBytes: 32 * 1024 * 1024 };
const MAX_WAIT_MS = 5_000;

interface Services {
  readonly db: Database;
  readonly config: Config;
}

/**
 * Fetches an author, which is free, and a page of the list of works, if the number of works changed. The caller
 * reserves the request slot of the first request.
 */
export async function fetchOpenAlexAuthor(services: Services, request: AuthorListRequest): Promise<AuthorListResult> {
  const { sourceId, startRow, knownPublicationCount, signal } = request;
  const access = services.config.sources.openalex;
  const query = <T>(of: SourceRequest, parse: (body: string) => T | null) =>
    querySource(services, { source: SOURCE, request: of, parse, credential: 'shared', signal, ...LIMITS });
  const found = await query(openalexAuthor(access, sourceId), parseOpenAlexAuthor);
  if (found.kind !== 'found') return toListResult(found);
  const author = found.value;
  const page = {
    sourceId: author.id,
    name: author.name,
    affiliation: author.affiliation,
    imageUrl: null,
    publicationCount: author.publicationCount,
    links: author.orcid === null ? [] : [{ source: 'orcid' as const, id: author.orcid }],
  };
  const unread = {
    kind: 'found',
    value: { ...page, records: null, listedCount: null, hasMore: false, warnings: [] },
  } as const;
  if (author.id !== sourceId) return unread;
  if (isImplausibleAuthor(author)) return { kind: 'changed', reason: 'implausible_author' };
  if (startRow === 0 && author.publicationCount === knownPublicationCount) return unread;

  const listRequest = openalexWorksOf(access, sourceId, startRow / LIST_PAGE + 1);
  const slot = await awaitSlot(services.db, slotOf(services, listRequest.cost), { maxWaitMs: MAX_WAIT_MS, signal });
  if (!slot.isGranted) {
    if (slot.reason === 'budget') return { kind: 'spent', until: slot.until };
    return { kind: 'postponed' };
  }
  const list = await query(listRequest, parseOpenAlexList);
  if (list.kind !== 'found') return toListResult(list);
  const { works, rowCount, totalCount, unreadableCount } = list.value;
  // a page without all its works would hide them, and look as if they had been removed
  if (rowCount < Math.min(LIST_PAGE, totalCount - startRow)) return { kind: 'changed', reason: 'list_ended_early' };
  const hasMore = startRow + rowCount < totalCount;
  const warnings = unreadableCount > 0 ? [`left out without a title: ${unreadableCount}`] : [];
  return { kind: 'found', value: { ...page, records: works, listedCount: totalCount, hasMore, warnings } };
}

function slotOf({ config }: Services, cost: number): SlotRequest {
  const { minIntervalSeconds, apiKey } = config.sources.openalex;
  const { dailyBudget } = SOURCE_LIMITS[SOURCE];
  return openalexShare('openalex_lists', {
    source: SOURCE,
    intervalSeconds: minIntervalSeconds,
    cost,
    dailyBudget: (apiKey === null ? dailyBudget?.shared : dailyBudget?.own) ?? null,
  });
}
