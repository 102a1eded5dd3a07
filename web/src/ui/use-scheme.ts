import { useSyncExternalStore } from 'react';
import { readChoice, useCookieChoice, watchChoices } from './use-cookie-choice.ts';

export type Scheme = 'auto' | 'light' | 'dark';

const SCHEME = { cookie: 'theme', choices: ['auto', 'light', 'dark'] as [Scheme, ...Scheme[]] };

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** The color scheme that the user chose in this browser, and a function that changes it. */
export function useScheme(): [Scheme, (next: Scheme) => void] {
  return useCookieChoice(SCHEME);
}

/** The color scheme that is shown: the user's choice, or that of the system. */
export function useShownScheme(): 'light' | 'dark' {
  return useSyncExternalStore(
    (listener) => {
      const system = systemIsDark();
      system.addEventListener('change', listener);
      const stop = watchChoices(listener);
      return () => {
        system.removeEventListener('change', listener);
        stop();
      };
    },
    () => {
      const chosen = readChoice(SCHEME, document.cookie);
      if (chosen !== 'auto') return chosen;
      return systemIsDark().matches ? 'dark' : 'light';
    },
    () => 'light',
  );
}
