import { useMantineColorScheme } from '@mantine/core';

/** The color scheme, saved in this browser. Without `keepTransitions`, Mantine would write a style element, which the content security policy forbids. */
export function useScheme() {
  return useMantineColorScheme({ keepTransitions: true });
}
