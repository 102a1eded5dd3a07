import { useRef } from 'react';
import type { PublicList } from '../../api/shapes.ts';
import { publicListTexts as texts } from '../../texts/en/public-lists.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './public-lists.module.css';

/** The address of a public list and the line for one's own page, to copy. */
export function PublicAddresses({ list }: { list: PublicList }) {
  return (
    <dl className={classes.addresses}>
      <Address name={texts.address} text={list.url} what="publicList" />
      <Address name={texts.embed} text={`<script src="${list.url}.js" async></script>`} what="embed" />
    </dl>
  );
}

/** A link that opens the page of a public list. */
export function OpenPage({ list, look }: { list: PublicList; look?: 'quiet' }) {
  return (
    <LinkButton
      isSmall
      look={look}
      href={list.url}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.openNamed(list.name)}
    >
      {texts.open}
    </LinkButton>
  );
}

function Address({ name, text, what }: { name: string; text: string; what: 'publicList' | 'embed' }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={classes.address}>
      <dt>{name}</dt>
      <dd>
        <code ref={shown}>{text}</code>
      </dd>
      <dd>
        <CopyButton text={text} what={what} shownIn={shown} />
      </dd>
    </div>
  );
}
