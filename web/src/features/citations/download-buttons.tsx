import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download } from '../../api/download.ts';
import { citationTexts as texts } from '../../texts/en/citations.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { dayOf } from '../portability/day-of.ts';
import { saveFile } from '../portability/save-file.ts';
import { isAbort, Task, useProgress } from '../portability/task.ts';
import { type Cited, citationsPath } from './citations-path.ts';
import classes from './cite-dialog.module.css';
import { FORMAT_NAMES, FORMATS, type Format } from './formats.ts';

interface Props {
  readonly cited: Cited;
  /** the name of the file without its ending; null: one with the date */
  readonly name: string | null;
}

interface Fetching {
  readonly format: Format;
  readonly task: Task<number>;
}

/** Downloads citations in a format of the user's choice. Leaving stops the download. */
export function DownloadButtons({ cited, name }: Props) {
  const [running, setRunning] = useState<Task<number> | null>(null);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async ({ format, task }: Fetching) => {
      const file = await download(citationsPath(cited, format), { onProgress: task.report, signal: task.signal });
      const fileName = `${name ?? texts.fileName(dayOf(new Date()))}.${FORMATS[format]}`;
      saveFile(file, fileName);
      return texts.saved(fileName);
    },
  });
  useEffect(() => () => running?.stop(), [running]);
  const start = (format: Format) => {
    const task = new Task(0);
    setRunning(task);
    mutate({ format, task });
  };
  return (
    <>
      <div className={classes.formats}>
        <span>{texts.download}</span>
        {FORMAT_NAMES.map((format) => (
          <Button isSmall key={format} aria-busy={isPending} onClick={() => isPending || start(format)}>
            {texts.formats[format]}
          </Button>
        ))}
        {isPending && (
          <Button isSmall look="quiet" onClick={running?.stop}>
            {texts.stop}
          </Button>
        )}
      </div>
      <p className={classes.state} role="status">
        {isPending && running ? <Progress task={running} /> : data}
      </p>
      <ProblemText error={isAbort(error) ? null : error} />
    </>
  );
}

function Progress({ task }: { task: Task<number> }) {
  return texts.downloading(useProgress(task));
}
