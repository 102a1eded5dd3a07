import type { FeedDocument } from './read-feed.ts';

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
      authors: entry.authors.map((name) => ({ name })),
      tags: entry.categories,
      ...(entry.pdfUrl === null ? {} : { attachments: [{ url: entry.pdfUrl, mime_type: 'application/pdf' }] }),
      _lectern: { url: entry.lecternUrl },
    })),
  });
}
