import { fullName } from '../citations/item.ts';
import { plainTitle } from '../citations/make-item.ts';
import { addressOf, paperUrl } from './describe-papers.ts';
import { type Element, h } from './element.ts';
import type { ListDocument } from './read-document.ts';
import type { Paper } from './read-list-papers.ts';

/** A list for search engines: https://schema.org/ItemList of https://schema.org/ScholarlyArticle */
export function describeList({ name, url, papers }: ListDocument): Element {
  return linkedData({
    '@type': 'ItemList',
    ...{ name, url, numberOfItems: papers.length },
    itemListElement: papers.map((paper, at) => ({ '@type': 'ListItem', position: at + 1, item: articleOf(paper) })),
  });
}

/** A paper for search engines, on a page of its own. */
export function describeArticle(paper: Paper, listUrl: string): Element {
  return linkedData({ ...articleOf(paper), mainEntityOfPage: paperUrl(listUrl, paper) });
}

const linkedData = (data: object): Element =>
  h('script', { type: 'application/ld+json' }, JSON.stringify({ '@context': 'https://schema.org', ...data }));

function articleOf(paper: Paper): object {
  const { year, container, doi } = paper;
  return {
    '@type': 'ScholarlyArticle',
    name: plainTitle(paper.title),
    author: paper.authors.map((author) => ({
      '@type': 'literal' in author ? 'Organization' : 'Person',
      name: fullName(author),
    })),
    ...(year === null ? {} : { datePublished: String(year) }),
    ...(container === null ? {} : { isPartOf: { '@type': 'Periodical', name: container } }),
    ...(doi === null ? {} : { identifier: `https://doi.org/${doi}` }),
    url: addressOf(paper) ?? undefined,
  };
}
