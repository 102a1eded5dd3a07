import { readFile } from 'node:fs/promises';
import { hasCode } from './embedded-files.ts';
import type { EmbeddedPaths } from './embedded-paths.ts';

/** The process that the cluster's lock file names, whether it lives or not; undefined when there is no such file. */
export async function readPostmasterPid(paths: EmbeddedPaths): Promise<number | undefined> {
  const text = await readFile(paths.pidFile, 'utf8').catch((error: unknown) => {
    if (hasCode(error) && error.code === 'ENOENT') return '';
    throw error;
  });
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
}

/** Whether a number that a server had once is now that of another program; only Linux can tell, elsewhere never. */
export async function isForeignProcess(pid: number): Promise<boolean> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return words !== '' && !words.includes('postgres');
}
