import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
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
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {hint && (
        <Text size="sm" c="dimmed" maw="44rem" mb="md">
          {hint}
        </Text>
      )}
      {children}
    </section>
  );
}
