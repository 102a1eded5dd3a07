import { Button, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { texts } from '../texts/en.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemText } from '../ui/problem-text.tsx';

/** A page that could not be shown, or that there is not. */
export function RouteProblem({ error }: Partial<ErrorComponentProps>) {
  const problem = error instanceof Error ? error : null;
  return (
    <main>
      <EmptyState title={problem ? texts.problems.pageFailed : texts.problems.noPage}>
        {problem ? <ProblemText error={problem} /> : <Text>{texts.problems.noPageHint}</Text>}
        <Button component="a" href="/" mt="md" variant="default">
          {texts.problems.toStart}
        </Button>
      </EmptyState>
    </main>
  );
}
