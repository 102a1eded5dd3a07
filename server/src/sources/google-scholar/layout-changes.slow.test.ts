import { startSandbox } from '@lectern/sandbox';
import { isTag, type ParentNode } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { buildProfilePage, buildRow } from '../../../test/fixtures/google-scholar/build-profile-page.ts';
import { hasRecorded, readFixture, readRecorded } from '../../../test/fixtures/read-fixture.ts';
import { parseKnownPage, parseProfilePage, type RequestedPage } from './parse-profile-page.ts';

/** A layout change never loses data silently: a changed page reads as before, or it is not `found`. */

interface Page extends RequestedPage {
  readonly label: string;
  readonly html: string;
}

const ID = 'AAAAAAAAAAA1';
/** The classes and ids that the parser knows. */
const KNOWN = new Set(
  'gsc_a_at gs_gray gs_oph gsc_a_ac gsc_a_h gsc_a_e gsc_prf_il gsc_prf_in gsc_prf_i gsc_prf_pu gsc_prf_pup-img gsc_a_b gsc_a_nn gsc_lwp gsc_bpf_more'.split(
    ' ',
  ),
);

async function sandboxPages(): Promise<Page[]> {
  const sandbox = await startSandbox({ scholars: 'none' });
  sandbox.addScholar('someoneSome1', 8);
  const labels = ['first page of the sandbox', 'last page of the sandbox', 'page of the sandbox after the last'];
  const pages = labels.map(async (label, at) => {
    const query = `user=someoneSome1&sortby=pubdate&pagesize=5&cstart=${at * 5}`;
    const html = await (await fetch(`${sandbox.origin}/citations?${query}`)).text();
    return { label, html, profileId: 'someoneSome1', startRow: at * 5 };
  });
  return Promise.all(pages).finally(() => sandbox.close());
}

function ownPages(): Page[] {
  const rows = ['a', 'b', 'c'].map((code, n) =>
    buildRow({ code, citations: n === 1 ? '' : '7', year: n === 2 ? '' : '2020' }),
  );
  return [
    { label: 'built page', html: buildProfilePage({ rows, hasMore: true }), profileId: ID, startRow: 0 },
    { label: 'hand-made page', html: readFixture('google-scholar/profile.html'), profileId: ID, startRow: 20 },
    { label: 'empty profile', html: readFixture('google-scholar/empty-profile.html'), profileId: ID, startRow: 0 },
  ];
}

function recordedPages(): Page[] {
  if (!hasRecorded('gscholar')) return [];
  const files = {
    P1RwlvoAAAAJ: 'profile/P1RwlvoAAAAJ.html',
    amIMrIEAAAAJ: 'profile/amIMrIEAAAAJ.html',
    yggQMJMAAAAJ: 'profile/yggQMJMAAAAJ.html',
    SbUmSEAAAAAJ: 'profile/jason_ernst_browser_saved_expanded.html',
    '8daWuo4AAAAJ': 'profile-edited/8daWuo4AAAAJ_en_2rows.html',
  };
  return Object.entries(files).map(([profileId, file]) => {
    const html = readRecorded(`gscholar/${file}`).toString('utf8');
    return { label: `recorded ${file}`, html, profileId, startRow: 0 };
  });
}

/** Without scripts, which are most of a page, so that thousands of mutations take seconds. */
const slim = (page: Page): Page => ({
  ...page,
  html: page.html.replace(/(<(script|style)\b[^>]*>).*?(<\/\2>)/gs, '$1$3'),
});
const pages = [...recordedPages(), ...(await sandboxPages()), ...ownPages()];

/** Without the source text, which changes with the page. */
function parse(html: string, page: Page) {
  const answer = parseProfilePage(html, page);
  if (answer.kind !== 'found') return { answer, rowsText: null };
  const { rowsText, ...value } = answer.value;
  return { answer: { kind: 'found' as const, value }, rowsText };
}

function readerOf(page: Page): (html: string, how: string) => 'found' | 'refused' {
  const { answer: whole, rowsText } = parse(page.html, page);
  const text = JSON.stringify(whole);
  return (html, how) => {
    const { answer } = parse(html, page);
    if (answer.kind === 'found' && JSON.stringify(answer) !== text) expect(answer, how).toEqual(whole);
    const known = parseKnownPage(html, page, (other) => other === rowsText);
    if (known !== null && answer.kind !== 'found') expect(answer, `known rows, ${how}`).toEqual(whole);
    return answer.kind === 'found' ? 'found' : 'refused';
  };
}

/** Renames classes or ids in all tags. */
function rename(html: string, kind: 'class' | 'id', newName: (name: string) => string): string {
  return html.replace(
    /(\s(class|id)\s*=\s*)("[^"]*"|'[^']*'|[^\s>"']+)/g,
    (text, start: string, attribute: string, value: string) => {
      const names = value.replaceAll(/["']/g, '').split(/\s+/).map(newName).join(' ');
      return attribute === kind ? `${start}"${names}"` : text;
    },
  );
}

function namesIn(html: string, kind: 'class' | 'id'): string[] {
  const names = new Set<string>();
  rename(html, kind, (name) => {
    names.add(name);
    return name;
  });
  return [...names].filter((name) => name !== '');
}

const swap = (html: string, kind: 'class' | 'id', one: string, other: string) =>
  rename(html, kind, (name) => (name === one ? other : name === other ? one : name));

const withName = (kind: 'class' | 'id', name: string) => (element: { attribs: Record<string, string> }) =>
  (element.attribs[kind] ?? '').split(/\s+/).includes(name);

/** The page after a change of its element tree. */
function edit(html: string, change: (root: ParentNode) => void): string {
  const root = parseDocument(html);
  change(root);
  return DomUtils.getOuterHTML(root);
}

const remove = (html: string, kind: 'class' | 'id', name: string) =>
  edit(html, (root) => {
    for (const element of DomUtils.findAll(withName(kind, name), root.children)) DomUtils.removeElement(element);
  });

/** Each parent of an element with this class gets its children in another order. */
const reverseAround = (html: string, name: string) =>
  edit(html, (root) => {
    const parents = new Set(DomUtils.findAll(withName('class', name), root.children).map(({ parent }) => parent));
    for (const parent of parents) {
      const children = parent?.children.filter(isTag) ?? [];
      for (const child of children) if (parent !== null) DomUtils.prependChild(parent, child);
    }
  });

const kinds = ['class', 'id'] as const;
const seen = new Set<string>();

/** The names that are changed on a page: those that the parser uses, and those that are new on this page. */
function changedNames(html: string, kind: 'class' | 'id'): string[] {
  const names = namesIn(html, kind).filter((name) => KNOWN.has(name) || !seen.has(`${kind} ${name}`));
  for (const name of names) seen.add(`${kind} ${name}`);
  return names;
}

const slimPages = pages.map(slim).map((page) => {
  return { ...page, names: { class: changedNames(page.html, 'class'), id: changedNames(page.html, 'id') } };
});

describe.each(slimPages)('$label', (page) => {
  const expectNothingLost = readerOf(page);
  it('is found, and reads the same without its scripts', () => {
    const original = pages.find(({ label }) => label === page.label) ?? page;
    const { answer, rowsText } = parse(original.html, original);
    expect(answer).toMatchObject({ kind: 'found', value: { warnings: [] } });
    expect(rowsText).not.toBeNull();
    expect(parse(page.html, page).answer).toEqual(answer);
    const edited = edit(page.html, () => undefined);
    expect(parse(edited, page).answer).toEqual(answer);
  });

  it('loses nothing silently if a class or an id is renamed', () => {
    for (const kind of kinds)
      for (const name of page.names[kind]) {
        const html = rename(page.html, kind, (each) => (each === name ? `nx-${name}` : each));
        expectNothingLost(html, `renamed ${kind} ${name}`);
      }
  });

  it('loses nothing silently if elements are removed', () => {
    // Whether an affiliation has a linked part is the scholar's choice.
    for (const kind of kinds)
      for (const name of page.names[kind].filter((each) => each !== 'gsc_prf_ila'))
        expectNothingLost(remove(page.html, kind, name), `removed ${kind} ${name}`);
  });

  it('loses nothing silently if two classes or ids are swapped', () => {
    for (const kind of kinds) {
      const names = page.names[kind];
      const known = names.filter((name) => KNOWN.has(name));
      for (const [index, one] of known.entries()) {
        // Only a third of the pairs, and on large pages only those that the parser uses, because every swap means
        // parsing a page.
        const others = page.html.length > 40_000 ? [] : names.filter((_, at) => (at + index) % 3 === 0);
        for (const other of new Set([...known.slice(index + 1), ...others]))
          expectNothingLost(swap(page.html, kind, one, other), `swapped ${kind} ${one} and ${other}`);
      }
    }
  });

  it('loses nothing silently if elements change their order', () => {
    for (const name of ['gsc_a_c', 'gs_gray', 'gsc_a_ac', 'gsc_prf_il', 'gsc_bpf_more'])
      expectNothingLost(reverseAround(page.html, name), `reversed around ${name}`);
  });

  it('loses nothing silently if it is cut off', () => {
    const step = Math.max(1, Math.floor(page.html.length / 400));
    let refused = 0;
    for (let length = 0; length < page.html.length; length += step)
      if (expectNothingLost(page.html.slice(0, length), `cut to ${length}`) === 'refused') refused += 1;
    expect(refused * step).toBeGreaterThan(page.html.length / 3);
  });
});
