import { useMediaQuery } from '@mantine/hooks';

/** Whether there is room for details beside a list. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 64em)', undefined, { getInitialValueInEffect: false }) ?? false;
}
