import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewFeed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { nameOf } from '../scholars/order-scholars.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { viewsQuery } from '../views/views-query.ts';
import { createFeed } from './change-feeds.ts';
import classes from './feeds.module.css';

/** Form for a new feed. */
export function CreateFeed({ onCreated }: { onCreated(name: string): void }) {
  const { data: scholars = [] } = useQuery(scholarsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  const [chosen, setChosen] = useState('all');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createFeed(sourceOf(chosen)),
    onSuccess: ({ name }) => onCreated(name),
  });
  const groups = [
    {
      group: texts.groups.general,
      items: (['all', 'favorites'] as const).map((scope) => ({ value: scope, label: texts.scopes[scope] })),
    },
    { group: texts.groups.views, items: views.map(({ id, name }) => ({ value: `view ${id}`, label: name })) },
    {
      group: texts.groups.scholars,
      items: scholars.map((one) => ({ value: `scholar ${one.id}`, label: nameOf(one) })),
    },
  ];
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Select
        label={texts.source}
        value={chosen}
        data={groups.filter(({ items }) => items.length > 0)}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <BusyButton type="submit" isBusy={isPending}>
        {texts.create}
      </BusyButton>
      <ProblemText error={error} />
    </form>
  );
}

function sourceOf(chosen: string): NewFeed {
  const [scope, id] = chosen.split(' ');
  if (scope === 'scholar') return { scope, scholar_profile_id: Number(id) };
  if (scope === 'view') return { scope, view_id: Number(id) };
  return { scope: scope === 'favorites' ? scope : 'all' };
}
