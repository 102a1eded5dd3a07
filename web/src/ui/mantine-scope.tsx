import './mantine-styles.ts';
import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShownScheme } from './use-scheme.ts';

/** Defaults for the behavior and size of components. Their looks are in mantine.css. */
const theme = createTheme({
  respectReducedMotion: true,
  // 24 pixels, the smallest target of WCAG 2.5.8
  components: { Checkbox: { defaultProps: { size: 'md' } } },
});

/**
 * Where Mantine's components may be used: on every page except the first, which must not load them. `withCssVariables` and `withGlobalClasses`
 * would write style elements, which the content security policy forbids; mantine.css has their styles.
 */
export function MantineScope({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useShownScheme()}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
