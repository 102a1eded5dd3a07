import type { Feed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { AddressList } from '../../ui/address-list.tsx';
import classes from './feeds.module.css';

/** The addresses of a feed in both formats, to copy. */
export function FeedAddresses({ feed }: { feed: Feed }) {
  const { atom_url: atom, json_url: json } = feed;
  if (atom === null || json === null) return <p className={classes.quiet}>{texts.lost}</p>;
  return (
    <AddressList
      addresses={[
        { name: texts.atom, text: atom, what: 'atom' },
        { name: texts.json, text: json, what: 'jsonFeed' },
      ]}
    />
  );
}
