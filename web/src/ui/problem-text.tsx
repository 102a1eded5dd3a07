import { describeProblem } from './describe-problem.ts';
import { isHandled } from './handled-problem.ts';
import classes from './problem-text.module.css';
import { RequestId } from './request-id.tsx';

/** An error message with the request id, or nothing without an error. */
export function ProblemText({ error }: { error: Error | null }) {
  if (error === null || isHandled(error)) return null;
  return (
    <div className={classes.problem} role="alert">
      <p>{describeProblem(error)}</p>
      <RequestId error={error} />
    </div>
  );
}
