import { checkReachability } from '../api/client.ts';

const RETRY_AFTER_MS = 2000;

/**
 * Loads the code of a page. While the service is unreachable, the current page stays and this retries, so that typed
 * text is not lost to a reload.
 * @throws the import's error if the service is reachable. Then a new build has other files, and the router reloads the
 * page.
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
      checkReachability();
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }
}

async function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
