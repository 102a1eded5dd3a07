import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import type { ImportResult } from '../../api/shapes.ts';
import { zoteroTexts as texts } from '../../texts/en/zotero.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { ImportOutcome } from '../portability/import-outcome.tsx';
import { forgetResults, keepResult, useKeptMutation } from '../portability/kept-mutation.ts';
import { refreshAfterImport } from '../portability/use-import.ts';
import classes from './zotero.module.css';

const KEY = ['zotero', 'import'];

interface Wanted {
  readonly library: string;
  readonly name: string;
  readonly isDryRun: boolean;
  readonly markRead: boolean;
}

/** Imports a library of Zotero after a preview of the changes. It continues when the user leaves the page. */
export function ImportFromZotero({ libraries }: { libraries: readonly { id: string; name: string }[] }) {
  const [chosen, setChosen] = useState(libraries[0]?.id ?? '');
  const { mutate } = useMutation({
    ...keepResult(KEY),
    mutationFn: ({ library, isDryRun, markRead }: Wanted): Promise<ImportResult> => {
      const params = { query: { dry_run: isDryRun, mark_read: markRead } };
      return unwrap(api.POST('/api/v1/zotero/import', { params, body: { library } }));
    },
    onSuccess: (_result, { isDryRun }) => (isDryRun ? undefined : refreshAfterImport()),
  });
  const { status, data, error, variables } = useKeptMutation<ImportResult, Wanted>(KEY) ?? {};
  const isBusy = status === 'pending';
  const send = (wanted: Wanted) => {
    forgetResults(KEY);
    mutate(wanted);
  };
  const name = libraries.find(({ id }) => id === chosen)?.name ?? chosen;
  if (libraries.length === 0) return null;
  return (
    <>
      <h3>{texts.importTitle}</h3>
      <Text tone="quiet" data-mb="sm">
        {texts.importHint}
      </Text>
      {!data && (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            send({ library: chosen, name, isDryRun: true, markRead: false });
          }}
        >
          {libraries.length > 1 && (
            <Select
              label={texts.library}
              value={chosen}
              data={libraries.map((one) => ({ value: one.id, label: one.name }))}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          <BusyButton type="submit" isBusy={isBusy}>
            {texts.import}
          </BusyButton>
        </form>
      )}
      {isBusy && variables && (
        <Text role="status">{variables.isDryRun ? texts.importing.dryRun : texts.importing.apply}</Text>
      )}
      <ProblemText error={error ?? null} />
      {data && variables && (
        <ImportOutcome
          // a new key, so that the outcome of the import takes the focus after the preview
          key={String(variables.isDryRun)}
          name={variables.name}
          result={data}
          isDryRun={variables.isDryRun}
          hasFocus
          onApply={(markRead) => send({ ...variables, isDryRun: false, markRead })}
          onCancel={() => forgetResults(KEY)}
        />
      )}
    </>
  );
}
