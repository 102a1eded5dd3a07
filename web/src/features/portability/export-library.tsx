import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { isStop } from './is-stop.ts';
import { saveFile } from './save-file.ts';

const texts = settingsTexts.library;
const PATH = '/api/v1/scholars/export';

/** The whole library as a file. How large it becomes is not known before it is there. */
export function ExportLibrary() {
  const [doneBytes, setDoneBytes] = useState(0);
  const stop = useRef(new AbortController());
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => {
      setDoneBytes(0);
      stop.current = new AbortController();
      const file = await download(PATH, { onProgress: setDoneBytes, signal: stop.current.signal });
      const name = texts.fileName(new Date().toISOString().slice(0, 10));
      saveFile(file, name);
      return texts.exported(name, settingsTexts.size(file.size));
    },
  });
  return (
    <section aria-labelledby="export">
      <Title order={2} size="h5" id="export" mb={4}>
        {texts.exportTitle}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.exportHint}
      </Text>
      <Group gap="sm">
        <BusyButton variant="default" isBusy={isPending} onClick={() => mutate()}>
          {texts.export}
        </BusyButton>
        {isPending && (
          <Button variant="subtle" onClick={() => stop.current.abort()}>
            {texts.stop}
          </Button>
        )}
      </Group>
      {isPending && <Progress value={100} striped animated mt="sm" aria-label={texts.export} />}
      <Text size="sm" mt="sm" role="status">
        {isPending ? texts.exporting(settingsTexts.size(doneBytes)) : data}
      </Text>
      <ProblemText error={isStop(error) ? null : error} />
    </section>
  );
}
