import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface Props {
  readonly title: string;
  /** what it is for, in a sentence or two */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page of the administration: its heading, what it is for, what can be done. */
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
