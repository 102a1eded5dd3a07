import { LoadError } from '../api/api-error.ts';
import { checkReachability } from '../api/client.ts';
import { texts } from '../texts/en.ts';
import { showDone, showProblem } from './notices.tsx';

/** The builds for which this tab has reloaded. */
const RELOADED = 'lectern-reloaded:';
const SCRIPT = /<script[^>]* src="(\/assets\/[^"]+)"/;
/** Fields whose text a reload would lose. Notes are kept, and comboboxes search. */
const TYPED = 'textarea:not([data-kept]), input:not([type=checkbox], [type=radio], [type=hidden], [role=combobox])';

/**
 * Loads a part of the application's code. All imports on demand go through this function or `openPart`, which
 * `app/parts.test.ts` checks. A browser requests a module that failed again.
 * @throws the error of the import
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    // a part without its styles is better than none
    await Promise.allSettled([...document.querySelectorAll<HTMLLinkElement>('link[data-failed]')].map(loadStyles));
    return await load();
  } catch (error) {
    checkReachability();
    throw error;
  }
}

/**
 * Loads a part that the user asked for. If that fails, says so and returns null. If the service has another build, its
 * page is loaded from `address`, once for each build; then this never resolves.
 */
export async function openPart<Module>(load: () => Promise<Module>, address = location.href): Promise<Module | null> {
  try {
    return await loadPart(load);
  } catch {
    const build = await findOtherBuild();
    if (build === null) showProblem(new LoadError());
    else if (wasReloaded(build) || (isSame(address) && hasTypedText()))
      showDone(texts.problems.otherBuild, () => reload(build, address), texts.problems.reload);
    else {
      reload(build, address);
      return new Promise(() => undefined);
    }
    return null;
  }
}

/** Marks styles that do not load. The code that adds them (Vite's) never requests them again, so `loadPart` does. */
export function watchStyles(): void {
  const markFailed = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) target.dataset.failed = '';
  };
  // this event does not bubble
  document.addEventListener('error', markFailed, { capture: true });
}

function loadStyles(failed: HTMLLinkElement): Promise<unknown> {
  const link = document.createElement('link');
  Object.assign(link, { rel: failed.rel, href: failed.href, as: failed.as, crossOrigin: failed.crossOrigin });
  const loaded = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
  failed.replaceWith(link);
  return loaded;
}

/** The build that the service has in place of the one of this page. Null: it has the same, or it does not respond. */
async function findOtherBuild(): Promise<string | null> {
  const own = document.querySelector('script[type=module]')?.getAttribute('src');
  try {
    const response = await fetch('/sign-in', { headers: { accept: 'text/html' }, cache: 'no-store' });
    const [, other] = SCRIPT.exec(await response.text()) ?? [];
    return other === undefined || other === own ? null : other;
  } catch {
    return null;
  }
}

/** While two builds answer in turns, the page would reload again and again. */
function wasReloaded(build: string): boolean {
  try {
    return sessionStorage.getItem(RELOADED + build) !== null;
  } catch {
    // without the storage, nothing would end the reloads
    return true;
  }
}

function reload(build: string, address: string): void {
  sessionStorage.setItem(RELOADED + build, '');
  // keeps the history entry, which has the place in the list
  if (isSame(address)) location.reload();
  else location.assign(address);
}

function isSame(address: string): boolean {
  return new URL(address, location.href).href === location.href;
}

function hasTypedText(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== '');
}
