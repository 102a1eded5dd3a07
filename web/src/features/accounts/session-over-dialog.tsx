import { Anchor, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { texts } from '../../texts/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { sessionQuery } from './session-query.ts';
import { SignInForm } from './sign-in-form.tsx';

/** What is shown and may have changed meanwhile; what was costly to find out, and stands as it was told, is not asked for again. */
function refresh(): void {
  void queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
}

/** Stands over the page when the session has ended: what was typed stays where it is. */
export function SessionOverDialog() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <Dialog title={texts.account.sessionOver}>
      <Text mb="md">{texts.account.sessionOverHint}</Text>
      <SignInForm email={session?.user.email ?? ''} onDone={refresh} />
      <Anchor href="/sign-in" size="sm" mt="md" display="block">
        {texts.account.somebodyElse}
      </Anchor>
    </Dialog>
  );
}
