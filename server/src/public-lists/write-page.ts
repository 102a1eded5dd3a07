import { setImmediate } from 'node:timers/promises';
import { describeSection, link, type Section, sectionsOf } from './describe-papers.ts';
import { type Child, type Element, h, toArrays, writeHtml, writeScriptJson } from './element.ts';
import { describeList } from './linked-data.ts';
import type { ListDocument } from './read-document.ts';
import { writeDocument } from './write-document.ts';

const FILES = [
  ['BibTeX', 'bib', 'application/x-bibtex'],
  ['RIS', 'ris', 'application/x-research-info-systems'],
  ['Feed', 'atom', 'application/atom+xml'],
] as const;

/** Writes the page, which needs no script. */
export async function writePage(list: ListDocument): Promise<string> {
  const { name, text, url, isIndexed, papers } = list;
  const sections = sectionsOf(papers);
  const paragraphs = text.split(/\s*\n\s*/).filter((line) => line !== '');
  const header = h(
    'header',
    {},
    h('h1', { dir: 'auto' }, name),
    paragraphs.map((line) => h('p', { dir: 'auto' }, line)),
    h('nav', { 'aria-label': 'Years and files' }, yearLinks(sections), fileLinks(url)),
  );
  const main: string[] = [];
  if (papers.length === 0) main.push('<p class="none">There are no publications in this list yet.</p>');
  for await (const section of describe(sections, url)) main.push(writeHtml(section));
  const footer = h('footer', {}, h('div', {}, h('span', {}, updatedText(list)), h('span', {}, 'Kept with Lectern')));
  return writeDocument({
    ...{ title: name, isIndexed },
    head: [
      text === '' ? null : h('meta', { name: 'description', content: text }),
      h('link', { rel: 'canonical', href: url }),
      FILES.map(([title, ending, type]) => h('link', { rel: 'alternate', type, title, href: `${url}.${ending}` })),
      describeList(list),
    ],
    body: [writeHtml(header), '<main>', ...main, '</main>', writeHtml(footer)],
  });
}

/** Describes one section after another, so that other requests go on between two of them. */
async function* describe(sections: readonly Section[], listUrl: string | null): AsyncGenerator<Element> {
  for (const section of sections) {
    yield describeSection(section, listUrl);
    await setImmediate();
  }
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
    FILES.map(([title, ending]) => link(null, `${url}.${ending}`, title)),
  );

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
function updatedText({ papers, updatedAt }: ListDocument): string {
  const count = papers.length === 1 ? '1 publication' : `${papers.length.toLocaleString('en')} publications`;
  return `${count}, the newest added on ${DATE.format(updatedAt)}`;
}

/**
 * Writes a script that puts the list into the page in which it stands, in place of itself. It makes the elements one by
 * one, which the strictest policies allow, and brings no style.
 */
export async function writeEmbed({ papers }: ListDocument): Promise<string> {
  const sections: string[] = [];
  for await (const section of describe(sectionsOf(papers), null)) sections.push(writeScriptJson(toArrays(section)));
  const list = `["div",{"class":"lectern-list"},${sections.join(',')}]`;
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
