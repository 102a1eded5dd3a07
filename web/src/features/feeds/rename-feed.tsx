import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Feed } from '../../api/shapes.ts';
import { feedTexts as texts } from '../../texts/en/feeds.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { NameField } from '../../ui/name-field.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { renameFeed } from './change-feeds.ts';

const MAX_LENGTH = 80;

/** Asks for another name of a feed. */
export function RenameFeed({ feed, onClose }: { feed: Feed; onClose(): void }) {
  const [name, setName] = useState(feed.name);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => renameFeed(feed.id, name),
    onSuccess: onClose,
  });
  const problem = fieldProblems(error).name;
  return (
    <Dialog title={texts.renameTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack gap="md">
          <NameField
            label={texts.name}
            value={name}
            maxLength={MAX_LENGTH}
            error={problem}
            onChange={(typed) => {
              setName(typed);
              reset();
            }}
          />
          <ProblemText error={problem === undefined ? error : null} />
          <DialogButtons submit={texts.save} isBusy={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
