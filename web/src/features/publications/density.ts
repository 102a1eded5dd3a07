import { useSyncExternalStore } from 'react';

/** What a row shows: the title with its authors, or two lines of the abstract as well. */
export type Density = 'titles' | 'abstracts';

const COOKIE = 'density';
const YEAR_SECONDS = 365 * 24 * 3600;
const CHANGED = 'lectern:density';

/** The density in a text of cookies. */
export function readDensity(cookies: string): Density {
  return /(?:^|; )density=abstracts/.test(cookies) ? 'abstracts' : 'titles';
}

/** The density that the user chose in this browser. It is in a cookie, so that the service can send the first rows with it. */
export function useDensity(): [Density, (next: Density) => void] {
  const density = useSyncExternalStore(
    (listener) => {
      addEventListener(CHANGED, listener);
      return () => removeEventListener(CHANGED, listener);
    },
    () => readDensity(document.cookie),
    (): Density => 'titles',
  );
  const choose = (next: Density) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    dispatchEvent(new Event(CHANGED));
  };
  return [density, choose];
}
