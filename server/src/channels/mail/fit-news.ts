import type { News, NewsGroup, NewsPublication } from '../news.ts';

/** How much of a publication a mail shows. */
export type Extent = 'full' | 'title';

export interface FittedPublication {
  readonly publication: NewsPublication;
  readonly extent: Extent;
}

export interface FittedGroup extends Omit<NewsGroup, 'publications'> {
  readonly publications: readonly FittedPublication[];
}

/** News that fits into a mail. `omittedCount`: publications that it leaves out. */
export interface FittedNews {
  readonly groups: readonly FittedGroup[];
  readonly pdfs: readonly FittedPublication[];
  readonly notices: readonly string[];
  readonly omittedCount: number;
}

/** How many bytes each takes in both parts of a mail, encoded. */
export interface Measures {
  ofPublication(publication: NewsPublication, extent: Extent): number;
  ofHeading(group: Pick<NewsGroup, 'scholarName' | 'url'>): number;
  ofNotice(notice: string): number;
}

/** The encoded news in both parts. With headers and frame a mail stays under 100,000 bytes. Gmail cuts mails after 102 kB. */
const MAX_BYTES = 90_000;
/** What publications in full may take, so that there is room for the titles of many more. */
const MAX_FULL_BYTES = 70_000;
const MAX_NOTICES = 20;

/** Selects what fits: publications in full while there is room, then their titles only, then no more. */
export function fitNews(news: News, measures: Measures): FittedNews {
  const notices = news.notices.slice(0, MAX_NOTICES);
  let usedBytes = notices.reduce((sum, notice) => sum + measures.ofNotice(notice), 0);
  let extent: Extent | null = 'full';
  let omittedCount = 0;
  const take = (publications: readonly NewsPublication[], headingBytes: number): FittedPublication[] => {
    const taken: FittedPublication[] = [];
    for (const publication of publications) {
      const bytesAs = (shown: Extent) =>
        usedBytes + measures.ofPublication(publication, shown) + (taken.length === 0 ? headingBytes : 0);
      if (extent === 'full' && bytesAs('full') > MAX_FULL_BYTES) extent = 'title';
      if (extent === 'title' && bytesAs('title') > MAX_BYTES) extent = null;
      if (extent === null) omittedCount += 1;
      else {
        usedBytes = bytesAs(extent);
        taken.push({ publication, extent });
      }
    }
    return taken;
  };
  const groups = news.groups
    .map((group) => ({ ...group, publications: take(group.publications, measures.ofHeading(group)) }))
    .filter(({ publications }) => publications.length > 0);
  return { groups, pdfs: take(news.pdfs, 0), notices, omittedCount };
}
