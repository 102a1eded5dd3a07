import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { createFeed } from './change-feeds.ts';
import { FeedAddresses } from './feed-addresses.tsx';
import classes from './feeds.module.css';
import { feedsQuery } from './feeds-query.ts';

type Source =
  | { readonly scope: 'scholar'; readonly scholar_profile_id: number }
  | { readonly scope: 'view'; readonly view_id: number };

/** The feed of a scholar or a view, to copy its address; or a button that creates it. */
export function OwnFeed({ source, onLeave }: { source: Source; onLeave?: () => void }) {
  const { data: feeds, error } = useQuery(feedsQuery);
  const create = useMutation({ mutationFn: () => createFeed(source) });
  const id = source.scope === 'view' ? source.view_id : source.scholar_profile_id;
  const feed = feeds?.find((one) => id === (source.scope === 'view' ? one.view_id : one.scholar_profile_id));
  return (
    <section className={classes.own} aria-labelledby="own-feed">
      <h2 id="own-feed">{texts.own.title}</h2>
      <p className={classes.quiet}>{source.scope === 'view' ? texts.own.hintOfView : texts.own.hintOfScholar}</p>
      {feed ? (
        <>
          <FeedAddresses feed={feed} />
          <Link to="/settings/notifications" {...(onLeave ? { onClick: onLeave } : {})}>
            {texts.own.manage}
          </Link>
        </>
      ) : (
        feeds && (
          <BusyButton isBusy={create.isPending} onClick={() => create.mutate()}>
            {texts.create}
          </BusyButton>
        )
      )}
      <ProblemText error={create.error ?? error} />
    </section>
  );
}
