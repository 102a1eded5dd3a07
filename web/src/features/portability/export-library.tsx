import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { settingsTexts } from '../../texts/en/settings.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { type Course, useProgress } from './course.ts';
import { isStop } from './is-stop.ts';
import { useExport } from './use-export.ts';

const texts = settingsTexts.library;

/** The whole library as a file. How large it becomes is not known before it is there. */
export function ExportLibrary() {
  const { fetching, start } = useExport();
  const { data, error = null, variables: course } = fetching ?? {};
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
          <Button variant="subtle" onClick={course?.stop}>
            {texts.stop}
          </Button>
        )}
      </Group>
      {isPending && <Progress value={100} striped animated mt="sm" aria-label={texts.export} />}
      <Text size="sm" mt="sm" role="status">
        {isPending && course ? <SoFar course={course} /> : data}
      </Text>
      <ProblemText error={isStop(error) ? null : error} />
    </section>
  );
}

function SoFar({ course }: { course: Course<number> }) {
  return texts.exporting(settingsTexts.size(useProgress(course)));
}
