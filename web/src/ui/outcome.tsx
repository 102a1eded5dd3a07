import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './outcome.module.css';

/** The result of an action. A dry run has a dashed border. */
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
