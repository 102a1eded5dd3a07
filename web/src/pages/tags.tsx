import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { TagList } from '../features/tags/tag-list.tsx';
import { tagTexts } from '../texts/en/tags.ts';
import { Page } from '../ui/page.tsx';

/** The user's tags. */
export function TagsPage() {
  return (
    <Page title={tagTexts.page.title} windowTitle={tagTexts.page.windowTitle}>
      <SettingsNav />
      <TagList />
    </Page>
  );
}
