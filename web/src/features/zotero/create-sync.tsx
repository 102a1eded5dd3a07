import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewZoteroSync } from '../../api/shapes.ts';
import { zoteroTexts as texts } from '../../texts/en/zotero.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { sourceOf } from '../views/source-of.ts';
import { SourceSelect } from '../views/source-select.tsx';
import classes from './zotero.module.css';
import { createSync } from './zotero-query.ts';

interface Props {
  /** those in which the key may write */
  readonly libraries: readonly { readonly id: string; readonly name: string }[];
  /** the message is empty while a list is being added */
  onDone(message: string): void;
}

const FAVORITES = [{ value: 'favorites', label: texts.scopes.favorites }];

/** Form for another list that is kept in Zotero. */
export function CreateSync({ libraries, onDone }: Props) {
  const [chosen, setChosen] = useState('favorites');
  const [library, setLibrary] = useState(libraries[0]?.id ?? '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createSync({ library, ...sourceOf<NewZoteroSync['scope']>(chosen) }),
    onMutate: () => onDone(''),
    onSuccess: ({ name }) => onDone(texts.created(name)),
  });
  if (libraries.length === 0) return null;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <SourceSelect hasTags label={texts.source} value={chosen} general={FAVORITES} onChange={setChosen} />
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
