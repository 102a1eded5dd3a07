import { useMediaQuery } from '@mantine/hooks';

/** Whether the window has at least this width. */
export function useIsWide(width: '64em' | '75em'): boolean {
  return useMediaQuery(`(min-width: ${width})`, undefined, { getInitialValueInEffect: false }) ?? false;
}
