import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { accountTexts } from '../../texts/en/account.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MantineScope } from '../../ui/mantine-scope.tsx';
import { leave, staySignedIn } from './sign-out.ts';

const texts = accountTexts.unsaved;

/** Asks whether to sign out although notes are not saved, because they would be lost. */
export function SignOutDialog({ unsavedNotes }: { unsavedNotes: number }) {
  const { mutate, isPending } = useMutation({ mutationFn: leave });
  return (
    <MantineScope>
      <Dialog title={texts.title(unsavedNotes)} onClose={staySignedIn}>
        <Text mb="md">{texts.hint(unsavedNotes)}</Text>
        <Group>
          <Button data-autofocus onClick={staySignedIn}>
            {texts.stay}
          </Button>
          <BusyButton variant="default" isBusy={isPending} onClick={() => mutate()}>
            {texts.leave}
          </BusyButton>
        </Group>
      </Dialog>
    </MantineScope>
  );
}
