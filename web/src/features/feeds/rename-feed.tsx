import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Feed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { renameFeed } from './change-feeds.ts';

const MAX_LENGTH = 80;

/** Asks for another name of a feed. */
export function RenameFeed({ feed, onClose }: { feed: Feed; onClose(): void }) {
  const [name, setName] = useState(feed.name);
  const saving = useMutation({ mutationFn: () => renameFeed(feed.id, name), onSuccess: onClose });
  const problem = fieldProblems(saving.error).name;
  return (
    <FormDialog
      title={texts.renameTitle}
      submit={texts.save}
      saving={saving}
      isAtField={problem !== undefined}
      onSubmit={saving.mutate}
      onClose={onClose}
    >
      <NameField label={texts.name} value={name} maxLength={MAX_LENGTH} error={problem} onChange={setName} />
    </FormDialog>
  );
}
