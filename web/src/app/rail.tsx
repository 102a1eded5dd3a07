import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { givenUpQuery } from '../features/runs/queue-query.ts';
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
import { useScheme } from '../ui/use-scheme.ts';
import classes from './rail.module.css';

const PAGES = [
  { name: 'publications', to: '/', Icon: BookIcon },
  { name: 'scholars', to: '/scholars', Icon: PeopleIcon },
  { name: 'runs', to: '/runs', Icon: PulseIcon },
  { name: 'settings', to: '/settings', Icon: SlidersIcon },
  { name: 'users', to: '/admin', Icon: ShieldIcon },
] as const;

const SCHEMES = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** The pages that the user wants to see here; on a phone a bar below them. */
export function Rail({ onHelp }: { onHelp: () => void }) {
  const { data: visible } = useQuery({ ...settingsQuery, select: ({ nav_visible_pages: pages }) => pages });
  const { data: givenUp = 0 } = useQuery(givenUpQuery);
  const { data: isAdmin } = useQuery(isAdminQuery);
  const { colorScheme, setColorScheme } = useScheme();
  const isShown = (name: (typeof PAGES)[number]['name']) =>
    (visible === undefined || visible.includes(name)) && (name !== 'users' || isAdmin === true);
  return (
    <nav className={classes.rail} aria-label={texts.nav.label}>
      <Link to="/" className={classes.product}>
        {texts.product}
      </Link>
      {PAGES.filter(({ name }) => isShown(name)).map(({ name, to, Icon }) => (
        <Link key={name} to={to} className={classes.item} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon />
          <span>{texts.nav[name]}</span>
          {name === 'runs' && givenUp > 0 && (
            <span className={classes.count}>
              {formatNumber(givenUp)}
              <VisuallyHidden> {texts.nav.givenUp}</VisuallyHidden>
            </span>
          )}
        </Link>
      ))}
      <div className={classes.rest}>
        {/* on a phone there is no room for both: the settings lead to it */}
        <Link to="/account" className={classes.item} data-wide={isShown('settings') || undefined}>
          <PersonIcon />
          <span>{texts.nav.account}</span>
        </Link>
        <button
          type="button"
          className={classes.item}
          data-wide
          onClick={() => setColorScheme(SCHEMES[colorScheme])}
          title={texts.nav.schemeHint}
        >
          <ThemeIcon />
          <span>{texts.nav.scheme[colorScheme]}</span>
        </button>
        <button type="button" className={classes.item} data-wide onClick={onHelp}>
          <KeyboardIcon />
          <span>{texts.nav.keys}</span>
        </button>
      </div>
    </nav>
  );
}
