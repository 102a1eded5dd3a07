import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isAdminQuery } from '../features/accounts/session-query.ts';
import { formatUnread, useCounts } from '../features/publications/counts-query.ts';
import { attentionCountQuery } from '../features/runs/queue-query.ts';
import { settingsQuery } from '../features/settings/settings-query.ts';
import { todaySearchQuery } from '../features/views/start-view.ts';
import { ViewLinks } from '../features/views/view-links.tsx';
import { texts } from '../texts/en.ts';
import { titleWithKey } from '../ui/commands.ts';
import { formatNumber } from '../ui/format.ts';
import {
  BookIcon,
  PeopleIcon,
  PersonIcon,
  PulseIcon,
  ShieldIcon,
  SlidersIcon,
  StarIcon,
  SunIcon,
  ViewIcon,
} from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import classes from './rail.module.css';

type PageName = 'publications' | 'scholars' | 'runs' | 'settings' | 'users';

/**
 * Navigation with the pages that the user chose: places to read, then the machine. On a phone it is a bar at the
 * bottom.
 */
export function Rail() {
  const { data: visible } = useQuery({ ...settingsQuery, select: ({ nav_visible_pages: pages }) => pages });
  const { data: attentionCount = 0 } = useQuery(attentionCountQuery);
  const { data: isAdmin } = useQuery(isAdminQuery);
  const counts = useCounts();
  const { data: today = {} } = useQuery(todaySearchQuery);
  const isShown = (name: PageName) =>
    (visible === undefined || visible.includes(name)) && (name !== 'users' || isAdmin === true);
  return (
    <nav className={classes.rail} aria-label={texts.nav.label}>
      <Link to="/" className={classes.product}>
        <Mark />
        {texts.product}
      </Link>
      {isShown('publications') && (
        <>
          <Link
            to="/"
            search={today}
            className={classes.item}
            title={titleWithKey('goToday', texts.nav.today)}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          >
            <SunIcon />
            <span>{texts.nav.today}</span>
            <Count of={counts?.today} isFresh />
          </Link>
          <Link
            to="/"
            search={{ view: 'all' }}
            className={classes.item}
            title={titleWithKey('goPublications', texts.nav.publications)}
            activeOptions={{ exact: true }}
          >
            <BookIcon />
            <span>{texts.nav.publications}</span>
          </Link>
          <Link
            to="/"
            search={{ view: 'favorites' }}
            className={classes.item}
            data-wide
            activeOptions={{ exact: true }}
          >
            <StarIcon />
            <span>{texts.nav.favorites}</span>
            <Count of={counts?.favorites} />
          </Link>
        </>
      )}
      {isShown('scholars') && (
        <Link
          to="/scholars"
          className={classes.item}
          title={titleWithKey('goScholars', texts.nav.scholars)}
          activeOptions={{ includeSearch: false }}
        >
          <PeopleIcon />
          <span>{texts.nav.scholars}</span>
        </Link>
      )}
      <div className={classes.saved}>
        <ViewLinks className={classes.item}>
          {(name, unread) => (
            <>
              <ViewIcon />
              <span className={classes.name} dir="auto" title={name}>
                {name}
              </span>
              <Count of={unread} isFresh />
            </>
          )}
        </ViewLinks>
      </div>
      <div className={classes.machine}>
        {isShown('runs') && (
          <Link
            to="/runs"
            className={classes.item}
            title={titleWithKey('goRuns', texts.nav.runs)}
            activeOptions={{ includeSearch: false }}
          >
            <PulseIcon />
            <span>{texts.nav.runs}</span>
            {attentionCount > 0 && (
              <span className={classes.count} data-fresh>
                {formatNumber(attentionCount)}
                <span className="visually-hidden"> {texts.nav.needAttention(attentionCount)}</span>
              </span>
            )}
          </Link>
        )}
        {isShown('settings') && (
          <Link to="/settings" className={classes.item} activeOptions={{ includeSearch: false }}>
            <SlidersIcon />
            <span>{texts.nav.settings}</span>
          </Link>
        )}
        {isShown('users') && (
          <Link
            to="/admin"
            className={classes.item}
            title={titleWithKey('goAdmin', texts.nav.users)}
            activeOptions={{ includeSearch: false }}
          >
            <ShieldIcon />
            <span>{texts.nav.users}</span>
          </Link>
        )}
        {/* a phone has no room for both, and the settings link to the account */}
        <Link to="/account" className={classes.item} data-wide={isShown('settings') || undefined}>
          <PersonIcon />
          <span>{texts.nav.account}</span>
        </Link>
      </div>
    </nav>
  );
}

/** How many publications a place has. Those to read are set off. */
function Count({ of: count = 0, isFresh = false }: { of: number | undefined; isFresh?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={classes.count} data-fresh={isFresh || undefined}>
      {isFresh ? formatUnread(count) : formatNumber(count)}
    </span>
  );
}
