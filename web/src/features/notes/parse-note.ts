import MarkdownIt, { type StateBlock, type StateCore, type StateInline, type Token } from 'markdown-it';

/**
 * A browser needs up to 10 µs for an element or a piece of text. A densely formatted note of 20,000 characters has
 * 5,000.
 */
const MAX_NODES = 6_000;
/** What may begin or end an element within a block, or a line: each makes about two nodes. */
const MARK = /[*_`~[\]<&@\n]|:\/\/|www\./g;
/** A short line of a wide table has as many cells as the line that begins the table. */
const MAX_CELLS = 10_000;
/** The line under the head of a table, and a few others. */
const TABLE_RULE = /^[\s>|:+*-]+$/;
/** The beginning of an item of a check list. */
const TASK = /^\[([ x])\](?=\s)/i;
/** An address without its scheme, behind "www.". */
const WEB_ADDRESS = /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}([/?#][^\s<]*)?/i;
/** `[^label]`, and the beginning of its footnote, `[^label]:`. */
const FOOTNOTE = /^\[\^([^\]\s[]{1,50})\](:?)[ \t]*/;

export interface ParsedNote {
  readonly blocks: readonly Token[];
  /** each as three tokens: open, its text, close */
  readonly footnotes: readonly Token[];
  /** the end of the note, which has too many elements; '' if there is none */
  readonly rest: string;
}

/** What the parser notes down while it parses. */
type Env = {
  /** of footnotes */
  labels?: Set<string>;
  /** the line with which the rest begins */
  restLine?: number;
};

// nested 20 times: the time for hostile texts grows with it
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 });
// the page decides which addresses are links. The others are shown as their text.
markdown.validateLink = () => true;
// an address is shown as it is: decoded, it could be read for another one
markdown.normalizeLinkText = (address) => address;
// not every word with a dot is an address
markdown.linkify.add('www.', {
  validate: (text, at) => WEB_ADDRESS.exec(text.slice(at, at + 500))?.[0].replace(/[.,;:!?)\]]+$/, '').length ?? 0,
  normalize(found) {
    found.url = `http://${found.url}`;
  },
});
markdown.block.ruler.before('reference', 'footnote', readFootnote, { alt: ['paragraph', 'reference'] });
markdown.inline.ruler.before('link', 'footnote_mark', readMark);
markdown.core.ruler.after('block', 'limit', limit);
markdown.core.ruler.after('inline', 'tasks', ({ tokens }) => checkTasks(tokens));

/**
 * Parses a note's Markdown in time proportional to its length. Whole blocks count: the first one with which the note
 * has too many elements begins the rest, which stays as it was written.
 */
export function parseNote(text: string): ParsedNote {
  const lines = text.split(/\r\n?|\n/);
  markdown[countCells(lines) > MAX_CELLS ? 'disable' : 'enable']('table');
  const env: Env = {};
  const parsed: { blocks: Token[]; footnotes: Token[] } = { blocks: [], footnotes: [] };
  for (const block of blocksOf(markdown.parse(text, env)))
    parsed[block[0]?.type === 'footnote_open' ? 'footnotes' : 'blocks'].push(...block);
  return { ...parsed, rest: env.restLine === undefined ? '' : lines.slice(env.restLine).join('\n') };
}

/** Drops the blocks that are too much, before their content is parsed. */
function limit(state: StateCore): void {
  const kept: Token[] = [];
  let nodes = 0;
  for (const block of blocksOf(state.tokens)) {
    nodes += block.reduce((sum, token) => sum + countNodes(token), 0);
    if (nodes > MAX_NODES) {
      (state.env as Env).restLine = block[0]?.map?.[0] ?? 0;
      break;
    }
    kept.push(...block);
  }
  state.tokens = kept;
}

function countNodes({ type, content, nesting, hidden }: Token): number {
  if (type === 'inline') return 1 + 2 * (content.match(MARK)?.length ?? 0);
  return nesting < 0 || hidden ? 0 : 1;
}

/** The outermost blocks, each from the token that opens it to the one that closes it. */
function* blocksOf(tokens: readonly Token[]): Generator<readonly Token[]> {
  let [begin, depth] = [0, 0];
  for (const [at, { nesting }] of tokens.entries()) {
    depth += nesting;
    if (depth > 0) continue;
    yield tokens.slice(begin, at + 1);
    begin = at + 1;
  }
}

/**
 * Shows the state of items of check lists as a sign, because a checkbox could not be changed here, and would have no
 * name.
 */
function checkTasks(tokens: readonly Token[]): void {
  for (const [at, { type }] of tokens.entries()) {
    const first = type === 'list_item_open' ? tokens[at + 2]?.children?.[0] : undefined;
    if (first?.type === 'text') first.content = first.content.replace(TASK, (_, state) => (state === ' ' ? '☐' : '☑'));
  }
}

/** How many cells the tables can have at most. */
function countCells(lines: readonly string[]): number {
  const columns = lines.filter((line) => TABLE_RULE.test(line)).map((line) => line.split('|').length);
  return columns.reduce((most, count) => Math.max(most, count), 0) * lines.length;
}

/** Reads the text of a footnote, which ends at an empty line or at the next footnote. */
function readFootnote(state: StateBlock, firstLine: number, endLine: number, isProbe: boolean): boolean {
  const lineOf = (at: number) => state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]);
  const [mark, label = '', colon] = FOOTNOTE.exec(lineOf(firstLine)) ?? [];
  if (mark === undefined || colon !== ':' || state.level > 0) return false;
  if (isProbe) return true;
  let next = firstLine + 1;
  while (next < endLine && !state.isEmpty(next) && FOOTNOTE.exec(lineOf(next))?.[2] !== ':') next += 1;
  const env = state.env as Env;
  env.labels ??= new Set();
  env.labels.add(label);
  const map: [number, number] = [firstLine, next];
  Object.assign(state.push('footnote_open', 'div', 1), { map, info: label });
  const content = state.getLines(firstLine, next, state.blkIndent, false).slice(mark.length).trim();
  Object.assign(state.push('inline', '', 0), { map, content, children: [] });
  state.push('footnote_close', 'div', -1);
  state.line = next;
  return true;
}

/** Reads the mark of a footnote that the note has. */
function readMark(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '[') return false;
  const [mark, label = '', colon] = FOOTNOTE.exec(state.src.slice(state.pos, state.pos + 60)) ?? [];
  const { labels } = state.env as Env;
  if (mark === undefined || colon === ':' || !labels?.has(label)) return false;
  if (!isProbe) state.push('footnote_mark', 'sup', 0).content = label;
  state.pos += label.length + 3;
  return true;
}
