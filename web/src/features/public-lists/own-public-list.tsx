import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicList } from '../../api/shapes.ts';
import { publicListTexts as texts } from '../../texts/en/public-lists.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { findPublicList, type ListSource } from './change-public-lists.ts';
import { OpenPage, PublicAddresses } from './public-addresses.tsx';
import { PublicListDialog } from './public-list-dialog.tsx';
import classes from './public-lists.module.css';
import { publicListsQuery } from './public-lists-query.ts';

/** The public list of a scholar or a view; or a button that publishes it. Nothing if the server has no public lists. */
export function OwnPublicList({ source, name }: { source: ListSource; name: string }) {
  const { data, error } = useQuery(publicListsQuery);
  const [opened, setOpened] = useState<PublicList | (ListSource & { name: string }) | null>(null);
  const list = data && findPublicList(data.public_lists, source);
  if (data?.is_enabled === false) return null;
  return (
    <section className={classes.own} aria-labelledby="own-public-list">
      <h2 id="own-public-list">{texts.own.title}</h2>
      <p className={classes.quiet}>{texts.own.hint}</p>
      {list && <PublicAddresses list={list} />}
      {list && <OpenPage list={list} />}{' '}
      {data && (
        <Button
          isSmall={list !== undefined}
          aria-haspopup="dialog"
          onClick={() => setOpened(list ?? { ...source, name })}
        >
          {list ? texts.change : texts.publish}
        </Button>
      )}
      <ProblemText error={error} />
      {opened && <PublicListDialog of={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
