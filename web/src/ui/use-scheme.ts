import { useMantineColorScheme } from '@mantine/core';

/** Light, dark, or as the system; this browser keeps it. To hold transitions back Mantine would write a style element, which the service's policy refuses. */
export function useScheme() {
  return useMantineColorScheme({ keepTransitions: true });
}
