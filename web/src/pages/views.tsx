import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { ViewList } from '../features/views/view-list.tsx';
import { viewTexts } from '../texts/en/views.ts';
import { Page } from '../ui/page.tsx';

/** The user's saved views. */
export function ViewsPage() {
  return (
    <Page title={viewTexts.title} windowTitle={viewTexts.windowTitle}>
      <SettingsNav />
      <ViewList />
    </Page>
  );
}
