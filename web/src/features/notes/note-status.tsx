import { useMutationState } from '@tanstack/react-query';
import { OfflineError } from '../../api/api-error.ts';
import { noteTexts as texts } from '../../texts/en/notes.ts';
import type { Draft } from './drafts-query.ts';
import classes from './notes.module.css';
import { saveKey } from './save-drafts.ts';

/** Whether the service has the text of a note. Screen readers announce only that it does not. */
export function NoteStatus({ noteId, draft }: { noteId: string; draft: Draft | undefined }) {
  const saves = useMutationState({
    filters: { mutationKey: saveKey(noteId) },
    select: ({ state: { status, failureReason } }) => ({ status, failureReason }),
  });
  const last = saves.at(-1);
  const problem = draft && (draft.refusal ?? null) !== null ? draft.refusal : problemOf(last?.failureReason ?? null);
  return (
    <span className={classes.status}>
      <span role="status" className={classes.problem}>
        {draft && problem}
      </span>
      {draft ? problem === null && texts.saving : last?.status === 'success' && texts.saved}
    </span>
  );
}

function problemOf(error: Error | null): string | null {
  if (error === null) return null;
  return error instanceof OfflineError ? texts.offline : texts.refused(error.message);
}
