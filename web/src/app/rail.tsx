import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { attentionCountQuery } from '../features/runs/queue-query.ts';
import { settingsQuery } from '../features/settings/settings-query.ts';
import { texts } from '../texts/en.ts';
import { formatNumber } from '../ui/format.ts';
import {
  BookIcon,
  KeyboardIcon,
  PeopleIcon,
  PersonIcon,
  PulseIcon,
  ShieldIcon,
  SlidersIcon,
  ThemeIcon,
} from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import { useScheme } from '../ui/use-scheme.ts';
import classes from './rail.module.css';

const PAGES = [
  { name: 'publications', to: '/', Icon: BookIcon },
  { name: 'scholars', to: '/scholars', Icon: PeopleIcon },
  { name: 'runs', to: '/runs', Icon: PulseIcon },
  { name: 'settings', to: '/settings', Icon: SlidersIcon },
  { name: 'users', to: '/admin', Icon: ShieldIcon },
] as const;

const NEXT_SCHEME = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** Navigation with the pages that the user chose. On a phone it is a bar at the bottom. */
export function Rail({ onHelp }: { onHelp: () => void }) {
  const { data: visible } = useQuery({ ...settingsQuery, select: ({ nav_visible_pages: pages }) => pages });
  const { data: attentionCount = 0 } = useQuery(attentionCountQuery);
  const { data: isAdmin } = useQuery(isAdminQuery);
  const { colorScheme, setColorScheme } = useScheme();
  const isShown = (name: (typeof PAGES)[number]['name']) =>
    (visible === undefined || visible.includes(name)) && (name !== 'users' || isAdmin === true);
  return (
    <nav className={classes.rail} aria-label={texts.nav.label}>
      <Link to="/" className={classes.product}>
        <Mark />
        {texts.product}
      </Link>
      {PAGES.filter(({ name }) => isShown(name)).map(({ name, to, Icon }) => (
        <Link key={name} to={to} className={classes.item} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon />
          <span>{texts.nav[name]}</span>
          {name === 'runs' && attentionCount > 0 && (
            <span className={classes.count}>
              {formatNumber(attentionCount)}
              <VisuallyHidden> {texts.nav.needAttention(attentionCount)}</VisuallyHidden>
            </span>
          )}
        </Link>
      ))}
      <div className={classes.rest}>
        {/* a phone has no room for both, and the settings link to the account */}
        <Link to="/account" className={classes.item} data-wide={isShown('settings') || undefined}>
          <PersonIcon />
          <span>{texts.nav.account}</span>
        </Link>
        <button
          type="button"
          className={classes.item}
          data-wide
          onClick={() => setColorScheme(NEXT_SCHEME[colorScheme])}
          title={texts.nav.themeHint}
        >
          <ThemeIcon />
          <span>{texts.nav.theme[colorScheme]}</span>
        </button>
        <button type="button" className={classes.item} data-wide onClick={onHelp}>
          <KeyboardIcon />
          <span>{texts.nav.shortcuts}</span>
        </button>
      </div>
    </nav>
  );
}
