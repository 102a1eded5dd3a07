import type { Message } from '../message.ts';
import type { NewsPublication } from '../read-news.ts';
import { dayInWords } from '../schedule.ts';
import { safeLink, safeText } from './safe-text.ts';

/**
 * What a chat message is made of. All texts and addresses are safe (safe-text.ts); null:
 * there is no address.
 */
export interface ChatDigest {
  readonly heading: string;
  /** the list in Lectern */
  readonly listUrl: string | null;
  readonly sections: readonly ChatSection[];
  readonly remarks: readonly string[];
  /** how many publications and remarks are left out */
  readonly leftOutCount: number;
}

export interface ChatSection {
  readonly heading: string;
  readonly url: string | null;
  readonly items: readonly ChatItem[];
}

export interface ChatItem {
  readonly title: string;
  /** authors, venue and year; may be empty */
  readonly details: string;
  readonly url: string | null;
  readonly pdfUrl: string | null;
}

/** Nobody reads more in a chat. */
export const MAX_ITEMS = 20;
const MAX_REMARKS = 5;

/** The first publications of a message, at most so many, and its remarks. */
export function makeDigest({ news, day, isTest, channel }: Message, maxItems: number): ChatDigest {
  const groups = [...news.groups, { scholarName: 'PDF found', url: '', publications: news.pdfs }];
  const sections: ChatSection[] = [];
  let left = maxItems;
  let leftOutCount = 0;
  for (const { scholarName, url, publications } of groups) {
    const items = publications.slice(0, left).map(readItem);
    left -= items.length;
    leftOutCount += publications.length - items.length;
    if (items.length > 0)
      sections.push({ heading: safeText(scholarName, 100, 'New papers'), url: safeLink(url), items });
  }
  const all = news.remarks.map((remark) => safeText(remark, 200)).filter((remark) => remark !== '');
  const remarks = all.slice(0, MAX_REMARKS);
  const subject = sections.length + leftOutCount > 0 ? 'Your papers' : 'News';
  return {
    heading: isTest ? 'Test message from Lectern' : `${subject} of ${dayInWords(day)}`,
    listUrl: safeLink(channel.origin),
    sections,
    remarks,
    leftOutCount: leftOutCount + all.length - remarks.length,
  };
}

function readItem({ title, authors, venue, year, url, pdfUrl }: NewsPublication): ChatItem {
  const details = [safeText(authors, 120), safeText(venue, 80), year === null ? '' : String(year)];
  return {
    title: safeText(title, 250, 'Untitled'),
    details: details.filter((part) => part !== '').join(' · '),
    url: safeLink(url),
    pdfUrl: safeLink(pdfUrl),
  };
}
