import { Button, Checkbox, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedView } from '../../api/shapes.ts';
import { viewTexts as texts } from '../../texts/en/views.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { fieldError, fieldProblems } from '../../ui/field-problems.ts';
import { MantineScope } from '../../ui/mantine-scope.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { OwnFeed } from '../feeds/own-feed.tsx';
import { settingsQuery } from '../settings/settings-query.ts';
import { changeView, createView, deleteView, setStartView } from './change-views.ts';

const MAX_LENGTH = 80;

interface Props {
  /** a view to edit, or what a new one keeps */
  readonly view: SavedView | Pick<SavedView, 'parameters' | 'layout'>;
  onSaved?(view: SavedView): void;
  onDeleted?(): void;
  onClose(): void;
}

/** Names a new view, or renames and deletes one. */
export function ViewDialog({ view, onSaved, onDeleted, onClose }: Props) {
  const known = 'id' in view ? view : null;
  const { data: startId = null } = useQuery({ ...settingsQuery, select: (settings) => settings.start_view_id });
  const wasStart = known !== null && known.id === startId;
  const [name, setName] = useState(known?.name ?? '');
  const [isStart, setStart] = useState(wasStart);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => (known ? changeView(known.id, { name }) : createView({ ...view, name })),
    onSuccess(saved) {
      if (isStart !== wasStart) reportFailure(setStartView(isStart ? saved.id : null));
      onClose();
      onSaved?.(saved);
    },
  });
  const problem = fieldProblems(error).name ?? fieldError(error, 'view_exists');
  return (
    <Dialog title={known ? texts.editTitle : texts.saveTitle} onClose={onClose}>
      <MantineScope>
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
            <Checkbox
              label={texts.isStart}
              checked={isStart}
              onChange={({ currentTarget }) => setStart(currentTarget.checked)}
            />
            <ProblemText error={problem === undefined ? error : null} />
            <DialogButtons submit={texts.save} isBusy={isPending} onCancel={onClose}>
              {known && (
                <Button
                  variant="subtle"
                  color="red"
                  ml="auto"
                  onClick={() => {
                    reportFailure(deleteView(known));
                    onClose();
                    onDeleted?.();
                  }}
                >
                  {texts.delete}
                </Button>
              )}
            </DialogButtons>
            {known && (
              <Link to="/settings/views" onClick={onClose}>
                {texts.manage}
              </Link>
            )}
          </Stack>
        </form>
        {known && <OwnFeed source={{ scope: 'view', view_id: known.id }} onLeave={onClose} />}
      </MantineScope>
    </Dialog>
  );
}
