import { useState } from 'react';
import type { Transfer } from '../../api/upload.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Text } from '../../ui/text.tsx';
import { FileField } from './file-field.tsx';
import classes from './import-library.module.css';
import { ImportOutcome } from './import-outcome.tsx';
import { isAbort, type Task, useProgress } from './task.ts';
import { useImport } from './use-import.ts';

const texts = settingsTexts.library;

/** Imports a file after a preview of the changes. */
export function ImportLibrary() {
  const { sending, send, forget } = useImport();
  // returning to the page must not move the focus
  const [hasInteracted, setInteracted] = useState(false);
  const { status, variables, data } = sending ?? {};
  const error = sending?.error && !isAbort(sending.error) ? sending.error : null;
  const interact = (action: () => void) => {
    setInteracted(true);
    action();
  };
  return (
    <section aria-labelledby="import">
      <h2 id="import" data-mb="xs">
        {texts.importTitle}
      </h2>
      <Text tone="quiet" data-mb="md">
        {texts.importHint}
      </Text>
      {status !== 'pending' && !data && (
        <>
          <FileField
            label={error ? texts.chooseOther : texts.choose}
            hasFocus={hasInteracted}
            onChoose={(file) => interact(() => send(file, true))}
          />
          <Text tone="quiet" data-mt="xs">
            {texts.otherPrograms}
          </Text>
        </>
      )}
      {status === 'pending' && variables && <Sending task={variables.task} isDryRun={variables.isDryRun} />}
      {error && variables && (
        <>
          <Text data-mb="xs" dir="auto">
            {texts.refused(variables.file.name)}
          </Text>
          <ProblemText error={error} />
        </>
      )}
      {data && variables && (
        <ImportOutcome
          // a new key, so that the outcome of the import takes the focus after the preview
          key={String(variables.isDryRun)}
          name={variables.file.name}
          result={data}
          isDryRun={variables.isDryRun}
          hasFocus={hasInteracted}
          onApply={(markRead) => interact(() => send(variables.file, false, markRead))}
          onCancel={() => interact(forget)}
        />
      )}
    </section>
  );
}

function Sending({ task, isDryRun }: { task: Task<Transfer>; isDryRun: boolean }) {
  const { doneBytes, totalBytes } = useProgress(task);
  const isUploaded = totalBytes > 0 && doneBytes >= totalBytes;
  const label = isDryRun ? texts.sending.dryRun : texts.sending.apply;
  return (
    <div className={classes.sending} data-dry-run={isDryRun || undefined}>
      <Text isStrong>{label}</Text>
      <Progress
        value={isUploaded ? null : totalBytes === 0 ? 0 : (100 * doneBytes) / totalBytes}
        data-mt="sm"
        data-mb="sm"
        aria-label={label}
      />
      <Text role="status">
        {isUploaded ? texts.working : texts.sent(settingsTexts.size(doneBytes), settingsTexts.size(totalBytes))}
      </Text>
      {/* after the upload the service continues, even if the browser stops waiting */}
      {!isUploaded && (
        <Button data-mt="sm" isSmall onClick={task.stop}>
          {texts.stop}
        </Button>
      )}
    </div>
  );
}
