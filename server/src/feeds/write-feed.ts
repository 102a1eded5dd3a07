import { XMLBuilder } from 'fast-xml-parser';
import type { Entry, FeedDocument } from './read-feed.ts';

const builder = new XMLBuilder({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true },
  // otherwise an attribute with the text "true" is written without its value, which is not XML
  suppressBooleanAttributes: false,
});

/** Writes a feed as Atom (RFC 4287). */
export function writeAtom({ id, title, url, address, updatedAt, entries }: Omit<FeedDocument, 'digest'>): string {
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'utf-8' },
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id,
      title,
      updated: updatedAt.toISOString(),
      // of entries whose authors are not known (RFC 4287, 4.2.1)
      author: { name: 'Lectern' },
      generator: 'Lectern',
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': `${address}.atom` },
        { '@rel': 'alternate', '@type': 'text/html', '@href': url },
      ],
      entry: entries.map(describeEntry),
    },
  });
}

/** `updated` changes only if a preprint is published, because some readers show a paper again then. */
function describeEntry(entry: Entry): object {
  const { paragraphs, pdfUrl, lecternUrl } = entry;
  return {
    id: entry.id,
    title: entry.title,
    updated: entry.updatedAt.toISOString(),
    published: entry.seenAt.toISOString(),
    author: entry.authors.map((name) => ({ name })),
    link: [
      { '@rel': 'alternate', '@href': entry.url },
      ...(lecternUrl === null
        ? []
        : [{ '@rel': 'related', '@type': 'text/html', '@title': 'Open in Lectern', '@href': lecternUrl }]),
      ...(pdfUrl === null ? [] : [{ '@rel': 'enclosure', '@type': 'application/pdf', '@href': pdfUrl }]),
    ],
    category: entry.categories.map((term) => ({ '@term': term })),
    ...(paragraphs.length === 0 ? {} : { summary: paragraphs.join('\n\n') }),
  };
}

/**
 * Writes a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). `_lectern.url` is the page of the publication
 * in Lectern.
 */
export function writeJson({ title, url, address, entries }: FeedDocument): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    feed_url: `${address}.json`,
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      // an item must have a content
      content_text: entry.paragraphs.join('\n\n') || entry.title,
      date_published: entry.seenAt,
      date_modified: entry.updatedAt,
      authors: entry.authors.map((name) => ({ name })),
      tags: entry.categories,
      ...(entry.pdfUrl === null ? {} : { attachments: [{ url: entry.pdfUrl, mime_type: 'application/pdf' }] }),
      _lectern: { url: entry.lecternUrl },
    })),
  });
}
