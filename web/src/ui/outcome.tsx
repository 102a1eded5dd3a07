import type { ReactNode } from 'react';
import classes from './outcome.module.css';
import { Text } from './text.tsx';

/** The result of an action. A dry run has a dashed border. */
export function Outcome({ isDryRun, title, children }: { isDryRun: boolean; title: string; children: ReactNode }) {
  return (
    <div className={classes.outcome} data-dry={isDryRun || undefined} role="status">
      <Text isStrong>{title}</Text>
      {children}
    </div>
  );
}
