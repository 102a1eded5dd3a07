import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountTexts } from '../../texts/en/account.ts';
import { texts as common } from '../../texts/en.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { OutsidePage } from '../../ui/outside-page.tsx';
import { Text } from '../../ui/text.tsx';
import { leave } from './sign-out.ts';

const texts = accountTexts.unreachable;

/**
 * Takes the place of the page after a sign-out that the service did not confirm. It tries again when the browser is
 * online.
 */
export function SignOutPage() {
  const { mutate, isPending } = useMutation({ mutationFn: leave });
  useEffect(() => {
    const retry = () => mutate();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [mutate]);
  return (
    <OutsidePage title={texts.title} windowTitle={texts.windowTitle}>
      <Text data-mb="md" role="status">
        {texts.hint}
      </Text>
      <BusyButton look="primary" isBusy={isPending} onClick={() => mutate()}>
        {common.tryAgain}
      </BusyButton>
    </OutsidePage>
  );
}
