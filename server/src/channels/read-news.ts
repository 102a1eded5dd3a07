import type { EventKind } from '../events/contract.ts';
import { findCanonical } from '../library/canonical-store.ts';
import type { Item } from '../library/contract.ts';
import { itemOf } from '../library/list-publications.ts';
import { readLibraryPage } from '../library/page-store.ts';
import { isPreprintVenue } from '../names/preprints.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Status } from '../sources/notice.ts';
import { sourceName } from '../sources/source.ts';
import type { ClaimedChannel } from './claim-store.ts';
import { listEventsById, readRetracted, type StoredEvent } from './event-store.ts';
import { dayOf } from './schedule.ts';
import { selectByViews } from './view-filters.ts';

/** A publication in a message. Texts are as the sources wrote them: whoever renders them escapes them. */
export interface NewsPublication {
  readonly id: number;
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  /** the beginning of the abstract, at most 300 characters; null: not known */
  readonly abstract: string | null;
  /** the open PDF that was checked */
  readonly pdfUrl: string | null;
  /** its page in Lectern */
  readonly url: string;
  /** why the user gets it, such as "You follow Ada Lovelace." */
  readonly reasons: readonly string[];
}

/**
 * The new publications of a scholar, the newest first. A publication of several scholars is in the first group only.
 */
export interface NewsGroup {
  readonly scholarName: string;
  /** the scholar's list in Lectern */
  readonly url: string;
  readonly publications: readonly NewsPublication[];
}

/** What a message for people announces. A publication is in it once. */
export interface News {
  readonly groups: readonly NewsGroup[];
  /** publications of which a PDF was found now */
  readonly pdfs: readonly NewsPublication[];
  /** a sentence about each other event, such as "Requests to Google Scholar resumed at 14:05." */
  readonly remarks: readonly string[];
}

/** What a delivery announces. */
interface Announced {
  readonly eventIds: readonly number[];
  /** the publications that are announced as new, as they were when the delivery was composed */
  readonly publicationIds: readonly number[];
}

/**
 * Reads what a message for people announces, as the user's library shows it now. A publication that is hidden or was
 * deleted since is left out.
 */
export async function readNews(
  db: Queries,
  channel: ClaimedChannel,
  { eventIds, publicationIds }: Announced,
): Promise<News> {
  const { userId, origin, schedule } = channel;
  const events = await listEventsById(db, userId, eventIds);
  const idsOf = (wanted: EventKind) =>
    events.filter(({ kind }) => kind === wanted).flatMap((event) => event.publicationIds);
  const ofPdfs = idsOf('publication.pdf_found');
  const changed = CHANGES.flatMap(idsOf);
  const canonical = await findCanonical(db, [...publicationIds, ...ofPdfs, ...changed]);
  const shownOf = (ids: readonly number[]) => new Set(ids.flatMap((id) => canonical.get(id) ?? []));
  const asNew = shownOf(publicationIds);
  const asPdfs = shownOf(ofPdfs);
  const shown = await readPublications(db, userId, [...new Set([...asNew, ...asPdfs, ...shownOf(changed)])]);
  const items = shown.filter(({ publication_id: id }) => asNew.has(id) || asPdfs.has(id));
  const shownOfId = new Map(shown.map((item) => [item.publication_id, item]));
  const isNew = ({ publication_id: id }: ShownPublication) => asNew.has(id);
  const cited = events.filter(({ kind }) => kind === 'publication.cites_retracted');
  const retracted = await readRetracted(
    db,
    cited.map(({ data }) => String(data.doi)),
  );
  const views = await selectByViews(db, userId, channel.filter.view_ids, [...asNew]);
  const describe = (item: ShownPublication) => describePublication(item, origin, views);
  return {
    groups: groupsOf(items.filter(isNew), origin, describe),
    pdfs: items.filter((item) => !isNew(item)).map(describe),
    remarks: events.flatMap((event) =>
      CHANGES.includes(event.kind)
        ? event.publicationIds.flatMap(
            (id) => changeLine(event, shownOfId.get(canonical.get(id) ?? id), retracted) ?? [],
          )
        : (remarkOf(event, schedule.time_zone) ?? []),
    ),
  };
}

/** The publications by scholar, in the order of the scholars' names; the newest publications of each come first. */
function groupsOf(
  items: readonly ShownPublication[],
  origin: string,
  describe: (item: ShownPublication) => NewsPublication,
): NewsGroup[] {
  const groups = new Map<number | null, ShownPublication[]>();
  for (const item of items) {
    const { scholar_profile_id: id } = item;
    groups.set(id, [...(groups.get(id) ?? []), item]);
  }
  return [...groups]
    .map(([id, publications]) => ({
      scholarName: publications[0]?.scholar_label ?? 'Other publications',
      url: id === null ? `${origin}/` : `${origin}/?scholar=${id}`,
      publications: publications.toSorted(newestFirst).map(describe),
    }))
    .toSorted((a, b) => a.scholarName.localeCompare(b.scholarName, 'en'));
}

function newestFirst(a: ShownPublication, b: ShownPublication): number {
  return (
    (b.year ?? 0) - (a.year ?? 0) ||
    b.first_seen_at.getTime() - a.first_seen_at.getTime() ||
    b.publication_id - a.publication_id
  );
}

function describePublication(
  item: ShownPublication,
  origin: string,
  views: ReadonlyMap<string, ReadonlySet<number>>,
): NewsPublication {
  const names = item.scholars.map(({ label }) => label);
  const inViews = [...views].flatMap(([name, ids]) => (ids.has(item.publication_id) ? `“${name}”` : []));
  const listed = new Intl.ListFormat('en');
  return {
    id: item.publication_id,
    title: item.title,
    authors: item.author_text,
    venue: item.venue_text,
    year: item.year,
    abstract: item.abstractStart,
    pdfUrl: item.pdf_url,
    url: `${origin}/?view=all&open=${item.publication_id}`,
    reasons: [
      ...(names.length === 0 ? [] : [`You follow ${listed.format(names)}.`]),
      ...(inViews.length === 0 ? [] : [`It is in your view ${listed.format(inViews)}.`]),
    ],
  };
}

const NOTICES: Readonly<Record<Status, string>> = {
  retraction: 'Retracted',
  withdrawal: 'Withdrawn',
  concern: 'Has an expression of concern',
};

/** What becomes of a publication, or of one that it cites. */
const CHANGES: readonly EventKind[] = [
  'publication.notice',
  'publication.cites_retracted',
  'publication.published',
  'publication.revised',
];

/** What became of a publication; null if the library does not show it any more, or not as the event says. */
function changeLine(
  { kind, data }: StoredEvent,
  item: ShownPublication | undefined,
  retracted: ReadonlyMap<string, Status>,
): string | null {
  if (item === undefined) return null;
  if (kind === 'publication.notice') return item.notice && `${NOTICES[item.notice]}: ${item.title}`;
  if (kind === 'publication.cites_retracted') {
    const nature = retracted.get(String(data.doi));
    return nature
      ? `Cites a paper that was ${nature === 'withdrawal' ? 'withdrawn' : 'retracted'} (${data.doi}): ${item.title}`
      : null;
  }
  if (kind === 'publication.revised') return `Version ${data.version_number} was posted: ${item.title}`;
  if (item.stage !== 'published') return null;
  const venue = item.venue_text === null || isPreprintVenue(item.venue_text) ? '' : ` in ${item.venue_text}`;
  return `Now published${venue}: ${item.title}`;
}

/** A sentence about an event that is not about a publication; null for the others. */
function remarkOf({ kind, scholarName, data }: StoredEvent, timeZone: string): string | null {
  const name = scholarName ?? 'A scholar that you no longer follow';
  const source = sourceName(String(data.source));
  if (kind === 'scholar.added') return `${name} was added to your scholars.`;
  if (kind === 'scholar.needs_attention')
    return `${name} is not checked at ${source} any more: ${attentionOf(String(data.reason))}`;
  if (kind === 'source.resumed') return `Requests to ${source} have resumed.`;
  if (kind === 'source.paused')
    return `${source} refused requests. It gets no requests before ${timeOf(String(data.until), timeZone)}.`;
  if (kind === 'run.finished') return endOf(String(data.status), Number(data.new_publication_count));
  return null;
}

function attentionOf(reason: string): string {
  if (reason === 'not_found') return 'the profile does not exist there.';
  return 'too many attempts failed.';
}

function endOf(status: string, count: number): string {
  const found = count === 0 ? 'nothing new' : count === 1 ? '1 new publication' : `${count} new publications`;
  if (status === 'canceled') return `A check was canceled. It had found ${found}.`;
  if (status === 'failed') return 'A check failed.';
  return status === 'success'
    ? `A check ended with ${found}.`
    : `A check ended with ${found}. Some profiles could not be read.`;
}

function timeOf(time: string, timeZone: string): string {
  const date = new Date(time);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(date);
  return `${dayOf(date, timeZone)}, ${clock}`;
}

/** A publication of a user's library, with the beginning of its abstract if that is known. */
export type ShownPublication = Item & { readonly abstractStart: string | null };

/** The publications with these ids that a user's library shows, in the order of the ids. */
export async function readPublications(
  db: Queries,
  userId: number,
  ids: readonly number[],
): Promise<ShownPublication[]> {
  if (ids.length === 0) return [];
  const order = { ids, values: ids.map(() => 0) };
  const window = { limit: ids.length, offset: 0 };
  const { state, rows } = await readLibraryPage(
    db,
    userId,
    { condition: { kind: 'publications', ids } },
    order,
    window,
    { withAbstract: true },
  );
  return rows.map((row) => ({ ...itemOf(row, state, null), abstractStart: row.abstract_start }));
}
