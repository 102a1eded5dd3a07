import { useRef } from 'react';
import type { Feed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './feeds.module.css';

const FORMATS = [
  { field: 'atom_url', name: texts.atom, what: 'atom' },
  { field: 'json_url', name: texts.json, what: 'jsonFeed' },
] as const;

/** The addresses of a feed in both formats, to copy. */
export function FeedAddresses({ feed }: { feed: Feed }) {
  return (
    <dl className={classes.addresses}>
      {FORMATS.map(({ field, name, what }) => {
        const address = feed[field];
        return address === null ? null : <Address key={field} name={name} address={address} what={what} />;
      })}
      {feed.atom_url === null && <dd className={classes.quiet}>{texts.lost}</dd>}
    </dl>
  );
}

function Address({ name, address, what }: { name: string; address: string; what: 'atom' | 'jsonFeed' }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={classes.address}>
      <dt>{name}</dt>
      <dd>
        <code ref={shown}>{address}</code>
      </dd>
      <dd>
        <CopyButton text={address} what={what} shownIn={shown} />
      </dd>
    </div>
  );
}
