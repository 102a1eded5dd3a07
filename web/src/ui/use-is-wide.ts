import { useSyncExternalStore } from 'react';

/**
 * Whether the window has at least this width. The service, which does not know, renders for a wide one, and the style
 * sheet hides the rest.
 */
export function useIsWide(width: '64em' | '75em'): boolean {
  const query = `(min-width: ${width})`;
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    () => true,
  );
}
