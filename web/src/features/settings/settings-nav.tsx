import { settingsTexts } from '../../texts/en/settings.ts';
import { PageNav } from '../../ui/page-nav.tsx';

const texts = settingsTexts.nav;
const PAGES = [
  { to: '/settings', label: texts.settings },
  { to: '/settings/views', label: texts.views },
  { to: '/settings/tags', label: texts.tags },
  { to: '/settings/rules', label: texts.rules },
  { to: '/settings/notifications', label: texts.notifications },
  { to: '/settings/library', label: texts.library },
  { to: '/account', label: texts.account },
] as const;

/** Navigation between settings, views, tags, rules, notifications, import and export, and account. */
export function SettingsNav() {
  return <PageNav label={texts.label} pages={PAGES} />;
}
