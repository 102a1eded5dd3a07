import { Button, NativeSelect } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, type RefObject, useState } from 'react';
import type { PublicationPage } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { formatNumber } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { ScholarCombobox } from '../scholars/scholar-combobox.tsx';
import {
  directionOf,
  type ListSearch,
  MAX_SEARCH_LENGTH,
  readListSearch,
  SORTS,
  type Sort,
  VIEWS,
  type View,
} from './list-search.ts';
import classes from './list-toolbar.module.css';
import { YearField } from './year-field.tsx';

interface Props {
  readonly search: ListSearch;
  readonly head: PublicationPage | undefined;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly isSelecting: boolean;
  onSelecting(): void;
  /** null if the service cannot mark everything in this list at once */
  onMarkAll: (() => void) | null;
}

/** Views, filters and order of the list. The address holds them. Memoized, so that scrolling does not render it again. */
export const ListToolbar = memo(function ListToolbar({ search, head, searchField, ...rest }: Props) {
  const navigate = useNavigate();
  const [isFiltering, setFiltering] = useState(false);
  const change = (changes: Partial<ListSearch>) =>
    void navigate({ to: '/', search: { ...search, ...changes }, replace: true });
  return (
    <div className={classes.toolbar}>
      <nav className={classes.views} aria-label={texts.publications.views}>
        {VIEWS.map((view) => (
          <Link
            key={view}
            to="/"
            search={{ ...search, view, open: undefined }}
            className={classes.view}
            data-on={view === (search.view ?? 'all') || undefined}
            aria-current={view === (search.view ?? 'all') ? 'page' : undefined}
          >
            {texts.publications.view[view]}
            <ViewCount view={view} head={head} />
          </Link>
        ))}
      </nav>
      <div className={classes.filters} data-all={isFiltering || undefined}>
        <SearchField
          label={texts.publications.search}
          clearLabel={texts.publications.clearSearch}
          value={search.q ?? ''}
          maxLength={MAX_SEARCH_LENGTH}
          className={classes.search}
          field={searchField}
          onChange={(q) => change({ q: q || undefined })}
        />
        <Button
          variant="default"
          className={classes.more}
          aria-expanded={isFiltering}
          onClick={() => setFiltering((before) => !before)}
        >
          {texts.publications.filters}
        </Button>
        <ScholarCombobox
          value={search.scholar}
          onChange={(scholar) => change({ scholar })}
          className={classes.scholar}
        />
        <NativeSelect
          aria-label={texts.publications.sortBy}
          value={`${search.sort ?? 'first_seen'} ${directionOf(search)}`}
          onChange={({ currentTarget }) => {
            const [sort, dir] = currentTarget.value.split(' ');
            // not merged by `change`, because defaults must disappear from the address
            void navigate({ to: '/', search: readListSearch({ ...search, sort, dir }), replace: true });
          }}
          data={SORTS.flatMap((sort) =>
            directionsFirst(sort).map((dir) => ({
              value: `${sort} ${dir}`,
              label: texts.publications.sort[sort][dir],
            })),
          )}
          className={classes.sort}
        />
        <YearField label={texts.publications.fromYear} value={search.from} onChange={(from) => change({ from })} />
        <YearField label={texts.publications.toYear} value={search.to} onChange={(to) => change({ to })} />
        <Button variant="default" size="xs" aria-pressed={rest.isSelecting} onClick={rest.onSelecting}>
          {texts.publications.selecting}
        </Button>
        {rest.onMarkAll && (
          <Button variant="default" size="xs" onClick={rest.onMarkAll}>
            {texts.publications.markAllRead}
          </Button>
        )}
      </div>
    </div>
  );
});

function directionsFirst(sort: Sort): ('asc' | 'desc')[] {
  return directionOf({ sort }) === 'asc' ? ['asc', 'desc'] : ['desc', 'asc'];
}

/** Shows counts only for unread and new publications, because those ask for attention. */
function ViewCount({ view, head }: { view: View; head: PublicationPage | undefined }) {
  const count = { all: 0, unread: head?.unread_count, latest: head?.latest_unread_count, favorites: 0 }[view];
  return count ? <span className={classes.count}> {formatNumber(count)}</span> : null;
}
