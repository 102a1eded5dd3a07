import { Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { ApiError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import { describeProblem } from './describe-problem.ts';
import { RequestId } from './request-id.tsx';

const SHOWN_MS = 10_000;
const CLOSE = { 'aria-label': texts.close };

/** The place for notices. */
export function Notices() {
  return <Notifications position="bottom-center" zIndex={1000} />;
}

/** Shows an error as a notice, once per request. */
export function showProblem(error: Error): void {
  // one refusal may be reported twice: for the change and for its undo
  const id = error instanceof ApiError ? error.requestId : null;
  notifications.show({
    ...(id === null ? {} : { id }),
    ...nextNotice(),
    color: 'red',
    message: (
      <>
        {describeProblem(error)}
        <RequestId error={error} />
      </>
    ),
  });
}

/** Shows what was done and offers `undo`. Call the returned function to hide the notice early. */
export function showDone(message: string, undo: () => void): () => void {
  const id = notifications.show({
    ...nextNotice(),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button size="compact-sm" variant="subtle" onClick={undo}>
          {texts.undo}
        </Button>
      </Group>
    ),
  });
  return () => void notifications.hide(id);
}

/** Shows a message that needs no action. */
export function showMessage(message: string): void {
  notifications.show({ ...nextNotice(), message });
}

/** Options that show the newest notices first if there is no room for all. */
function nextNotice() {
  return { autoClose: SHOWN_MS, closeButtonProps: CLOSE, priority: performance.now() };
}
