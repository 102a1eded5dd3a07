import { Button, Progress, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Transfer } from '../../api/upload.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { FileField } from './file-field.tsx';
import classes from './import-library.module.css';
import { ImportOutcome } from './import-outcome.tsx';
import { isStop } from './is-stop.ts';
import { useImport } from './use-import.ts';

const texts = settingsTexts.library;

/** A file is looked at first: what it would do is shown, and only then it is imported. */
export function ImportLibrary() {
  const { sending, transfer, stop } = useImport();
  const { mutate, reset, isPending, variables, data, error } = sending;
  const [isUsed, setUsed] = useState(false);
  const isStopped = isStop(error);
  return (
    <section aria-labelledby="import">
      <Title order={2} size="h5" id="import" mb={4}>
        {texts.importTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.importHint}
      </Text>
      {!isPending && !data && (
        <FileField
          label={error && !isStopped ? texts.chooseOther : texts.choose}
          hasFocus={isUsed}
          onChoose={(file) => {
            setUsed(true);
            mutate({ file, isDryRun: true });
          }}
        />
      )}
      {isPending && transfer && <Sending transfer={transfer} isDryRun={variables.isDryRun} onStop={stop} />}
      {error && !isStopped && variables && (
        <>
          <Text size="sm" mb="xs" dir="auto">
            {texts.refused(variables.file.name)}
          </Text>
          <ProblemText error={error} />
        </>
      )}
      {data && variables && (
        <ImportOutcome
          // another outcome takes the focus anew
          key={String(variables.isDryRun)}
          name={variables.file.name}
          result={data}
          isDryRun={variables.isDryRun}
          onApply={() => mutate({ file: variables.file, isDryRun: false })}
          onCancel={reset}
        />
      )}
    </section>
  );
}

function Sending({ transfer, isDryRun, onStop }: { transfer: Transfer; isDryRun: boolean; onStop: () => void }) {
  const { doneBytes, totalBytes } = transfer;
  const isThere = totalBytes > 0 && doneBytes >= totalBytes;
  const what = isDryRun ? texts.sending.dryRun : texts.sending.apply;
  return (
    <div className={classes.sending} data-dry-run={isDryRun || undefined}>
      <Text fw={600} size="sm">
        {what}
      </Text>
      <Progress
        value={totalBytes === 0 ? 0 : (100 * doneBytes) / totalBytes}
        striped={isThere}
        animated={isThere}
        my="sm"
        aria-label={what}
      />
      <Text size="sm" role="status">
        {isThere ? texts.working : texts.sent(settingsTexts.size(doneBytes), settingsTexts.size(totalBytes))}
      </Text>
      {/* once it is there, the service goes on whoever waits for it */}
      {!isThere && (
        <Button mt="sm" size="xs" variant="default" onClick={onStop}>
          {texts.stop}
        </Button>
      )}
    </div>
  );
}
