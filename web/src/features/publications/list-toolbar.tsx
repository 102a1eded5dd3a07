import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, type ReactNode, type RefObject, useState } from 'react';
import type { PublicationPage } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { Button, lookOf } from '../../ui/button.tsx';
import { titleWithKey } from '../../ui/commands.ts';
import { formatNumber } from '../../ui/format.ts';
import { CheckIcon, CloseIcon, FilterIcon, PlusIcon } from '../../ui/icons.tsx';
import { part } from '../../ui/part.tsx';
import { nameOf } from '../scholars/order-scholars.ts';
import { scholarQuery } from '../scholars/scholars-query.ts';
import { ViewActions } from '../views/view-actions.tsx';
import { ViewLinks } from '../views/view-links.tsx';
import { formatUnread } from './counts-query.ts';
import { isToday, type ListSearch, readListSearch, sortOf } from './list-search.ts';
import classes from './list-toolbar.module.css';
import { QueryField } from './query-field.tsx';

/** The filters, which appear after a click. */
export const FilterPanel = part(async () => (await import('./filter-panel.tsx')).FilterPanel);

/** The views that are one list with different filters. */
const TABS = ['all', 'unread', 'latest', 'favorites'] as const;

interface Props {
  readonly search: ListSearch;
  readonly head: PublicationPage | undefined;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly isSelecting: boolean;
  /** what the page is about, above the tools */
  readonly children: ReactNode;
  onSelecting(): void;
  onExport(): void;
  /** null if the service cannot mark everything in this list at once */
  onMarkAll: (() => void) | null;
}

/**
 * The head of the list: search, filters and what one does with the whole list. The address holds the filters. Memoized,
 * so that scrolling does not render it again.
 */
export const ListToolbar = memo(function ListToolbar({ search, head, searchField, children, ...rest }: Props) {
  const navigate = useNavigate();
  const [isFiltering, setFiltering] = useState(false);
  // the result is read like an address, so that defaults disappear from it
  const change = (changes: Record<string, unknown>) =>
    void navigate({ to: '/', search: readListSearch({ ...search, ...changes }), replace: true });
  return (
    <header className={classes.toolbar}>
      {children}
      <div className={classes.tools}>
        <QueryField
          value={search.q ?? ''}
          className={classes.search}
          field={searchField}
          onChange={(q) => change({ view: search.view ?? 'all', q })}
        />
        <Button aria-expanded={isFiltering} onClick={() => FilterPanel.whenLoaded(() => setFiltering(!isFiltering))}>
          <FilterIcon size={16} />
          <span className={classes.label}>{texts.publications.filter}</span>
        </Button>
        <Link to="/add" {...lookOf({})} title={titleWithKey('goAdd', texts.publications.add)}>
          <PlusIcon size={16} />
          <span className={classes.label}>{texts.publications.add}</span>
        </Link>
        {rest.onMarkAll && (
          <Button onClick={rest.onMarkAll}>
            <CheckIcon size={16} />
            <span className={classes.label}>{texts.publications.markAllRead}</span>
          </Button>
        )}
      </div>
      {isFiltering && <FilterPanel search={search} {...rest} onChange={change} />}
      <Chips search={search} onChange={change} />
      <nav className={classes.saved} aria-label={texts.views.label}>
        <ViewLinks className={classes.chip}>
          {(name, unread) => (
            <>
              <bdi>{name}</bdi>
              {unread > 0 && <span className={classes.count}>{formatUnread(unread)}</span>}
            </>
          )}
        </ViewLinks>
      </nav>
      <div className={classes.bar}>
        {!isToday(search) && (
          <nav className={classes.views} aria-label={texts.publications.views}>
            {TABS.map((view) => (
              <Link
                key={view}
                to="/"
                search={{ ...search, view, open: undefined }}
                className={classes.view}
                aria-current={view === search.view ? 'page' : undefined}
              >
                {texts.publications.view[view]}
                <ViewCount view={view} head={head} />
              </Link>
            ))}
          </nav>
        )}
        <ViewActions search={search} />
      </div>
    </header>
  );
});

/** Shows counts only for unread and new publications, because those ask for attention. */
function ViewCount({ view, head }: { view: (typeof TABS)[number]; head: PublicationPage | undefined }) {
  const count = { all: 0, unread: head?.unread_count, latest: head?.latest_unread_count, favorites: 0 }[view];
  return count ? <span className={classes.count}> {formatNumber(count)}</span> : null;
}

/** The filters that are set, each with a button that removes it. */
function Chips({ search, onChange }: { search: ListSearch; onChange: (changes: Record<string, unknown>) => void }) {
  const { scholar, from, to, sort, dir } = search;
  const { data: named } = useQuery({ ...scholarQuery(scholar ?? 0), enabled: scholar !== undefined });
  const chips = [
    named === undefined || scholar === undefined ? null : { label: nameOf(named), clear: { scholar: undefined } },
    from === undefined && to === undefined
      ? null
      : { label: texts.publications.years(from ?? null, to ?? null), clear: { from: undefined, to: undefined } },
    sort === undefined && dir === undefined
      ? null
      : { label: texts.publications.sortedBy(sortOf(search), dir), clear: { sort: undefined, dir: undefined } },
  ].filter((chip) => chip !== null);
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      {chips.map(({ label, clear }) => (
        <button key={label} type="button" className={classes.chip} onClick={() => onChange(clear)}>
          <bdi>{label}</bdi>
          <CloseIcon size={14} />
          <span className="visually-hidden">{texts.publications.removeFilter}</span>
        </button>
      ))}
    </div>
  );
}
