import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Database } from '../platform/database/database.ts';
import type { PublicText } from '../platform/http/downloads.ts';
import type { Services } from '../platform/services.ts';
import { LIST_FORMATS, type ListFormat } from './list-formats.ts';
import { readDocument } from './read-document.ts';
import type { OpenedList } from './store.ts';

/** Some 40 MB if all of them are of the largest lists. */
const MAX_TEXTS = 64;
/** Browsers may keep a text for as long, so that nobody sees what is older. */
export const MAX_AGE_SECONDS = 300;

interface Made {
  readonly version: string;
  readonly madeAt: number;
  readonly text: Promise<Pick<PublicText, 'digest' | 'gzip'>>;
}

type Parts = Pick<Services, 'db' | 'config'>;

const ofDatabase = new WeakMap<Database, Map<string, Made>>();

/**
 * The text of a list in a format. It is made again after each change of the list or the library. What is found out about
 * publications changes neither, so a text is also made again when it is as old as browsers may keep it; its age is
 * counted in what they may. Requests at the same time share one text.
 */
export async function textOf(parts: Parts, list: OpenedList, format: ListFormat) {
  const { db } = parts;
  const texts = ofDatabase.get(db) ?? new Map<string, Made>();
  ofDatabase.set(db, texts);
  const key = `${format} ${list.id}`;
  const known = texts.get(key);
  const age = known ? (performance.now() - known.madeAt) / 1000 : 0;
  const isFresh = known !== undefined && known.version === list.version && age < MAX_AGE_SECONDS;
  const made = isFresh ? known : { version: list.version, madeAt: performance.now(), text: make(parts, list, format) };
  // the latest used is the last one
  texts.delete(key);
  texts.set(key, made);
  for (const oldest of [...texts.keys()].slice(0, -MAX_TEXTS)) texts.delete(oldest);
  try {
    return { ...(await made.text), ageSeconds: isFresh ? Math.floor(age) : 0 };
  } catch (error) {
    if (texts.get(key) === made) texts.delete(key);
    throw error;
  }
}

async function make({ db, config }: Parts, list: OpenedList, format: ListFormat) {
  // the host of a request may be anybody's, and what is made here is for everybody
  const text = await LIST_FORMATS[format].write(await readDocument(db, list, config.publicUrl ?? ''));
  const digest = createHash('sha256').update(text).digest();
  return { digest, gzip: await promisify(gzip)(text) };
}
