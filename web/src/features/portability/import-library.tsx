import { Button, Progress, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Transfer } from '../../api/upload.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { type Course, useProgress } from './course.ts';
import { FileField } from './file-field.tsx';
import classes from './import-library.module.css';
import { ImportOutcome } from './import-outcome.tsx';
import { isStop } from './is-stop.ts';
import { useImport } from './use-import.ts';

const texts = settingsTexts.library;

/** A file is looked at first: what it would do is shown, and only then it is imported. */
export function ImportLibrary() {
  const { sending, send, forget } = useImport();
  // who only comes back to it keeps the focus where it is
  const [isUsed, setUsed] = useState(false);
  const { status, variables, data } = sending ?? {};
  const error = sending?.error && !isStop(sending.error) ? sending.error : null;
  const use = (does: () => void) => {
    setUsed(true);
    does();
  };
  return (
    <section aria-labelledby="import">
      <Title order={2} size="h5" id="import" mb={4}>
        {texts.importTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.importHint}
      </Text>
      {status !== 'pending' && !data && (
        <FileField
          label={error ? texts.chooseOther : texts.choose}
          hasFocus={isUsed}
          onChoose={(file) => use(() => send(file, true))}
        />
      )}
      {status === 'pending' && variables && <Sending course={variables.course} isDryRun={variables.isDryRun} />}
      {error && variables && (
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
          hasFocus={isUsed}
          onApply={() => use(() => send(variables.file, false))}
          onCancel={() => use(forget)}
        />
      )}
    </section>
  );
}

function Sending({ course, isDryRun }: { course: Course<Transfer>; isDryRun: boolean }) {
  const { doneBytes, totalBytes } = useProgress(course);
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
        <Button mt="sm" size="xs" variant="default" onClick={course.stop}>
          {texts.stop}
        </Button>
      )}
    </div>
  );
}
