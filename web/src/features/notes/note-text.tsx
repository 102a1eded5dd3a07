import type { Token } from 'markdown-it';
import { createElement, type ReactNode, useMemo } from 'react';
import { noteTexts as texts } from '../../texts/en/notes.ts';
import classes from './notes.module.css';
import { parseNote } from './parse-note.ts';

/** Other addresses, such as those with scripts or of this service, are shown as text. */
const LINK = /^(https?:\/\/|mailto:)/i;
/** Characters that change the direction of the text behind them. An entity such as `&#x202e;` may stand for one. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
/**
 * More marks on one letter than any language has (Unicode Standard Annex 15, section 13). A browser needs seconds for
 * thousands of them.
 */
const MARKS = /(\p{M}{1,30})\p{M}*/gu;
/** The elements that take nothing of the note but their content. */
const PLAIN = new Set(['p', 'ul', 'li', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'strong', 'em']);

/**
 * A note's Markdown as elements. HTML in it is shown as text, and so is the end of a note that has too many elements.
 */
export function NoteText({ text }: { text: string }) {
  const { blocks, footnotes, rest } = useMemo(() => parseNote(text.replace(MARKS, '$1')), [text]);
  return (
    <>
      {(blocks.length > 0 || rest === '') && (
        <div className={classes.text} dir="auto">
          {...nodesOf(blocks)}
          {footnotes.length > 0 && createElement('footer', null, ...nodesOf(footnotes))}
        </div>
      )}
      {rest !== '' && (
        <>
          <p className={classes.hint}>{blocks.length === 0 ? texts.plain : texts.plainRest}</p>
          <p className={classes.plain} dir="auto">
            {rest}
          </p>
        </>
      )}
    </>
  );
}

interface Opened {
  readonly token: Token;
  readonly children: ReactNode[];
}

/** The nodes of blocks, or of the content of one. Each token opens an element, closes it, or is one. */
function nodesOf(tokens: readonly Token[]): ReactNode[] {
  const nodes: ReactNode[] = [];
  const opened: Opened[] = [];
  for (const token of tokens) {
    if (token.nesting > 0) opened.push({ token, children: [] });
    else {
      const ended = token.nesting < 0 ? opened.pop() : undefined;
      (opened.at(-1)?.children ?? nodes).push(...(ended ? elementOf(ended) : leafOf(token)));
    }
  }
  return nodes;
}

function elementOf({ token, children }: Opened): ReactNode[] {
  const { type, tag, hidden, info } = token;
  // the paragraph of a list without empty lines between its items
  if (hidden) return children;
  if (PLAIN.has(tag)) return [createElement(tag, null, ...children)];
  if (tag === 's') return [createElement('del', null, ...children)];
  if (tag === 'a') return [createElement(NoteLink, { href: attributeOf(token, 'href') }, ...children)];
  if (tag === 'ol') return [createElement('ol', { start: Number(token.attrGet('start') ?? 1) }, ...children)];
  if (tag === 'th' || tag === 'td') return [createElement(tag, { style: alignmentOf(token) }, ...children)];
  if (type === 'heading_open') return [createElement('h3', null, ...children)];
  return type === 'footnote_open' ? [createElement('div', null, `${shown(info)}: `, ...children)] : children;
}

function leafOf(token: Token): ReactNode[] {
  const content = shown(token.content);
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'code_inline':
      return [createElement('code', null, content)];
    case 'code_block':
    case 'fence':
      return [createElement('pre', null, createElement('code', null, content.replace(/\n$/, '')))];
    case 'image': {
      // an image would tell another server that the note was read
      const src = attributeOf(token, 'src');
      return [createElement(NoteLink, { href: src }, content || src)];
    }
    case 'footnote_mark':
      return [createElement('sup', null, content)];
    case 'hardbreak':
    case 'hr':
      return [createElement(token.tag)];
    case 'softbreak':
      return ['\n'];
    default:
      return [content];
  }
}

function shown(text: string): string {
  return text.replace(OVERRIDES, '');
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function alignmentOf(cell: Token) {
  const [, side] = /^text-align:(left|center|right)$/.exec(attributeOf(cell, 'style')) ?? [];
  return side === undefined ? undefined : { textAlign: side as 'left' | 'center' | 'right' };
}

function NoteLink({ href, children }: { href: string; children?: ReactNode }) {
  if (!LINK.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
