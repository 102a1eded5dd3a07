import { useSyncExternalStore } from 'react';

export type Scheme = 'auto' | 'light' | 'dark';

const COOKIE = 'theme';
const YEAR_SECONDS = 365 * 24 * 3600;
const CHANGED = 'lectern:scheme';

/** The user's choice. It is in a cookie, so that the service can send the first page in it. */
function chosenScheme(): Scheme {
  const [, chosen] = /(?:^|; )theme=(light|dark)/.exec(document.cookie) ?? [];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function subscribe(listener: () => void): () => void {
  const system = systemIsDark();
  system.addEventListener('change', listener);
  addEventListener(CHANGED, listener);
  return () => {
    system.removeEventListener('change', listener);
    removeEventListener(CHANGED, listener);
  };
}

/** The color scheme that the user chose in this browser, and a function that changes it. */
export function useScheme(): [Scheme, (next: Scheme) => void] {
  const scheme = useSyncExternalStore(subscribe, chosenScheme, (): Scheme => 'auto');
  const choose = (next: Scheme) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${next === 'auto' ? 0 : YEAR_SECONDS}; samesite=lax`;
    dispatchEvent(new Event(CHANGED));
  };
  return [scheme, choose];
}

/** The color scheme that is shown: the user's choice, or that of the system. */
export function useShownScheme(): 'light' | 'dark' {
  const shown = () => {
    const chosen = chosenScheme();
    if (chosen !== 'auto') return chosen;
    return systemIsDark().matches ? 'dark' : 'light';
  };
  return useSyncExternalStore(subscribe, shown, () => 'light');
}
