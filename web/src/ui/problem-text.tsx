import { Alert, Text } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { describeProblem } from './describe-problem.ts';
import { RequestId } from './request-id.tsx';

/** An error message with the request id, or nothing without an error. */
export function ProblemText({ error }: { error: Error | null }) {
  // the session dialog handles this error
  if (error === null || (error instanceof ApiError && error.code === 'auth_required')) return null;
  return (
    <Alert color="red" variant="light" role="alert" p="sm">
      <Text size="sm">{describeProblem(error)}</Text>
      <RequestId error={error} />
    </Alert>
  );
}
