import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { navPagesQuery } from '../features/accounts/nav-pages-query.ts';
import { texts } from '../texts/en.ts';
import { BookIcon, KeyboardIcon, PeopleIcon, PersonIcon, PulseIcon, ThemeIcon } from '../ui/icons.tsx';
import classes from './rail.module.css';

const PAGES = [
  { name: 'publications', to: '/', Icon: BookIcon },
  { name: 'scholars', to: '/scholars', Icon: PeopleIcon },
  { name: 'runs', to: '/runs', Icon: PulseIcon },
] as const;

const SCHEMES = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** The pages that the user wants to see here; on a phone a bar below them. */
export function Rail({ onHelp }: { onHelp: () => void }) {
  const { data: visible } = useQuery(navPagesQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <nav className={classes.rail} aria-label={texts.nav.label}>
      <Link to="/" className={classes.product}>
        {texts.product}
      </Link>
      {PAGES.filter(({ name }) => visible === undefined || visible.includes(name)).map(({ name, to, Icon }) => (
        <Link key={name} to={to} className={classes.item} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon />
          <span>{texts.nav[name]}</span>
        </Link>
      ))}
      <div className={classes.rest}>
        <Link to="/account" className={classes.item}>
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
