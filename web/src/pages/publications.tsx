import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { Scholar } from '../api/shapes.ts';
import { ArrivalsBar } from '../features/publications/arrivals-bar.tsx';
import { findKnown } from '../features/publications/known-publications.ts';
import { isNarrowed, type ListSearch, queryOf } from '../features/publications/list-search.ts';
import { ListToolbar } from '../features/publications/list-toolbar.tsx';
import { markAllRead } from '../features/publications/marks.ts';
import { NewsLine } from '../features/publications/news-line.tsx';
import { NoPublications } from '../features/publications/no-publications.tsx';
import { type ListHandle, PublicationList } from '../features/publications/publication-list.tsx';
import { SelectionBar } from '../features/publications/selection-bar.tsx';
import { useListKeys } from '../features/publications/use-list-keys.ts';
import { usePublicationList } from '../features/publications/use-publication-list.ts';
import { scholarsQuery } from '../features/scholars/scholars-query.ts';
import { texts } from '../texts/en.ts';
import { ProblemText } from '../ui/problem-text.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import classes from './publications.module.css';

const route = getRouteApi('/inside/');
const PublicationDetail = lazy(async () => ({
  default: (await import('../features/publications/publication-detail.tsx')).PublicationDetail,
}));
const DetailSheet = lazy(async () => ({
  default: (await import('../features/publications/detail-sheet.tsx')).DetailSheet,
}));

const NOBODY: readonly Scholar[] = [];

export function PublicationsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const isWide = useIsWide();
  const router = useRouter();
  const query = useMemo(() => queryOf(search), [search]);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [active, setActive] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<number> | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);
  const list = usePublicationList(query, range);
  const { data: scholars = NOBODY } = useQuery(scholarsQuery);
  const toggleSelected = useCallback((id: number) => setSelected((before) => toggle(before ?? new Set(), id)), []);
  // only whole pages matter, so that the page is not drawn anew for each row
  const showRange = useCallback((next: { first: number; last: number }) => {
    setRange((before) => (samePages(before, next) ? before : next));
  }, []);
  const openDetail = useCallback(
    (id: number | undefined) => {
      const isOpen = new URLSearchParams(location.search).has('open');
      void navigate({ to: '/', search: (before) => ({ ...before, open: id }), replace: isOpen });
    },
    [navigate],
  );
  const close = () => {
    openDetail(undefined);
    handle.current?.focusRow(active);
  };
  useListKeys({ list, active, setActive, handle, searchField, open: search.open, openDetail, toggleSelected, close });
  const opened = search.open === undefined ? undefined : findKnown(search.open);
  const { head } = list;
  const snapshot = head?.snapshot;
  const toggleSelecting = useCallback(() => setSelected((before) => (before === null ? new Set() : null)), []);
  const markAll = useCallback(() => snapshot !== undefined && markAllRead(query, snapshot), [query, snapshot]);
  const address = useMemo(
    () => addressOf(router.buildLocation({ to: '/', search: { ...search, open: undefined } }).href),
    [router, search],
  );
  return (
    <div className={classes.page} data-split={(isWide && search.open !== undefined) || undefined}>
      <title>{texts.titles.publications(head?.unread_count ?? 0)}</title>
      <h1 className={classes.hidden}>{texts.publications.title}</h1>
      <div className={classes.list}>
        <ListToolbar
          search={search}
          head={head}
          scholars={scholars}
          searchField={searchField}
          isSelecting={selected !== null}
          onSelecting={toggleSelecting}
          onMarkAll={head && canMarkAll(search, head.unread_count) ? markAll : null}
        />
        {selected !== null && <SelectionBar selected={selected} onDone={() => setSelected(null)} />}
        {head && head.latest_count > 0 && isWholeLibrary(search) && search.scholar === undefined && (
          <NewsLine count={head.latest_count} />
        )}
        {head && !list.isStale && (
          <ArrivalsBar query={query} snapshot={head.snapshot} onShow={() => handle.current?.toTop()} />
        )}
        <ProblemText error={list.error} />
        {head === undefined ? (
          <div className={classes.waiting} aria-hidden="true" />
        ) : list.total === 0 && !list.isStale ? (
          <NoPublications search={search} scholarCount={scholars.length} />
        ) : (
          <PublicationList
            key={JSON.stringify(query)}
            name={JSON.stringify(query)}
            list={list}
            search={search.q ?? ''}
            isByDay={query.sort_by === 'first_seen'}
            active={active}
            open={search.open}
            selected={selected}
            handle={handle}
            onRange={showRange}
            onFocus={setActive}
            onSelect={toggleSelected}
            address={address}
            onOpen={openDetail}
          />
        )}
      </div>
      <Suspense fallback={null}>
        {isWide && search.open !== undefined && (
          <aside className={classes.detail} aria-label={texts.publications.details}>
            <PublicationDetail key={search.open} id={search.open} known={opened} onClose={close} />
          </aside>
        )}
        {!isWide && <DetailSheet id={search.open} known={opened} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The service marks the whole library, or one scholar's works: nothing else is "all" here. */
function canMarkAll(search: ListSearch, unreadCount: number): boolean {
  return isWholeLibrary(search) && unreadCount > 0;
}

function isWholeLibrary(search: ListSearch): boolean {
  const { view = 'all' } = search;
  return (view === 'all' || view === 'unread') && !isNarrowed(search);
}

/** The number of a publication behind it shows that one beside the list. */
function addressOf(list: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}open=`;
}

function toggle(before: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

function samePages(one: { first: number; last: number }, other: { first: number; last: number }): boolean {
  const pageOf = (row: number) => Math.floor(row / 100);
  return pageOf(one.first) === pageOf(other.first) && pageOf(one.last) === pageOf(other.last);
}
