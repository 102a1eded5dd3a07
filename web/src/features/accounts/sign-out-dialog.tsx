import { useMutation } from '@tanstack/react-query';
import { accountTexts } from '../../texts/en/account.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Group } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { leave, staySignedIn } from './sign-out.ts';

const texts = accountTexts.unsaved;

/** Asks whether to sign out although notes are not saved, because they would be lost. */
export function SignOutDialog({ unsavedNotes }: { unsavedNotes: number }) {
  const { mutate, isPending } = useMutation({ mutationFn: leave });
  return (
    <Dialog title={texts.title(unsavedNotes)} onClose={staySignedIn}>
      <Text data-mb="md">{texts.hint(unsavedNotes)}</Text>
      <Group>
        <Button look="primary" data-autofocus onClick={staySignedIn}>
          {texts.stay}
        </Button>
        <BusyButton isBusy={isPending} onClick={() => mutate()}>
          {texts.leave}
        </BusyButton>
      </Group>
    </Dialog>
  );
}
