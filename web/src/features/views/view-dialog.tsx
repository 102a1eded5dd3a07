import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedView } from '../../api/shapes.ts';
import { viewTexts as texts } from '../../texts/en/views.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { fieldError, fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { OwnFeed } from '../feeds/own-feed.tsx';
import { OwnPublicList } from '../public-lists/own-public-list.tsx';
import { settingsQuery } from '../settings/settings-query.ts';
import { changeView, createView, deleteView, setStartView } from './change-views.ts';
import classes from './view-actions.module.css';

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
  const saving = useMutation({
    mutationFn: () => (known ? changeView(known.id, { name }) : createView({ ...view, name })),
    onSuccess(saved) {
      if (isStart !== wasStart) reportFailure(setStartView(isStart ? saved.id : null));
      onClose();
      onSaved?.(saved);
    },
  });
  const problem = fieldProblems(saving.error).name ?? fieldError(saving.error, 'view_exists');
  return (
    <FormDialog
      title={known ? texts.editTitle : texts.saveTitle}
      submit={texts.save}
      saving={saving}
      isAtField={problem !== undefined}
      more={
        known && (
          <Button
            look="quiet"
            isDanger
            onClick={() => {
              reportFailure(deleteView(known));
              onClose();
              onDeleted?.();
            }}
          >
            {texts.delete}
          </Button>
        )
      }
      below={
        known && (
          <>
            <Link to="/settings/views" className={classes.manage} onClick={onClose}>
              {texts.manage}
            </Link>
            <OwnFeed source={{ scope: 'view', view_id: known.id }} onLeave={onClose} />
            <OwnPublicList source={{ scope: 'view', view_id: known.id }} name={known.name} />
          </>
        )
      }
      onSubmit={saving.mutate}
      onClose={onClose}
    >
      <NameField label={texts.name} value={name} maxLength={MAX_LENGTH} error={problem} onChange={setName} />
      <Checkbox
        label={texts.isStart}
        checked={isStart}
        onChange={({ currentTarget }) => setStart(currentTarget.checked)}
      />
    </FormDialog>
  );
}
