import { useMutation } from '@tanstack/react-query';
import { download } from '../../api/download.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Course } from './course.ts';
import { dayOf } from './day-of.ts';
import { forgetKept, keep, useKept } from './kept-mutation.ts';
import { saveFile } from './save-file.ts';

const texts = settingsTexts.library;
const PATH = '/api/v1/scholars/export';
const KEY = ['library', 'export'];

/** Fetches the library and saves it, also when the page is left meanwhile; what came of it is said in a sentence. */
export function useExport() {
  const { mutate } = useMutation({
    ...keep(KEY),
    mutationFn: async (course: Course<number>) => {
      const file = await download(PATH, { onProgress: course.tell, signal: course.signal });
      const name = texts.fileName(dayOf(new Date()));
      saveFile(file, name);
      return texts.exported(name, settingsTexts.size(file.size));
    },
  });
  return {
    fetching: useKept<string, Course<number>>(KEY),
    start() {
      forgetKept(KEY);
      mutate(new Course(0));
    },
  };
}
