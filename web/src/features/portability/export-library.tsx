import { settingsTexts } from '../../texts/en/settings.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Text } from '../../ui/text.tsx';
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
      <h2 id="export" data-mb="xs">
        {texts.exportTitle}
      </h2>
      <Text tone="quiet" data-mb="md">
        {texts.exportHint}
      </Text>
      <Group>
        <BusyButton isBusy={isPending} onClick={start}>
          {texts.export}
        </BusyButton>
        {isPending && (
          <Button look="quiet" onClick={task?.stop}>
            {texts.stop}
          </Button>
        )}
      </Group>
      {isPending && <Progress value={null} data-mt="sm" aria-label={texts.export} />}
      <Text data-mt="sm" role="status">
        {isPending && task ? <ExportProgress task={task} /> : data}
      </Text>
      <ProblemText error={isAbort(error) ? null : error} />
    </section>
  );
}

function ExportProgress({ task }: { task: Task<number> }) {
  return texts.exporting(settingsTexts.size(useProgress(task)));
}
