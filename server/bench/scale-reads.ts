import { FREQUENT_WORD } from '../test/support/fill-library.ts';
import type { ScaleLibrary } from './scale-library.ts';
import { medianWithCpu, secondsOf } from './scale-measure.ts';
import { PEER, type Row, rowOf, rowOfMs } from './scale-table.ts';
import type { Session } from './session.ts';
import { undisturbed } from './undisturbed.ts';

interface Read {
  readonly name: string;
  readonly path: string;
  readonly maxMs: number;
}

/** One search for each field, and some that combine them. Most find many publications. */
const FIELD_SEARCHES = [
  `title:${FREQUENT_WORD}`,
  'author:ba',
  'venue:journal',
  `"${FREQUENT_WORD} deba"`,
  `abstract:${FREQUENT_WORD}`,
  'scholar:1',
  'year:2020..2024',
  'cited:>100',
  'added:<7d',
  'is:unread',
  'is:read',
  'is:favorite',
  'is:new',
  'has:pdf',
  'has:doi',
  'has:abstract',
  `-${FREQUENT_WORD}`,
  `${FREQUENT_WORD} or year:2024`,
  `is:unread title:${FREQUENT_WORD} -venue:journal`,
];

/** Measures every list and count that the web application reads. Changes nothing. */
export async function benchReads({ dataDir, session, entries }: ScaleLibrary): Promise<Row[]> {
  const { scholars } = await session.call<{ scholars: { id: number }[] }>('GET', '/scholars');
  const inReadingOrder = () => read(session, '/publications?page_size=100&sort_by=reading');
  const rows = [
    rowOf('in reading order, the first request after a start', await secondsOf(inReadingOrder), 's', { max: 1 }),
    rowOfMs('in reading order', await medianWithCpu(dataDir, inReadingOrder), 150),
    PEER,
  ];
  const scholar = scholars[Math.floor(scholars.length / 2)]?.id;
  for (const { name, path, maxMs } of await listReads(session, entries, scholar))
    rows.push(
      rowOfMs(name, await undisturbed(name, () => medianWithCpu(dataDir, () => read(session, path))), maxMs),
      PEER,
    );
  return rows;
}

async function read(session: Session, path: string): Promise<void> {
  const response = await fetch(`${session.url}/api/v1${path}`, { headers: { cookie: session.cookie } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function listReads(session: Session, entries: number, scholar: number | undefined): Promise<Read[]> {
  const list = '/publications?page_size=100';
  const orders = ['title', 'year', 'citations', 'scholar', 'pdf_status'];
  const reads: Read[] = [{ name: 'list, default order', path: list, maxMs: 6 }];
  for (const order of orders)
    reads.push({ name: `by ${order} desc`, path: `${list}&sort_by=${order}&sort_dir=desc`, maxMs: 12 });
  const deep = Math.max(1, Math.floor(entries / 200));
  for (const order of orders) {
    const path = `${list}&sort_by=${order}&sort_dir=desc`;
    const { next_cursor: cursor } = await session.call<{ next_cursor: string }>('GET', `${path}&page=${deep}`);
    reads.push({
      name: `by ${order}, in the middle by cursor`,
      path: `${path}&cursor=${encodeURIComponent(cursor)}`,
      maxMs: 12,
    });
  }
  const last = Math.min(900, Math.floor(entries / 100));
  return [
    ...reads,
    { name: 'page 900 of 100, or the last', path: `${list}&page=${last}`, maxMs: 15 },
    { name: 'search, a frequent word', path: `${list}&search=${FREQUENT_WORD}`, maxMs: 50 },
    { name: 'search, two words', path: `${list}&search=${FREQUENT_WORD}+deba`, maxMs: 50 },
    ...FIELD_SEARCHES.map((text) => ({
      name: `search, ${text}`,
      path: `${list}&search=${encodeURIComponent(text)}`,
      maxMs: 50,
    })),
    { name: 'years from 2024', path: `${list}&year_from=2024`, maxMs: 15 },
    { name: "one scholar's publications", path: `${list}&scholar_profile_id=${scholar}`, maxMs: 10 },
    { name: 'unread only', path: `${list}&mode=unread`, maxMs: 6 },
    { name: 'what is new', path: `${list}&mode=latest`, maxMs: 6 },
    { name: 'unread count', path: '/publications?mode=unread&page_size=1', maxMs: 2 },
    { name: 'GET /scholars', path: '/scholars', maxMs: 5 },
    { name: "a scholar's statistics", path: `/scholars/${scholar}/statistics`, maxMs: 10 },
  ];
}
