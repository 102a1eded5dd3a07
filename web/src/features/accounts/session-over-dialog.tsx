import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { texts } from '../../texts/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Text } from '../../ui/text.tsx';
import { sessionQuery } from './session-query.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Refetches stale queries that are shown. Expensive results never become stale and stay. */
function refresh(): void {
  void queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
}

/** Asks the user to sign in again, over the page, so that typed text stays. */
export function SessionOverDialog() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <Dialog title={texts.account.sessionOver}>
      <Text data-mb="md">{texts.account.sessionOverHint}</Text>
      <SignInForm email={session?.user.email ?? ''} onDone={refresh} />
      <Text data-mt="md">
        <a href="/sign-in">{texts.account.otherUser}</a>
      </Text>
    </Dialog>
  );
}
