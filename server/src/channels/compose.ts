import type { EventKind } from '../events/contract.ts';
import { readLastNumber } from '../events/event-store.ts';
import { findCanonical } from '../library/canonical-store.ts';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import { type ClaimedChannel, lockClaimed } from './claim-store.ts';
import * as store from './compose-store.ts';
import type { ChannelFilter } from './contract.ts';
import { listEventsAfter, type StoredEvent } from './event-store.ts';
import { dayOf, nextDigest } from './schedule.ts';
import { selectByViews } from './view-filters.ts';

/** How many events a message announces at most. More wait for the next one. */
const MAX_EVENTS = 2000;

/**
 * Makes the messages about what happened since the channel's last one, and moves its cursor past it, in one
 * transaction: each event is either before the cursor or after it, so it is announced once, whenever a process is
 * killed. Nothing new: no message. Does nothing if the claim is lost, or if the channel is not due any more because its
 * user changed it since the claim.
 */
export async function composeMessages(db: Database, claimed: ClaimedChannel): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const locked = await lockClaimed(tx, claimed);
    if (!locked?.channel.isDue) return;
    const { channel, now } = locked;
    const upTo = await readLastNumber(tx);
    const { userId, announcedNumber: after, filter } = channel;
    const events = await listEventsAfter(tx, userId, { after, upTo, kinds: filter.event_kinds }, MAX_EVENTS);
    const news = await selectNews(tx, channel, events);
    await store.saveAnnounced(tx, channel.id, news.announced);
    await store.insertDeliveries(tx, channel.id, deliveriesOf(channel, news));
    const hasMore = events.length === MAX_EVENTS;
    const announcedNumber = hasMore ? (events.at(-1)?.number ?? upTo) : upTo;
    await store.saveComposed(tx, channel.id, { announcedNumber, ...nextOf(channel, now, hasMore) });
  });
}

/** When the next message is composed. */
function nextOf({ schedule, nextAt, lastDay }: ClaimedChannel, now: Date, hasMore: boolean) {
  if (schedule.frequency === 'at_once') return { nextAt: hasMore ? now : null, lastDay };
  // the day for which it was planned, also if the service was stopped at that hour
  const day = dayOf(nextAt ?? now, schedule.time_zone);
  return { nextAt: nextDigest(schedule, day, now), lastDay: day };
}

/** What a message announces. */
interface SelectedNews {
  readonly events: readonly StoredEvent[];
  /** the canonical publications that are announced as new */
  readonly publicationIds: readonly number[];
  readonly announced: readonly Announced[];
}

interface Announced {
  readonly kind: EventKind;
  readonly publicationId: number;
}

/** Selects the events that the channel's filter lets through, without publications that it has announced. */
async function selectNews(tx: Tx, channel: ClaimedChannel, events: readonly StoredEvent[]): Promise<SelectedNews> {
  const ids = events.flatMap(({ publicationIds }) => publicationIds);
  const canonical = await findCanonical(tx, ids);
  const canonicalIds = [...new Set(canonical.values())];
  const entries = await store.listEntries(tx, channel.userId, canonicalIds);
  const isWanted = await selectPublications(tx, channel.userId, channel.filter, entries);
  const entryOf = new Map(entries.map((entry) => [entry.publicationId, entry]));
  const announcedNew = await store.listAnnounced(tx, channel.id, 'publication.new', canonicalIds);
  const announcedPdfs = await store.listAnnounced(tx, channel.id, 'publication.pdf_found', canonicalIds);
  const news = { events: [] as StoredEvent[], publicationIds: [] as number[], announced: [] as Announced[] };
  const isForPeople = channel.kind !== 'webhook';
  for (const event of events) {
    const { kind, publicationIds, scholarId } = event;
    const shown = publicationIds.flatMap((id) => canonical.get(id) ?? []);
    const [id] = shown;
    if (publicationIds.length > 0 ? !shown.some((id) => isWanted.has(id)) : !isOfScholars(channel.filter, scholarId))
      continue;
    if (id !== undefined && (kind === 'publication.new' || kind === 'publication.pdf_found')) {
      const announcedIds = kind === 'publication.new' ? announcedNew : announcedPdfs;
      if (announcedIds.has(id)) continue;
      announcedIds.add(id);
      news.announced.push(...[id, ...publicationIds].map((publicationId) => ({ kind, publicationId })));
      // a mail goes to the reader, who knows what they have read meanwhile
      if (channel.kind === 'mail' && kind === 'publication.new' && !entryOf.get(id)?.isUnread) continue;
      // a new publication is announced with its PDF, and after a first crawl the PDFs of all old ones are found
      const isTooMuch = news.publicationIds.includes(id) || !entryOf.get(id)?.isOfRun;
      if (isForPeople && kind === 'publication.pdf_found' && isTooMuch) continue;
      if (kind === 'publication.new') news.publicationIds.push(id);
    }
    news.events.push(event);
  }
  return news;
}

/** Whether an event about a scholar, or about none, passes a channel's filter. */
function isOfScholars({ scholar_ids: scholarIds }: ChannelFilter, scholarId: number | null): boolean {
  return scholarId === null || scholarIds.length === 0 || scholarIds.includes(scholarId);
}

/**
 * Which visible publications a channel's filter lets through: those of its scholars or in its views; all if it names
 * none.
 */
async function selectPublications(
  db: Queries,
  userId: number,
  { scholar_ids: scholarIds, view_ids: viewIds }: ChannelFilter,
  entries: readonly store.Entry[],
): Promise<Set<number>> {
  const isOfScholar = ({ scholarIds: ids }: store.Entry) => ids.some((id) => scholarIds.includes(id));
  const hasAll = scholarIds.length === 0 && viewIds.length === 0;
  const publicationIds = entries.map(({ publicationId }) => publicationId);
  const selected = new Set(entries.flatMap((entry) => (hasAll || isOfScholar(entry) ? entry.publicationId : [])));
  for (const ids of (await selectByViews(db, userId, viewIds, publicationIds)).values())
    for (const id of ids) selected.add(id);
  return selected;
}

/**
 * A message for people announces all events together; a webhook gets a message for each, whose id is that of the event.
 */
function deliveriesOf({ kind }: ClaimedChannel, { events, publicationIds }: SelectedNews): store.NewDelivery[] {
  if (kind === 'webhook')
    return events.map(({ id, uid, publicationIds }) => ({ messageId: uid, eventIds: [id], publicationIds }));
  if (events.length === 0) return [];
  return [{ messageId: null, eventIds: events.map(({ id }) => id), publicationIds }];
}
