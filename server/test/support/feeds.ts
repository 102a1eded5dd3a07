import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';

/** What both formats of a feed say. */
export interface FeedText {
  readonly title: string | undefined;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly lecternUrl: string;
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly text: string;
  readonly pdfs: readonly string[];
  readonly seenAt: string;
  readonly updatedAt: string;
}

/** RFC 3339, section 5.6 */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const ONCE = ['id', 'title', 'updated'];

/** Reads an Atom feed as an independent reader does, and fails unless it is valid by RFC 4287. */
export function readAtom(xml: string): FeedText {
  checkElements(xml);
  const { title, entries = [], authors = [], ...feed } = parseAtomFeed(xml);
  expect(feed.id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(feed.links?.map(({ rel }) => rel)).toEqual(['self', 'alternate']);
  expectUnique(entries.map(({ id }) => id));
  for (const { updated, published, authors: own, links = [] } of entries) {
    for (const time of [feed.updated, updated, published]) expect(time).toMatch(TIME);
    // RFC 4287, 4.2.1 and 4.1.2
    expect(authors.length + (own?.length ?? 0)).toBeGreaterThan(0);
    expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
    for (const { href } of links) expectAbsolute(href);
  }
  const hrefs = (links: NonNullable<(typeof entries)[number]['links']>, wanted: string) =>
    links.flatMap(({ rel, href }) => (rel === wanted ? (href ?? '') : []));
  return {
    title: title?.value,
    entries: entries.map(({ links = [], ...entry }) => ({
      id: entry.id ?? '',
      title: entry.title?.value ?? '',
      url: hrefs(links, 'alternate')[0] ?? '',
      lecternUrl: hrefs(links, 'related')[0] ?? '',
      authors: entry.authors?.map(({ name = '' }) => name) ?? [],
      categories: entry.categories?.map(({ term = '' }) => term) ?? [],
      text: entry.summary?.value ?? entry.title?.value ?? '',
      pdfs: hrefs(links, 'enclosure'),
      seenAt: entry.published ?? '',
      updatedAt: entry.updated ?? '',
    })),
  };
}

/** Reads a JSON Feed as an independent reader does, and fails unless it is valid by version 1.1. */
export function readJson(text: string): FeedText {
  const raw = JSON.parse(text) as { version: string; items: { _lectern: { url: string } }[] };
  expect(raw.version).toBe('https://jsonfeed.org/version/1.1');
  const { title, items = [], home_page_url, feed_url } = parseJsonFeed(text);
  for (const url of [home_page_url, feed_url, ...items.map((item) => item.url)]) expectAbsolute(url);
  expectUnique(items.map(({ id }) => id));
  return {
    title,
    entries: items.map((item, at) => {
      expect(item.date_published).toMatch(TIME);
      return {
        id: item.id ?? '',
        title: item.title ?? '',
        url: item.url ?? '',
        lecternUrl: raw.items[at]?._lectern.url ?? '',
        authors: item.authors?.map(({ name = '' }) => name) ?? [],
        categories: item.tags ?? [],
        text: item.content_text ?? '',
        pdfs:
          item.attachments?.flatMap(({ url, mime_type }) => (mime_type === 'application/pdf' ? (url ?? '') : [])) ?? [],
        seenAt: item.date_published ?? '',
        updatedAt: item.date_modified ?? '',
      };
    }),
  };
}

/** Fails unless the text is well-formed XML 1.0, and each feed and entry has the required elements once. */
function checkElements(xml: string): void {
  const parser = new SaxesParser({ xmlns: true });
  const open: { name: string; counts: Record<string, number> }[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom');
    const parent = open.at(-1);
    if (parent) parent.counts[local] = (parent.counts[local] ?? 0) + 1;
    open.push({ name: local, counts: {} });
  });
  parser.on('closetag', () => {
    const { name, counts } = open.pop() ?? { name: '', counts: {} };
    if (name === 'feed' || name === 'entry')
      expect(ONCE.map((one) => [name, one, counts[one]])).toEqual(ONCE.map((one) => [name, one, 1]));
  });
  parser.write(xml).close();
}

function expectUnique(ids: readonly (string | undefined)[]): void {
  expect(new Set(ids).size).toBe(ids.length);
}

function expectAbsolute(url: string | undefined): void {
  expect(url).toMatch(/^https?:\/\/[!-~]+$/);
}
