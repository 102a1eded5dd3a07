import { Alert, Text } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import { describeProblem } from './describe-problem.ts';

/** What went wrong, in words, with the number to ask an operator by; nothing without an error. */
export function ProblemText({ error }: { error: Error | null }) {
  // the dialog over the page asks for a new session
  if (error === null || (error instanceof ApiError && error.code === 'auth_required')) return null;
  return (
    <Alert color="red" variant="light" role="alert" p="sm">
      <Text size="sm">{describeProblem(error)}</Text>
      {error instanceof ApiError && error.requestId !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.problems.requestId} <code>{error.requestId}</code>
        </Text>
      )}
    </Alert>
  );
}
