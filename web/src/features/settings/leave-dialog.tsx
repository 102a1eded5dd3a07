import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { knownSession } from '../../api/session.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Group } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import type { SettingsDraft } from './settings-draft.ts';

const texts = settingsTexts.leave;

/** Asks what to do with unsaved settings when the user leaves the page. */
export function LeaveDialog({ form }: { form: SettingsDraft }) {
  const { draft, isChanged, save, discard } = form;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    // after signing out, the page unloads without a question
    enableBeforeUnload: () => Boolean(knownSession()),
    disabled: !isChanged,
    withResolver: true,
  });
  // saved or discarded
  useEffect(() => {
    if (!isChanged) proceed?.();
  }, [isChanged, proceed]);
  if (status !== 'blocked') return null;
  return (
    <Dialog title={texts.title} onClose={reset}>
      <Text data-mb="md">{texts.question}</Text>
      <Group>
        <BusyButton look="primary" isBusy={save.isPending} onClick={() => save.mutate(draft, { onError: reset })}>
          {texts.save}
        </BusyButton>
        <Button onClick={discard}>{settingsTexts.discard}</Button>
        <Button onClick={reset}>{texts.stay}</Button>
      </Group>
    </Dialog>
  );
}
