import { isHandled } from './handled-problem.ts';
import { showMessage, showProblem } from './notices.tsx';

/** Shows an error as a notice, for actions that have no other place for it. */
export function notifyProblem(error: unknown): void {
  if (isHandled(error)) return;
  showProblem(error instanceof Error ? error : new Error(String(error)));
}

/** Shows a message as a notice. */
export const notify = showMessage;
