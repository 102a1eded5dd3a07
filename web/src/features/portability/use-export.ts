import { useMutation } from '@tanstack/react-query';
import { download } from '../../api/download.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { dayOf } from './day-of.ts';
import { forgetResults, keepResult, useKeptMutation } from './kept-mutation.ts';
import { saveFile } from './save-file.ts';
import { Task } from './task.ts';

const texts = settingsTexts.library;
const PATH = '/api/v1/scholars/export';
const KEY = ['library', 'export'];

/**
 * Downloads the library and saves it as a file, even if the user leaves the page. The result is a message for the user.
 */
export function useExport() {
  const { mutate } = useMutation({
    ...keepResult(KEY),
    mutationFn: async (task: Task<number>) => {
      const file = await download(PATH, { onProgress: task.report, signal: task.signal });
      const name = texts.fileName(dayOf(new Date()));
      saveFile(file, name);
      return texts.exported(name, settingsTexts.size(file.size));
    },
  });
  return {
    fetching: useKeptMutation<string, Task<number>>(KEY),
    start() {
      forgetResults(KEY);
      mutate(new Task(0));
    },
  };
}
