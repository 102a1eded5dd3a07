import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import type { ImportResult } from '../../api/shapes.ts';
import { type Transfer, upload } from '../../api/upload.ts';
import { Course } from './course.ts';
import { forgetKept, keep, useKept } from './kept-mutation.ts';

const PATH = '/api/v1/scholars/import';
const KEY = ['library', 'import'];

interface Sending {
  readonly file: File;
  readonly isDryRun: boolean;
  readonly course: Course<Transfer>;
}

/** Sends a file, to be told what it would do, or to have it done. It goes on when the page is left, and stands as it does when one comes back. */
export function useImport() {
  const { mutate } = useMutation({
    ...keep(KEY),
    mutationFn: ({ file, isDryRun, course }: Sending): Promise<ImportResult> => {
      const path = isDryRun ? `${PATH}?dry_run=true` : PATH;
      return upload(path, file, { onProgress: course.tell, signal: course.signal });
    },
    onSuccess: (_result, { isDryRun }) => (isDryRun ? undefined : refreshAll()),
  });
  return {
    sending: useKept<ImportResult, Sending>(KEY),
    send(file: File, isDryRun: boolean) {
      forgetKept(KEY);
      mutate({ file, isDryRun, course: new Course({ doneBytes: 0, totalBytes: file.size }) });
    },
    forget: () => forgetKept(KEY),
  };
}

async function refreshAll(): Promise<void> {
  await Promise.all(
    [['scholars'], ['publications'], ['runs']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
