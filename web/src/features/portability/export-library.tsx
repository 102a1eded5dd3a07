import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { settingsTexts } from '../../texts/en/settings.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { isAbort, type Task, useProgress } from './task.ts';
import { useExport } from './use-export.ts';

const texts = settingsTexts.library;

/** Downloads the library as a file. Its size is not known in advance. */
export function ExportLibrary() {
  const { fetching, start } = useExport();
  const { data, error = null, variables: task } = fetching ?? {};
  const isPending = fetching?.status === 'pending';
  return (
    <section aria-labelledby="export">
      <Title order={2} size="h5" id="export" mb={4}>
        {texts.exportTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.exportHint}
      </Text>
      <Group gap="sm">
        <BusyButton variant="default" isBusy={isPending} onClick={start}>
          {texts.export}
        </BusyButton>
        {isPending && (
          <Button variant="subtle" onClick={task?.stop}>
            {texts.stop}
          </Button>
        )}
      </Group>
      {isPending && <Progress value={100} striped animated mt="sm" aria-label={texts.export} />}
      <Text size="sm" mt="sm" role="status">
        {isPending && task ? <ExportProgress task={task} /> : data}
      </Text>
      <ProblemText error={isAbort(error) ? null : error} />
    </section>
  );
}

function ExportProgress({ task }: { task: Task<number> }) {
  return texts.exporting(settingsTexts.size(useProgress(task)));
}
