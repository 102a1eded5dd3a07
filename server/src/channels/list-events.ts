import type { Static } from 'typebox';
import type { Event, EventPage, EventPublication, EventQuery } from '../events/contract.ts';
import { numberEvents } from '../events/number-events.ts';
import { findCanonical } from '../library/canonical-store.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';
import { listEventsAfter, type StoredEvent, wakeChannels } from './event-store.ts';
import { describeForLog, logLines } from './log-events.ts';
import { readPublications, type ShownPublication } from './read-news.ts';

/** A page has no more publications than this, except those of its first event. */
const MAX_PUBLICATIONS = 2000;

type EventServices = Pick<Services, 'db' | 'config' | 'log'>;

/**
 * Numbers new events, so that everybody can read them, logs them for operators, and wakes the channels that announce
 * them at once.
 */
export async function publishEvents({ db, config, log }: EventServices): Promise<void> {
  await numberEvents(
    db,
    async (tx, firstNumber) => {
      await wakeChannels(tx, firstNumber, config.notifications.bundleSeconds);
      return describeForLog(tx, firstNumber);
    },
    (lines) => logLines(log, lines),
  );
}

/**
 * A page of a user's events after a number, and the number after which the next page begins. What was committed before
 * the call is in it.
 */
export async function listEvents(
  services: EventServices,
  userId: number,
  { after = 0, limit = 100 }: Static<typeof EventQuery>,
): Promise<Static<typeof EventPage>> {
  const { db } = services;
  await publishEvents(services);
  const found = await listEventsAfter(db, userId, { after }, limit + 1);
  const page = firstOf(found.slice(0, limit));
  const events = await describeEvents(db, userId, page);
  return { events, next_after: page.at(-1)?.number ?? after, has_more: page.length < found.length };
}

/** The first events, with not too many publications. */
function firstOf(events: readonly StoredEvent[]): readonly StoredEvent[] {
  let count = 0;
  const end = events.findIndex(({ publicationIds }, at) => {
    count += publicationIds.length;
    return at > 0 && count > MAX_PUBLICATIONS;
  });
  return end < 0 ? events : events.slice(0, end);
}

/** Events as scripts and webhooks get them, with the publications that the user's library shows now. */
export async function describeEvents(db: Queries, userId: number, events: readonly StoredEvent[]): Promise<Event[]> {
  const canonical = await findCanonical(
    db,
    events.flatMap(({ publicationIds }) => publicationIds),
  );
  const items = await readPublications(db, userId, [...new Set(canonical.values())]);
  const shown = new Map(items.map((item) => [item.publication_id, describe(item)]));
  return events.map(({ number, uid, kind, occurredAt, publicationIds, scholarId, scholarName, data }) => {
    const ids = new Set(publicationIds.flatMap((id) => canonical.get(id) ?? []));
    return {
      id: number,
      uid,
      type: kind,
      occurred_at: occurredAt,
      publications: [...ids].flatMap((id) => shown.get(id) ?? []),
      scholar_profile_id: scholarId,
      scholar_id: scholarId,
      scholar_name: scholarName,
      data,
    };
  });
}

function describe(item: ShownPublication): EventPublication {
  return {
    publication_id: item.publication_id,
    title: item.title,
    authors: item.author_text,
    venue: item.venue_text,
    year: item.year,
    doi: item.doi,
    pub_url: item.pub_url,
    pdf_url: item.pdf_url,
  };
}
