import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { ImportResult } from '../../api/shapes.ts';
import { type Transfer, upload } from '../../api/upload.ts';

const PATH = '/api/v1/scholars/import';

interface Wish {
  readonly file: File;
  readonly isDryRun: boolean;
}

/** Sends a file, to be told what it would do, or to have it done. */
export function useImport() {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const stop = useRef(new AbortController());
  const sending = useMutation({
    mutationFn: ({ file, isDryRun }: Wish): Promise<ImportResult> => {
      setTransfer({ doneBytes: 0, totalBytes: file.size });
      stop.current = new AbortController();
      const path = isDryRun ? `${PATH}?dry_run=true` : PATH;
      return upload(path, file, { onProgress: setTransfer, signal: stop.current.signal });
    },
    onSuccess: (_result, { isDryRun }) => (isDryRun ? undefined : refreshAll()),
  });
  return { sending, transfer, stop: () => stop.current.abort() };
}

async function refreshAll(): Promise<void> {
  await Promise.all(
    [['scholars'], ['publications'], ['runs']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
