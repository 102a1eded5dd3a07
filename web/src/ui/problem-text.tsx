import { Alert, Text } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { describeProblem } from './describe-problem.ts';
import { RequestId } from './request-id.tsx';

/** What went wrong, in words, with the number to ask an operator by; nothing without an error. */
export function ProblemText({ error }: { error: Error | null }) {
  // the dialog over the page asks for a new session
  if (error === null || (error instanceof ApiError && error.code === 'auth_required')) return null;
  return (
    <Alert color="red" variant="light" role="alert" p="sm">
      <Text size="sm">{describeProblem(error)}</Text>
      <RequestId error={error} />
    </Alert>
  );
}
