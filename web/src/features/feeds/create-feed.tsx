import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewFeed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { sourceOf } from '../views/source-of.ts';
import { SourceSelect } from '../views/source-select.tsx';
import { createFeed } from './change-feeds.ts';
import classes from './feeds.module.css';

const GENERAL = (['all', 'favorites'] as const).map((scope) => ({ value: scope, label: texts.scopes[scope] }));

/** Form for a new feed. */
export function CreateFeed({ onCreated }: { onCreated(name: string): void }) {
  const [chosen, setChosen] = useState('all');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createFeed(sourceOf<NewFeed['scope']>(chosen)),
    onSuccess: ({ name }) => onCreated(name),
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <SourceSelect label={texts.source} value={chosen} general={GENERAL} onChange={setChosen} />
      <BusyButton type="submit" isBusy={isPending}>
        {texts.create}
      </BusyButton>
      <ProblemText error={error} />
    </form>
  );
}
