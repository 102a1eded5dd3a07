import { ChannelList } from '../features/channels/channel-list.tsx';
import { FeedSection } from '../features/feeds/feed-section.tsx';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { channelTexts as texts } from '../texts/en/channels.ts';
import { Page } from '../ui/page.tsx';

/** Where the user's news is sent, and where it can be fetched. */
export function NotificationsPage() {
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle}>
      <SettingsNav />
      <ChannelList />
      <FeedSection />
    </Page>
  );
}
