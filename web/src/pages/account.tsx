import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrowserSettings } from '../features/accounts/browser-settings.tsx';
import { ChangePasswordForm } from '../features/accounts/change-password-form.tsx';
import { CreateToken } from '../features/accounts/create-token.tsx';
import { SessionList } from '../features/accounts/session-list.tsx';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { SignInList } from '../features/accounts/sign-in-list.tsx';
import { signOut } from '../features/accounts/sign-out.ts';
import { TokenList } from '../features/accounts/token-list.tsx';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { accountTexts as texts } from '../texts/en/account.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Text } from '../ui/text.tsx';
import { reportFailure } from '../ui/undo.ts';
import { VersionLine } from '../ui/version-line.tsx';

export function AccountPage() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (session === null) return null;
  const { email, is_admin: isAdmin } = session.user;
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle}>
      <SettingsNav />
      <Text data-mb="md">{texts.signedInAs(email)}</Text>
      <Button onClick={() => reportFailure(signOut())}>{texts.signOut}</Button>
      <Section id="browser" title={texts.browser.title} hint={texts.browser.hint}>
        <BrowserSettings />
      </Section>
      <Section id="sessions" title={texts.sessions.title} hint={texts.sessions.hint}>
        <SessionList />
      </Section>
      <Section id="sign-ins" title={texts.signIns.title} hint={texts.signIns.hint}>
        <SignInList />
      </Section>
      <Section id="password" title={texts.changePassword} hint={texts.passwordHint}>
        <ChangePasswordForm email={email} />
      </Section>
      <Section
        id="tokens"
        title={texts.tokens.title}
        hint={
          <>
            {texts.tokens.hint} <a href="/docs">{texts.tokens.docs}</a>
          </>
        }
      >
        <TokenList />
        <CreateToken isAdmin={isAdmin} />
      </Section>
      <VersionLine />
    </Page>
  );
}

function Section(props: { id: string; title: string; hint: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id}>
      <h2 data-mt="xl" data-mb="xs" id={props.id}>
        {props.title}
      </h2>
      <Text tone="quiet" data-mb="sm">
        {props.hint}
      </Text>
      {props.children}
    </section>
  );
}
