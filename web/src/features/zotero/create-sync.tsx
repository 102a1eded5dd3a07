import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewZoteroSync } from '../../api/shapes.ts';
import { zoteroTexts as texts } from '../../texts/en/zotero.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { nameOf } from '../scholars/order-scholars.ts';
import { scholarsQuery } from '../scholars/scholars-query.ts';
import { tagsQuery } from '../tags/tags-query.ts';
import { viewsQuery } from '../views/views-query.ts';
import classes from './zotero.module.css';
import { createSync } from './zotero-query.ts';

interface Props {
  /** those in which the key may write */
  readonly libraries: readonly { readonly id: string; readonly name: string }[];
  onCreated(name: string): void;
}

/** Form for another list that is kept in Zotero. */
export function CreateSync({ libraries, onCreated }: Props) {
  const { data: scholars = [] } = useQuery(scholarsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  const { data: tags = [] } = useQuery(tagsQuery);
  const [chosen, setChosen] = useState('favorites');
  const [library, setLibrary] = useState(libraries[0]?.id ?? '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createSync(syncOf(chosen, library)),
    onSuccess: ({ name }) => onCreated(name),
  });
  if (libraries.length === 0) return null;
  const groups = [
    { group: texts.groups.general, items: [{ value: 'favorites', label: texts.scopes.favorites }] },
    { group: texts.groups.views, items: views.map(({ id, name }) => ({ value: `view ${id}`, label: name })) },
    { group: texts.groups.tags, items: tags.map(({ id, name }) => ({ value: `tag ${id}`, label: name })) },
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
      <Select
        label={texts.library}
        value={library}
        data={libraries.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => setLibrary(currentTarget.value)}
      />
      <BusyButton type="submit" isBusy={isPending}>
        {texts.create}
      </BusyButton>
      <ProblemText error={error} />
    </form>
  );
}

function syncOf(chosen: string, library: string): NewZoteroSync {
  const [scope, id] = chosen.split(' ');
  if (scope === 'scholar') return { library, scope, scholar_profile_id: Number(id) };
  if (scope === 'view') return { library, scope, view_id: Number(id) };
  if (scope === 'tag') return { library, scope, tag_id: Number(id) };
  return { library, scope: 'favorites' };
}
