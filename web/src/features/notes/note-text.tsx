import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './notes.module.css';

/** Other addresses, such as those with scripts or of this service, are shown as text. */
const LINK = /^(https?:\/\/|mailto:)/i;

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  preserveFrontmatter: true,
  // also for a single line
  forceBlock: true,
  wrapper: 'div',
  forceWrapper: true,
  // react-jsx types know no attributes here
  wrapperProps: { className: classes.text, dir: 'auto' } as object,
  overrides: {
    a: ({ href, children }: { href?: string; children?: ReactNode }) => <NoteLink href={href}>{children}</NoteLink>,
    // a checkbox that cannot be changed here, and that would have no name
    input: ({ checked }: { checked?: boolean }) => (checked ? '☑' : '☐'),
    // an image would tell another server that the note was read
    img: ({ src, alt }: { src?: string; alt?: string }) => <NoteLink href={src}>{alt || src}</NoteLink>,
    // footnotes and headings without their ids, which could be those of other elements of the page
    div: ({ id: _, ...props }: ComponentProps<'div'>) => <div {...props} />,
    ...Object.fromEntries(
      ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [
        name,
        ({ children }: { children?: ReactNode }) => <h3>{children}</h3>,
      ]),
    ),
  },
};

/** A note's Markdown as elements. HTML in it is shown as text. */
export function NoteText({ text }: { text: string }) {
  return <Markdown options={OPTIONS}>{text}</Markdown>;
}

function NoteLink({ href = '', children }: { href: string | undefined; children: ReactNode }) {
  if (!LINK.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
