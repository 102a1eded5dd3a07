import { download } from '../../api/download.ts';
import { citationsPath } from './citations-path.ts';

/** The BibTeX of publications. @throws as `download` */
export async function fetchBibtex(ids: readonly number[], signal: AbortSignal): Promise<string> {
  const file = await download(citationsPath({ ids }, 'bibtex'), { onProgress: () => undefined, signal });
  return file.text();
}
