import { Button, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ChangePasswordForm } from '../features/accounts/change-password-form.tsx';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { signOut } from '../features/accounts/sign-in.ts';
import { texts } from '../texts/en.ts';
import { Page } from '../ui/page.tsx';

export function AccountPage() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (session === null) return null;
  return (
    <Page title={texts.account.title} windowTitle={texts.titles.account}>
      <Text mb="md">{texts.account.signedInAs(session.user.email)}</Text>
      <Button variant="default" onClick={() => void signOut()}>
        {texts.account.signOut}
      </Button>
      <Title order={2} size="h4" mt="xl" mb="sm">
        {texts.account.changePassword}
      </Title>
      <ChangePasswordForm email={session.user.email} />
    </Page>
  );
}
