import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Feed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDistance } from '../../ui/format.ts';
import { OwnedList, RowAction, RowActions } from '../../ui/owned-list.tsx';
import { Text } from '../../ui/text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { deleteFeed, replaceAddress } from './change-feeds.ts';
import { CreateFeed } from './create-feed.tsx';
import { FeedAddresses } from './feed-addresses.tsx';
import classes from './feeds.module.css';
import { feedsQuery } from './feeds-query.ts';
import { RenameFeed } from './rename-feed.tsx';
import { useSourceNames } from './use-source-names.ts';

const ACTIONS = [
  { action: 'rename', label: texts.rename, named: texts.renameNamed },
  { action: 'replace', label: texts.replace, named: texts.replaceNamed },
  { action: 'delete', label: texts.delete, named: texts.deleteNamed },
] as const;

interface Chosen {
  readonly feed: Feed;
  readonly action: (typeof ACTIONS)[number]['action'];
}

/** The user's feeds with their addresses. They can be created, renamed and deleted, and get new addresses. */
export function FeedSection() {
  const { data: feeds, error } = useQuery(feedsQuery);
  const nameOf = useSourceNames();
  const now = useNow();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [done, setDone] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const close = () => setChosen(null);
  const notify = (message: string) => {
    setDone(message);
    // the focused button may disappear with its feed
    status.current?.focus();
  };
  return (
    <section aria-labelledby="feeds">
      <h2 data-mt="xl" data-mb="xs" id="feeds">
        {texts.title}
      </h2>
      <Text tone="quiet" data-mb="sm" className={classes.hint}>
        {texts.hint}
      </Text>
      <OwnedList items={feeds} error={error} label={texts.title} none={texts.none}>
        {(feed) => (
          <li key={feed.id}>
            <div className={classes.head}>
              <bdi className={classes.name}>{feed.name}</bdi>
              <span className={classes.quiet}>{describe(feed, nameOf(feed), now)}</span>
            </div>
            <FeedAddresses feed={feed} />
            <RowActions isBelow>
              {ACTIONS.map(({ action, label, named }) => (
                <RowAction
                  key={action}
                  label={label}
                  named={named(feed.name)}
                  isDanger={action === 'delete'}
                  aria-haspopup="dialog"
                  onClick={() => setChosen({ feed, action })}
                />
              ))}
            </RowActions>
          </li>
        )}
      </OwnedList>
      <CreateFeed onCreated={(name) => setDone(texts.created(name))} />
      <Text ref={status} role="status" tabIndex={-1} className={classes.status}>
        {done}
      </Text>
      {chosen?.action === 'rename' && <RenameFeed feed={chosen.feed} onClose={close} />}
      {chosen?.action === 'replace' && (
        <ConfirmDialog
          title={texts.replaceTitle(chosen.feed.name)}
          confirm={texts.replaceConfirm}
          lost={texts.replaceLost}
          kept={texts.replaceKept}
          onConfirm={() => replaceAddress(chosen.feed.id).then(() => notify(texts.replaced(chosen.feed.name)))}
          onClose={close}
        />
      )}
      {chosen?.action === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle(chosen.feed.name)}
          confirm={texts.deleteConfirm}
          isDestructive
          lost={texts.deleteLost}
          onConfirm={() => deleteFeed(chosen.feed.id).then(() => notify(texts.deleted(chosen.feed.name)))}
          onClose={close}
        />
      )}
    </section>
  );
}

function describe({ name, last_read_at: readAt }: Feed, source: string, now: number): string {
  const read = readAt === null ? texts.neverRead : texts.readAt(formatDistance(readAt, now));
  return [...(source === name ? [] : [source]), read].join(' · ');
}
