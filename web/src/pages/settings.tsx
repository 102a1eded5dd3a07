import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../features/accounts/session-query.ts';
import { SettingsForm } from '../features/settings/settings-form.tsx';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { settingsQuery } from '../features/settings/settings-query.ts';
import { settingsTexts as texts } from '../texts/en/settings.ts';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { VersionLine } from '../ui/version-line.tsx';

export function SettingsPage() {
  const { data: settings, error } = useQuery(settingsQuery);
  const { data: session } = useQuery(sessionQuery);
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle}>
      <SettingsNav />
      <ProblemText error={error} />
      {/* what one user typed is not for another */}
      {settings && <SettingsForm key={session?.user.id} settings={settings} />}
      <VersionLine />
    </Page>
  );
}
