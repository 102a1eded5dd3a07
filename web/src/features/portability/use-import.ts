import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import type { ImportResult } from '../../api/shapes.ts';
import { type Transfer, upload } from '../../api/upload.ts';
import { forgetResults, keepResult, useKeptMutation } from './kept-mutation.ts';
import { Task } from './task.ts';

const PATH = '/api/v1/scholars/import';
const KEY = ['library', 'import'];

interface Sending {
  readonly file: File;
  readonly isDryRun: boolean;
  /** all publications of the file count as read */
  readonly markRead: boolean;
  readonly task: Task<Transfer>;
}

/** Uploads a file for a preview or an import. It continues when the user leaves the page, and the result is kept. */
export function useImport() {
  const { mutate } = useMutation({
    ...keepResult(KEY),
    mutationFn: ({ file, isDryRun, markRead, task }: Sending): Promise<ImportResult> => {
      return upload(`${PATH}?dry_run=${isDryRun}&mark_read=${markRead}`, file, {
        onProgress: task.report,
        signal: task.signal,
      });
    },
    onSuccess: (_result, { isDryRun }) => (isDryRun ? undefined : refreshAfterImport()),
  });
  return {
    sending: useKeptMutation<ImportResult, Sending>(KEY),
    send(file: File, isDryRun: boolean, markRead = false) {
      forgetResults(KEY);
      mutate({ file, isDryRun, markRead, task: new Task({ doneBytes: 0, totalBytes: file.size }) });
    },
    forget: () => forgetResults(KEY),
  };
}

/** Requests again what an import may have changed. */
export async function refreshAfterImport(): Promise<void> {
  await Promise.all(
    [['scholars'], ['publications'], ['runs']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
