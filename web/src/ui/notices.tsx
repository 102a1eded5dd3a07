import { Button, Group } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { texts } from '../texts/en.ts';

const SHOWN_MS = 10_000;

/** Where notices appear. */
export function Notices() {
  return <Notifications position="bottom-center" zIndex={1000} />;
}

export function showProblem(message: string): void {
  notifications.show({ color: 'red', message, autoClose: SHOWN_MS });
}

/** Says what was done; `undo` is offered as long as it is said. */
export function showDone(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: SHOWN_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {texts.undo}
        </Button>
      </Group>
    ),
  });
}
