import { useMutation } from '@tanstack/react-query';
import { accountTexts } from '../../texts/en/account.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Group } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { leave, staySignedIn } from './sign-out.ts';
import type { Unsaved } from './sign-out-query.ts';

const texts = accountTexts.unsaved;

/** Asks whether to sign out although something is not saved, because it would be lost. */
export function SignOutDialog({ unsaved }: { unsaved: Unsaved }) {
  const { mutate, isPending } = useMutation({ mutationFn: leave });
  return (
    <Dialog title={texts.title(unsaved)} onClose={staySignedIn}>
      <Text data-mb="md">{texts.hint(unsaved)}</Text>
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
