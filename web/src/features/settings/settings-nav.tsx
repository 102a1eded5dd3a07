import { Link } from '@tanstack/react-router';
import { settingsTexts } from '../../texts/en/settings.ts';
import classes from './settings-nav.module.css';

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
  return (
    <nav className={classes.nav} aria-label={texts.label}>
      {PAGES.map(({ to, label }) => (
        <Link key={to} to={to} className={classes.item} activeOptions={{ exact: true }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
