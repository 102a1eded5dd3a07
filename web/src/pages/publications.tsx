import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Publication, PublicationPage, PublicationQuery } from '../api/shapes.ts';
import { ArrivalsBar } from '../features/publications/arrivals-bar.tsx';
import { findCached, latestOf, loadedOf } from '../features/publications/cached-publications.ts';
import { countsQuery } from '../features/publications/counts-query.ts';
import { useDensity } from '../features/publications/density.ts';
import { ListHead } from '../features/publications/list-head.tsx';
import { isToday, type ListSearch, queryOf, readListSearch } from '../features/publications/list-search.ts';
import { ListToolbar, loadFilters } from '../features/publications/list-toolbar.tsx';
import { markAllRead } from '../features/publications/marks.ts';
import { NoPublications } from '../features/publications/no-publications.tsx';
import { type ListHandle, PublicationList } from '../features/publications/publication-list.tsx';
import { SelectionBar } from '../features/publications/selection-bar.tsx';
import { useActiveRow } from '../features/publications/use-active-row.ts';
import { useDetail } from '../features/publications/use-detail.ts';
import { useListKeys } from '../features/publications/use-list-keys.ts';
import { usePublicationList } from '../features/publications/use-publication-list.ts';
import { useSelection } from '../features/publications/use-selection.ts';
import { useSteps } from '../features/publications/use-steps.ts';
import { texts } from '../texts/en.ts';
import { Button } from '../ui/button.tsx';
import { useCommands } from '../ui/command-provider.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import classes from './publications.module.css';

const route = getRouteApi('/inside/');
const loadDetail = async () => ({
  default: (await import('../features/publications/publication-detail.tsx')).PublicationDetail,
});
const loadSheet = async () => ({
  default: (await import('../features/publications/detail-sheet.tsx')).DetailSheet,
});
const loadFirstSteps = async () => ({
  default: (await import('../features/first-steps/first-steps.tsx')).FirstSteps,
});
const loadTagEditor = async () => ({
  default: (await import('../features/publications/tag-editor.tsx')).TagEditor,
});
const loadExport = async () => ({
  default: (await import('../features/citations/export-dialog.tsx')).ExportDialog,
});
const PublicationDetail = lazy(loadDetail);
const TagEditor = lazy(loadTagEditor);
const DetailSheet = lazy(loadSheet);
const FirstSteps = lazy(loadFirstSteps);
const ExportDialog = lazy(loadExport);

/** Loads the code of the parts of the list's page, also while another page is shown. */
export async function preloadParts(): Promise<void> {
  await Promise.allSettled([loadDetail(), loadSheet(), loadTagEditor(), loadFilters(), loadFirstSteps()]);
}

/** What the headings in a list name, by its order. */
const GROUPS: Readonly<Record<string, 'days' | 'scholars'>> = { first_seen: 'days', scholar: 'scholars' };

export function PublicationsPage() {
  // the router also has what the address says and the list does not know
  const search = route.useSearch({ select: readListSearch, structuralSharing: true });
  // as in the style sheet
  const isWide = useIsWide('75em');
  const router = useRouter();
  // keeps its identity while the filter is the same, even if the details change
  const [density] = useDensity();
  const name = JSON.stringify(queryOf(search, density));
  const query = useMemo((): PublicationQuery => JSON.parse(name), [name]);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const searchField = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);
  const list = usePublicationList(query, range);
  const [active, setActive] = useActiveRow(list, name, search.open);
  const { selected, ...selection } = useSelection(name);
  const { data: counts } = useQuery(countsQuery);
  // only whole pages matter, so scrolling by a row does not render the page
  const showRange = useCallback((next: { first: number; last: number }) => {
    setRange((before) => (samePages(before, next) ? before : next));
  }, []);
  const [tagged, setTagged] = useState<readonly Publication[] | null>(null);
  const tagOne = useCallback((publication: Publication) => setTagged([publication]), []);
  // the publication whose note is written
  const [written, setWritten] = useState<number | null>(null);
  const { openDetail, closeDetail } = useDetail();
  const steps = useSteps({ list, open: search.open, handle, setActive, openDetail });
  const toList = () => handle.current?.focusRow(active);
  const close = () => {
    setWritten(null);
    closeDetail();
    toList();
  };
  const endSelection = () => {
    selection.end();
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
    toggleSelected: (publication) => select(publication, false),
    endSelection,
    editTags: setTagged,
    writeNote: ({ publication_id }) => setWritten(publication_id),
    close,
  });
  const writing = {
    isWriting: written !== null && written === search.open,
    onWriting: (isWriting: boolean) => {
      setWritten(isWriting ? (search.open ?? null) : null);
      // the field with the focus disappears
      if (!isWriting && isWide) toList();
    },
  };
  const opened = search.open === undefined ? undefined : findCached(search.open);
  const { head } = list;
  const snapshot = head?.snapshot;
  const markAll = useCallback(() => {
    if (snapshot === undefined) return;
    markAllRead(query, snapshot);
    // the button disappears
    handle.current?.focusRow(handle.current.firstInView());
  }, [query, snapshot]);
  const onMarkAll = head && canMarkAll(search, head) ? markAll : null;
  // the ids of a selection; an empty one is the list
  const [exported, setExported] = useState<readonly number[] | null>(null);
  const exportList = useCallback(() => setExported([]), []);
  useCommands(() => ({ markAllRead: onMarkAll, exportList: head && head.total_count > 0 ? exportList : null }));
  const address = useMemo(
    () => addressOf(router.buildLocation({ to: '/', search: { ...search, open: undefined } }).href),
    [router, search],
  );
  return (
    <div className={classes.page}>
      <title>{texts.titles.publications(counts?.unread ?? 0)}</title>
      <div className={classes.list}>
        <ListToolbar
          search={search}
          head={head}
          searchField={searchField}
          isSelecting={selected !== null}
          onSelecting={selection.toggleSelecting}
          onExport={exportList}
          onMarkAll={onMarkAll}
        >
          <ListHead search={search} head={head} />
        </ListToolbar>
        {selected !== null && (
          <SelectionBar
            selected={selected}
            loadedCount={loadedOf(query).length}
            onSelectAll={() => add(loadedOf(query))}
            onTag={() => setTagged(latestOf(selected))}
            onExport={() => setExported([...selected.keys()])}
            onDone={endSelection}
          />
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
        {/* a search with a mistake fails again */}
        {list.error && !(list.error instanceof ApiError && list.error.status === 422) && (
          <div className={classes.again}>
            <Button onClick={list.retry}>{texts.tryAgain}</Button>
          </div>
        )}
        {head === undefined ? (
          !list.error && <div className={classes.waiting} aria-hidden="true" />
        ) : list.total === 0 && !list.isStale ? (
          <NoPublications search={search} />
        ) : (
          <PublicationList
            key={name}
            list={list}
            search={search.q ?? ''}
            groups={GROUPS[query.sort_by ?? 'first_seen'] ?? null}
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
        {head !== undefined && (isToday(search) || list.total === 0) && (
          <Suspense fallback={null}>
            <FirstSteps isListEmpty={list.total === 0} />
          </Suspense>
        )}
      </div>
      <Suspense fallback={null}>
        {exported !== null && head !== undefined && (
          <ExportDialog
            // the list as shown, with what was read since and without later arrivals
            cited={
              exported.length > 0 ? { ids: exported } : { list: { ...query, snapshot: head.snapshot, keep_read: true } }
            }
            count={exported.length || head.total_count}
            onClose={() => setExported(null)}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {isWide && (
          <aside className={classes.detail} aria-label={texts.publications.details}>
            {search.open === undefined ? (
              <p className={classes.noDetail}>{texts.publications.noDetail}</p>
            ) : (
              <PublicationDetail
                key={search.open}
                id={search.open}
                known={opened}
                {...writing}
                onTag={tagOne}
                onClose={close}
              />
            )}
          </aside>
        )}
        {!isWide && (
          <DetailSheet id={search.open} known={opened} steps={steps} {...writing} onTag={tagOne} onClose={close} />
        )}
        {tagged !== null && <TagEditor publications={tagged} onClose={() => setTagged(null)} />}
      </Suspense>
    </div>
  );
}

/** Whether the list may have unread publications. For a filtered list that is not known before. */
function canMarkAll({ view }: ListSearch, head: PublicationPage): boolean {
  const unread = { today: head.today_count, latest: head.latest_unread_count, all: 0, unread: 0, favorites: 0 };
  return head.total_count > 0 && (unread[view ?? 'today'] || head.unread_count) > 0;
}

/** The address of the list up to the id of the open publication. */
function addressOf(list: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}open=`;
}

function samePages(one: { first: number; last: number }, other: { first: number; last: number }): boolean {
  const pageOf = (row: number) => Math.floor(row / 100);
  return pageOf(one.first) === pageOf(other.first) && pageOf(one.last) === pageOf(other.last);
}
