import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { Publication, PublicationPage, PublicationQuery, Scholar } from '../api/shapes.ts';
import { ArrivalsBar } from '../features/publications/arrivals-bar.tsx';
import { findCached, loadedOf } from '../features/publications/cached-publications.ts';
import { LatestRunLine } from '../features/publications/latest-run-line.tsx';
import { runOf } from '../features/publications/list-query.ts';
import { isNarrowed, type ListSearch, queryOf } from '../features/publications/list-search.ts';
import { ListToolbar } from '../features/publications/list-toolbar.tsx';
import { markAllRead } from '../features/publications/marks.ts';
import { NoPublications } from '../features/publications/no-publications.tsx';
import { type ListHandle, PublicationList } from '../features/publications/publication-list.tsx';
import { SelectionBar } from '../features/publications/selection-bar.tsx';
import { useActiveRow } from '../features/publications/use-active-row.ts';
import { useDetail } from '../features/publications/use-detail.ts';
import { useListKeys } from '../features/publications/use-list-keys.ts';
import { usePublicationList } from '../features/publications/use-publication-list.ts';
import { useSelection } from '../features/publications/use-selection.ts';
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

const NO_SCHOLARS: readonly Scholar[] = [];

export function PublicationsPage() {
  const search = route.useSearch();
  // as in the style sheet
  const isWide = useIsWide('75em');
  const router = useRouter();
  // keeps its identity while the filter is the same, even if the details change
  const name = JSON.stringify(queryOf(search));
  const query = useMemo((): PublicationQuery => JSON.parse(name), [name]);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const searchField = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);
  const list = usePublicationList(query, range);
  const [active, setActive] = useActiveRow(list, name, search.open);
  const { selected, ...selection } = useSelection(name);
  const { data: scholars = NO_SCHOLARS } = useQuery(scholarsQuery);
  // only whole pages matter, so scrolling by a row does not render the page
  const showRange = useCallback((next: { first: number; last: number }) => {
    setRange((before) => (samePages(before, next) ? before : next));
  }, []);
  const { openDetail, closeDetail } = useDetail();
  const toList = () => handle.current?.focusRow(active);
  const close = () => {
    closeDetail();
    toList();
  };
  const { toggle: toggleSelected, add } = selection;
  const selectRows = (from: number, to: number) => {
    const rows = Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => list.itemAt(Math.min(from, to) + at));
    add(rows.filter((row) => row !== undefined));
  };
  // where the range begins that a click with Shift ends
  const anchor = useRef<number>(undefined);
  const select = useCallback(
    (publication: Publication, isRange: boolean) => {
      const loaded = loadedOf(query);
      const [from, to] = [anchor.current, publication.publication_id].map((id) =>
        loaded.findIndex((one) => one.publication_id === id),
      );
      anchor.current = publication.publication_id;
      if (isRange && from !== undefined && to !== undefined && from >= 0)
        add(loaded.slice(Math.min(from, to), Math.max(from, to) + 1));
      else toggleSelected(publication);
    },
    [query, add, toggleSelected],
  );
  useListKeys({
    list,
    active,
    selected,
    setActive,
    handle,
    searchField,
    open: search.open,
    scholar: search.scholar,
    openDetail,
    selectRows,
    toggleSelected,
    close,
  });
  const opened = search.open === undefined ? undefined : findCached(search.open);
  const { head } = list;
  const snapshot = head?.snapshot;
  const markAll = useCallback(() => {
    if (snapshot === undefined) return;
    markAllRead(query, snapshot);
    // the button disappears
    handle.current?.focusRow(handle.current.firstInView());
  }, [query, snapshot]);
  const address = useMemo(
    () => addressOf(router.buildLocation({ to: '/', search: { ...search, open: undefined } }).href),
    [router, search],
  );
  return (
    <div className={classes.page}>
      <title>{texts.titles.publications(head?.unread_count ?? 0)}</title>
      <h1 className={classes.hidden}>{texts.publications.title}</h1>
      <div className={classes.list}>
        <ListToolbar
          search={search}
          head={head}
          scholars={scholars}
          searchField={searchField}
          isSelecting={selected !== null}
          onSelecting={selection.toggleSelecting}
          onMarkAll={canMarkAll(search, head, scholars) ? markAll : null}
        />
        {selected !== null && (
          <SelectionBar
            selected={selected}
            loadedCount={loadedOf(query).length}
            onSelectAll={() => add(loadedOf(query))}
            onDone={() => {
              selection.end();
              toList();
            }}
          />
        )}
        {head && head.latest_count > 0 && isWholeLibrary(search) && search.scholar === undefined && (
          <LatestRunLine count={head.latest_count} runId={runOf(head.snapshot)} />
        )}
        {head && !list.isStale && (
          <ArrivalsBar
            query={query}
            snapshot={head.snapshot}
            onShow={() => {
              handle.current?.toTop();
              handle.current?.focusRow(0);
            }}
          />
        )}
        <ProblemText error={list.error} />
        {list.error && (
          <Button variant="default" className={classes.again} onClick={list.retry}>
            {texts.tryAgain}
          </Button>
        )}
        {head === undefined ? (
          <div className={classes.waiting} aria-hidden="true" />
        ) : list.total === 0 && !list.isStale ? (
          <NoPublications search={search} scholarCount={scholars.length} />
        ) : (
          <PublicationList
            key={name}
            list={list}
            search={search.q ?? ''}
            isByDay={query.sort_by === 'first_seen'}
            active={active}
            open={search.open}
            selected={selected}
            handle={handle}
            onRange={showRange}
            onFocus={setActive}
            onSelect={select}
            address={address}
            onOpen={openDetail}
          />
        )}
      </div>
      <Suspense fallback={null}>
        {isWide && (
          <aside className={classes.detail} aria-label={texts.publications.details}>
            {search.open === undefined ? (
              <p className={classes.noDetail}>{texts.publications.noDetail}</p>
            ) : (
              <PublicationDetail key={search.open} id={search.open} known={opened} onClose={close} />
            )}
          </aside>
        )}
        {!isWide && <DetailSheet id={search.open} known={opened} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Whether the list may have unread publications. For a filtered list that is not known before. */
function canMarkAll(search: ListSearch, head: PublicationPage | undefined, scholars: readonly Scholar[]): boolean {
  if (!head || head.unread_count === 0 || head.total_count === 0) return false;
  if (search.view === 'latest' && !isNarrowed(search) && search.scholar === undefined)
    return head.latest_unread_count > 0;
  const scholar = scholars.find(({ id }) => id === search.scholar);
  return scholar?.unread_count !== 0;
}

function isWholeLibrary(search: ListSearch): boolean {
  const { view = 'all' } = search;
  return (view === 'all' || view === 'unread') && !isNarrowed(search);
}

/** The address of the list up to the id of the open publication. */
function addressOf(list: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}open=`;
}

function samePages(one: { first: number; last: number }, other: { first: number; last: number }): boolean {
  const pageOf = (row: number) => Math.floor(row / 100);
  return pageOf(one.first) === pageOf(other.first) && pageOf(one.last) === pageOf(other.last);
}
