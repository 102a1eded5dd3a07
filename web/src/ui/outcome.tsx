import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './outcome.module.css';

/** What came of something: dashed what would be done, and was not; whole what was. */
export function Outcome({ isDryRun, title, children }: { isDryRun: boolean; title: string; children: ReactNode }) {
  return (
    <div className={classes.outcome} data-dry={isDryRun || undefined} role="status">
      <Text fw={600} size="sm">
        {title}
      </Text>
      {children}
    </div>
  );
}
