import { tellServiceIsAway } from '../api/client.ts';

const AGAIN_AFTER_MS = 2000;

/**
 * The code of a page. While the service does not answer, the page before stays and this waits: what was typed there is not lost to a reload.
 * @throws what the import threw when the service answers: the files are others by now, and the router loads the page anew
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isAnswering()) throw error;
      tellServiceIsAway();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}

async function isAnswering(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
