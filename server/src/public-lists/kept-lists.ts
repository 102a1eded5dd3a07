import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Database } from '../platform/database/database.ts';
import type { PublicText } from '../platform/http/downloads.ts';
import type { Services } from '../platform/services.ts';
import { LIST_FORMATS, type ListFormat } from './list-formats.ts';
import { type ListDocument, readDocument } from './read-document.ts';
import { readRows } from './read-list-papers.ts';
import type { PublishedList } from './store.ts';
import { writePaperPage } from './write-paper-page.ts';

/** Of all lists; some 100 MB with their texts. */
const MAX_PAPERS = 20_000;
/** Browsers may keep a text for as long, so that nobody sees what is older. */
export const MAX_AGE_SECONDS = 300;

type Parts = Pick<Services, 'db' | 'config'>;
type Text = Pick<PublicText, 'digest' | 'gzip'>;

/** What was read of a list, and its texts that somebody asked for. */
interface Kept {
  readonly readAt: number;
  /** of the list, and of what it selects */
  readonly selection: string;
  readonly document: ListDocument;
  readonly texts: Map<ListFormat, Promise<Text>>;
}
interface Entry {
  readonly version: string;
  readonly kept: Promise<Kept>;
  papers: number;
}

const ofDatabase = new WeakMap<Database, Map<number, Entry>>();

/** The text of a list in a format. Requests at the same time share one text. */
export async function textOf(parts: Parts, list: PublishedList, format: ListFormat) {
  const kept = await keptOf(parts, list);
  const text = kept.texts.get(format) ?? compress(LIST_FORMATS[format].write(kept.document));
  kept.texts.set(format, text);
  return { ...(await text), ageSeconds: Math.floor(ageOf(kept)) };
}

/** The page of the paper of a list that has this cite key; undefined if it has none. */
export async function paperPageOf(parts: Parts, list: PublishedList, key: string) {
  const kept = await keptOf(parts, list);
  const paper = kept.document.papers.find((one) => one.key === key);
  if (!paper) return undefined;
  return { ...(await compress(writePaperPage(kept.document, paper))), ageSeconds: Math.floor(ageOf(kept)) };
}

async function compress(written: string | Promise<string>): Promise<Text> {
  const text = await written;
  return { digest: createHash('sha256').update(text).digest(), gzip: await promisify(gzip)(text) };
}

const ageOf = ({ readAt }: Kept) => (performance.now() - readAt) / 1000;

/**
 * Reads a list, or returns what was read of it. After a change of the library only its selection is read, and all the
 * rest if that has changed. What is found out about papers changes neither, so nothing is kept for longer than browsers
 * may keep it; its age is counted in what they may.
 */
async function keptOf(parts: Parts, list: PublishedList): Promise<Kept> {
  const entries = ofDatabase.get(parts.db) ?? new Map<number, Entry>();
  ofDatabase.set(parts.db, entries);
  const known = entries.get(list.id);
  if (known?.version === list.version) {
    const kept = await known.kept;
    if (ageOf(kept) < MAX_AGE_SECONDS) return kept;
    // another request reads it again
    if (entries.get(list.id) !== known) return keptOf(parts, list);
  }
  const entry: Entry = { version: list.version, kept: read(parts, list, known?.kept), papers: 0 };
  // the list that was read last is the last one
  entries.delete(list.id);
  entries.set(list.id, entry);
  try {
    const kept = await entry.kept;
    entry.papers = kept.document.papers.length;
    dropOldest(entries);
    return kept;
  } catch (error) {
    if (entries.get(list.id) === entry) entries.delete(list.id);
    throw error;
  }
}

async function read({ db, config }: Parts, list: PublishedList, before: Promise<Kept> | undefined): Promise<Kept> {
  const readAt = performance.now();
  const rows = await readRows(db, list);
  const content = [list.slug, list.name, list.options, rows];
  const selection = createHash('sha256').update(JSON.stringify(content)).digest('base64');
  const known = await before?.catch(() => undefined);
  if (known?.selection === selection && ageOf(known) < MAX_AGE_SECONDS) return known;
  // the host of a request may be anybody's, and what is kept here is for everybody
  const document = await readDocument(db, list, rows, config.publicUrl ?? '');
  return { readAt, selection, document, texts: new Map() };
}

function dropOldest(entries: Map<number, Entry>): void {
  let papers = 0;
  for (const [id, entry] of [...entries].reverse()) {
    papers += entry.papers;
    if (papers > MAX_PAPERS) entries.delete(id);
  }
}
