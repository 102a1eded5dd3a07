import { createHash, hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { ListFilter } from '../library/contract.ts';
import { readListedIds } from '../library/page-store.ts';
import { readList } from '../library/read-list.ts';
import { splitAuthors } from '../names/split-authors.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { hashToken } from '../platform/http/session-cookie.ts';
import { usableUrl } from '../platform/parse-url.ts';
import { describeIdentifier } from '../publications/identifiers.ts';
import { OMISSION } from '../sources/record-authors.ts';
import { feedNotFound } from './change-feeds.ts';
import { type EntryRow, findFeed, MAX_AUTHORS, type ReadFeed, readEntries, touchFeed } from './store.ts';

/** Enough for a reader that asks once a day. */
const MAX_ENTRIES = 100;
const NEWEST_FIRST = { by: 'first_seen', direction: 'desc' } as const;

/** What a feed shows, in any format. */
export interface FeedDocument {
  /** a URN */
  readonly id: string;
  readonly title: string;
  /** the list in Lectern */
  readonly url: string;
  /** the address of the feed without the ending of its format */
  readonly address: string;
  /** when the newest entry came into the library, or when the feed was made */
  readonly updatedAt: Date;
  /** the newest first */
  readonly entries: readonly Entry[];
  /** of all the rest */
  readonly digest: Buffer;
}

/**
 * Reads the feed with this secret. `origin` is the beginning of its links.
 * @throws Problem `feed_not_found`, also if the view lists a scholar whom the user does not track any more
 */
export async function readFeed(db: Database, secret: string, origin: string): Promise<FeedDocument> {
  const feed = await findFeed(db, hashToken(secret));
  if (!feed) throw feedNotFound();
  if (feed.isStale) await touchFeed(db, feed.id);
  const { userId, libraryUid } = feed;
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const list = await readList(tx, userId, selectionOf(feed)).catch((error: unknown) => {
        throw error instanceof Problem ? feedNotFound() : error;
      });
      return readEntries(tx, userId, await readListedIds(tx, userId, list, NEWEST_FIRST, MAX_ENTRIES));
    });
  const entries = rows.map((row) => makeEntry(row, { libraryUid, origin }));
  const document = {
    id: urnOf(libraryUid, `feed ${feed.id}`),
    title: cleanText(feed.name) ?? 'Lectern',
    url: `${origin}/${listOf(feed)}`,
    address: `${origin}/feeds/${secret}`,
    updatedAt: entries[0]?.seenAt ?? feed.createdAt,
    entries,
  };
  return { ...document, digest: createHash('sha256').update(JSON.stringify(document)).digest() };
}

/**
 * What the feed selects. The mode of a view does not count: an entry must not be missing because it was read in Lectern
 * before the feed reader asked, or because there was another run.
 */
function selectionOf({ scope, scholarId, parameters }: ReadFeed): Static<typeof ListFilter> {
  if (scope === 'favorites') return { favorite_only: true };
  if (scope === 'scholar') return { scholar_profile_id: scholarId };
  return parameters === null ? {} : { ...parameters, mode: 'all' };
}

function listOf({ scope, scholarId }: ReadFeed): string {
  if (scope === 'favorites') return '?view=favorites';
  if (scope === 'scholar') return `?view=all&scholar=${scholarId}`;
  return scope === 'all' ? '?view=all' : '';
}

/** An entry of a feed in any format. Texts are single lines without control characters; addresses are absolute. */
export interface Entry {
  /** a URN, the same as long as the publication is in the library */
  readonly id: string;
  readonly title: string;
  /** where the publication is read: its DOI, its page at the source, or its page in Lectern */
  readonly url: string;
  /** its page in Lectern; null: the reader cannot open it */
  readonly lecternUrl: string | null;
  readonly authors: readonly string[];
  /** venue and year, and the beginning of the abstract; one paragraph each */
  readonly paragraphs: readonly string[];
  /** the venue, and the user's scholars who list it */
  readonly categories: readonly string[];
  readonly pdfUrl: string | null;
  /** when it came into the library */
  readonly seenAt: Date;
  /** the same, or when the preprint was published, so that readers show it again */
  readonly updatedAt: Date;
}

/** Describes a publication for feed readers. `libraryUid` is a UUID; `origin` is the beginning of links to Lectern. */
export function makeEntry(row: EntryRow, { libraryUid, origin }: { libraryUid: string; origin: string }): Entry {
  const lecternUrl = `${origin}/?view=all&open=${row.id}`;
  const venue = cleanText(row.venue_text);
  const doi = cleanText(row.doi);
  const doiUrl = doi && describeIdentifier({ kind: 'doi', value: doi, confidence: 1 }).url;
  const abstract = cleanText(row.abstract_start);
  const place = [venue, row.year].filter((part) => part !== null).join(', ');
  return {
    id: urnOf(libraryUid, `entry ${row.first_number}`),
    title: cleanText(row.title) ?? 'Untitled',
    url: addressOf(doiUrl) ?? addressOf(row.pub_url) ?? lecternUrl,
    lecternUrl,
    authors: authorsOf(row),
    paragraphs: [place, abstract ?? ''].filter((text) => text !== ''),
    categories: [...new Set([venue, ...row.scholars.map(cleanText)].filter((name) => name !== null))],
    pdfUrl: addressOf(row.pdf_url),
    seenAt: row.first_seen_at,
    updatedAt: row.became_published_at ?? row.first_seen_at,
  };
}

/** A UUID of version 5 (RFC 9562, 5.5) as a URN: the same for the same name in the same namespace, which is a UUID. */
export function urnOf(namespace: string, name: string): string {
  const bytes = hash(
    'sha1',
    Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]),
    'buffer',
  );
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return `urn:uuid:${bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}

function authorsOf({ authors, author_count, author_text }: EntryRow): string[] {
  const named = authors ?? splitAuthors(author_text ?? '').filter((name) => !OMISSION.test(name));
  const shown = named.slice(0, MAX_AUTHORS).flatMap((name) => cleanText(name) ?? []);
  const left = (author_count ?? named.length) - MAX_AUTHORS;
  return left > 0 ? [...shown, `and ${left} more`] : shown;
}

/** An address in ASCII; null if it is not one of the web. */
function addressOf(text: string | null): string | null {
  return text === null ? null : (usableUrl(text)?.href ?? null);
}
