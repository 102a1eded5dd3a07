import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </div>
  );
}
