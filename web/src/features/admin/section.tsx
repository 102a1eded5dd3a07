import type { ReactNode } from 'react';
import { Text } from '../../ui/text.tsx';
import classes from './section.module.css';

interface Props {
  readonly title: string;
  /** one or two sentences on the purpose */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of an admin page: heading, hint and actions. */
export function Section({ title, hint, actions, children }: Props) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {hint && (
        <Text tone="quiet" className={classes.hint} data-mb="md">
          {hint}
        </Text>
      )}
      {children}
    </section>
  );
}
