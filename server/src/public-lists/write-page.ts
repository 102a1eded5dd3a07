import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { fullName } from '../citations/item.ts';
import { plainTitle } from '../citations/make-item.ts';
import { addressOf, describeSection, type Section, sectionsOf } from './describe-papers.ts';
import { type Child, type Element, h, type Node, toArrays, writeHtml, writeScriptJson } from './element.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { Paper } from './read-list-papers.ts';

/** A public list in any format. */
export interface ListDocument {
  /** a URN */
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** the address of the page, relative without a `PUBLIC_URL` */
  readonly url: string;
  readonly isIndexed: boolean;
  /** when its newest paper came into the library, or when the list was published */
  readonly updatedAt: Date;
  readonly papers: readonly Paper[];
}

/** The page has one style and nothing that runs, and any page may show it in a frame. */
export const PAGE_POLICY = `default-src 'none';style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors *`;

const FILES = [
  ['BibTeX', 'bib', 'application/x-bibtex'],
  ['RIS', 'ris', 'application/x-research-info-systems'],
  ['Feed', 'atom', 'application/atom+xml'],
] as const;

/** Writes the page, which needs no script. */
export async function writePage(list: ListDocument): Promise<string> {
  const { name, text, url, papers } = list;
  const sections = sectionsOf(papers);
  const paragraphs = text.split(/\s*\n\s*/).filter((line) => line !== '');
  const header = h(
    'header',
    {},
    h('h1', { dir: 'auto' }, name),
    paragraphs.map((line) => h('p', { dir: 'auto' }, line)),
    h('nav', { 'aria-label': 'Years and files' }, yearLinks(sections), fileLinks(url)),
  );
  const footer = h('footer', {}, h('div', {}, h('span', {}, updatedText(list)), h('span', {}, 'Kept with Lectern')));
  const main: Node[] =
    papers.length === 0 ? [h('p', { class: 'none' }, 'There are no publications in this list yet.')] : [];
  for await (const section of describe(sections, { hasBibtex: true })) main.push(section);
  const sheet = h('div', { class: 'sheet' }, header, h('main', {}, main), footer);
  return `<!doctype html>\n${writeHtml(h('html', { lang: 'en' }, headOf(list), h('body', {}, sheet)))}\n`;
}

/** Describes one section after another, so that other requests go on between two of them. */
async function* describe(sections: readonly Section[], options: { hasBibtex: boolean }): AsyncGenerator<Element> {
  for (const section of sections) {
    yield describeSection(section, options);
    await setImmediate();
  }
}

function headOf(list: ListDocument): Child {
  const { name, text, url, isIndexed } = list;
  return h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    isIndexed ? null : h('meta', { name: 'robots', content: 'noindex' }),
    h('title', {}, name),
    text === '' ? null : h('meta', { name: 'description', content: text }),
    h('link', { rel: 'canonical', href: url }),
    FILES.map(([title, ending, type]) => h('link', { rel: 'alternate', type, title, href: `${url}.${ending}` })),
    h('style', {}, PAGE_STYLE),
    h('script', { type: 'application/ld+json' }, JSON.stringify(linkedData(list))),
  );
}

/** The first years, and the rest in one link. */
function yearLinks(sections: readonly Section[]): Child {
  const MAX_LINKS = 7;
  const links = sections.slice(0, MAX_LINKS).map(({ id, heading }) => h('a', { href: `#${id}` }, heading));
  const [next] = sections.slice(MAX_LINKS);
  return next === undefined ? links : [links, h('a', { href: `#${next.id}` }, 'More years')];
}

const fileLinks = (url: string) =>
  h(
    'span',
    { class: 'files' },
    FILES.map(([title, ending]) => h('a', { href: `${url}.${ending}` }, title)),
  );

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
function updatedText({ papers, updatedAt }: ListDocument): string {
  const count = papers.length === 1 ? '1 publication' : `${papers.length.toLocaleString('en')} publications`;
  return `${count}, the newest added on ${DATE.format(updatedAt)}`;
}

/** https://schema.org/ItemList of https://schema.org/ScholarlyArticle */
function linkedData({ name, url, papers }: ListDocument): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    url,
    numberOfItems: papers.length,
    itemListElement: papers.map((paper, at) => ({ '@type': 'ListItem', position: at + 1, item: articleOf(paper) })),
  };
}

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

/**
 * Writes a script that puts the list into the page in which it stands, in place of itself. It makes the elements one by
 * one, which the strictest policies allow, and brings no style.
 */
export async function writeEmbed({ papers }: ListDocument): Promise<string> {
  const sections: Element[] = [];
  for await (const section of describe(sectionsOf(papers), { hasBibtex: false })) sections.push(section);
  const list = writeScriptJson(toArrays(h('div', { class: 'lectern-list' }, sections)));
  return `(function(script,list){
function make(node){
if(typeof node==='string')return document.createTextNode(node);
var element=document.createElement(node[0]);
for(var name in node[1])element.setAttribute(name,node[1][name]);
for(var at=2;at<node.length;at++)element.appendChild(make(node[at]));
return element}
script.parentNode.replaceChild(make(list),script)
})(document.currentScript,${list});
`;
}
