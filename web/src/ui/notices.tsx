import { Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { ApiError } from '../api/api-error.ts';
import { texts } from '../texts/en.ts';
import { describeProblem } from './describe-problem.ts';
import { RequestId } from './request-id.tsx';

const SHOWN_MS = 10_000;
const CLOSE = { 'aria-label': texts.close };
let told = 0;

/** Where notices appear. */
export function Notices() {
  return <Notifications position="bottom-center" zIndex={1000} />;
}

/** Says what went wrong, once, and longer while it is pointed at. */
export function showProblem(error: Error): void {
  // the same refusal may be heard of twice: by who asked, and by who takes it back
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

/** Says what was done, and offers `undo`. Returns what hides it before it goes by itself. */
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

/** Only some have room: the newest are shown, and those before wait, not the other way round. */
function nextNotice() {
  told += 1;
  return { autoClose: SHOWN_MS, closeButtonProps: CLOSE, priority: told };
}
