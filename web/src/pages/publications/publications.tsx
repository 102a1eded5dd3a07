import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Publication, PublicationPage, PublicationQuery } from '../../api/shapes.ts';
import { Notes } from '../../features/notes/notes-part.ts';
import { ArrivalsBar } from '../../features/publications/arrivals-bar.tsx';
import { latestOf, loadedOf } from '../../features/publications/cached-publications.ts';
import { useCounts } from '../../features/publications/counts-query.ts';
import { useDensity } from '../../features/publications/density.ts';
import { ListHead } from '../../features/publications/list-head.tsx';
import { type ListSearch, queryOf, readListSearch } from '../../features/publications/list-search.ts';
import { ListToolbar } from '../../features/publications/list-toolbar.tsx';
import { markAllRead } from '../../features/publications/marks.ts';
import type { ListHandle } from '../../features/publications/publication-list.tsx';
import { SelectionBar } from '../../features/publications/selection-bar.tsx';
import { useActiveRow } from '../../features/publications/use-active-row.ts';
import { useDetail } from '../../features/publications/use-detail.ts';
import { useListKeys } from '../../features/publications/use-list-keys.ts';
import { usePublicationList } from '../../features/publications/use-publication-list.ts';
import { useSelection } from '../../features/publications/use-selection.ts';
import { useSteps } from '../../features/publications/use-steps.ts';
import { texts } from '../../texts/en.ts';
import { useCommands } from '../../ui/command-provider.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { OpenDetail } from './open-detail.tsx';
import { type ListDialog, OpenDialog } from './open-dialog.tsx';
import { ExportDialog, TagEditor } from './parts.ts';
import classes from './publications.module.css';
import { ShownList } from './shown-list.tsx';

const route = getRouteApi('/inside/');

/** The list with what is open over it: a selection, the details of a publication, and a dialog. */
export function PublicationsPage() {
  // the router also has what the address says and the list does not know
  const search = route.useSearch({ select: readListSearch, structuralSharing: true });
  // as in the style sheet
  const isWide = useIsWide('75em');
  const [density] = useDensity();
  // keeps its identity while the filter is the same, even if the details change
  const name = JSON.stringify(queryOf(search, density));
  const query = useMemo((): PublicationQuery => JSON.parse(name), [name]);
  const { showRange, ...list } = usePublicationList(query);
  const { head } = list;
  const counts = useCounts();
  const searchField = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);
  const [active, setActive] = useActiveRow(list, name, search.open);
  const { selected, ...selection } = useSelection(name, query);
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const { openDetail, closeDetail } = useDetail();
  const steps = useSteps({ list, open: search.open, handle, setActive, openDetail });
  // the publication whose note is written
  const [written, setWritten] = useState<number | null>(null);
  const write = (id: number) => Notes.whenLoaded(() => setWritten(id));
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
  const editTags = useCallback(
    (publications: readonly Publication[]) => TagEditor.whenLoaded(() => setDialog({ kind: 'tags', publications })),
    [],
  );
  const exportCitations = (ids: readonly number[] | null) =>
    ExportDialog.whenLoaded(() => setDialog({ kind: 'export', ids }));
  const exportList = useCallback(() => exportCitations(null), []);
  const snapshot = head?.snapshot;
  const markAll = useCallback(() => {
    if (snapshot === undefined) return;
    markAllRead(query, snapshot);
    // the button disappears
    handle.current?.focusRow(handle.current.firstInView());
  }, [query, snapshot]);
  const onMarkAll = head && canMarkAll(search, head) ? markAll : null;
  useCommands(() => ({ markAllRead: onMarkAll, exportList: head && head.total_count > 0 ? exportList : null }));
  useListKeys({
    ...{ list, active, selected, setActive, handle, searchField, openDetail, editTags, endSelection, close },
    open: search.open,
    scholar: search.scholar,
    addSelected: selection.add,
    toggleSelected: (publication) => selection.select(publication, false),
    writeNote: (publication) => {
      openDetail(publication.publication_id, publication);
      write(publication.publication_id);
    },
  });
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
            onSelectAll={() => selection.add(loadedOf(query))}
            onTag={() => editTags(latestOf(selected))}
            onExport={() => exportCitations([...selected.keys()])}
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
        <ShownList
          {...{ name, search, list, active, selected, handle }}
          sortBy={query.sort_by}
          onRange={showRange}
          onFocus={setActive}
          onSelect={selection.select}
          onOpen={openDetail}
        />
      </div>
      <OpenDetail
        isWide={isWide}
        id={search.open}
        scholar={search.scholar}
        steps={steps}
        isWriting={written !== null && written === search.open}
        onWriting={(isWriting) => {
          if (isWriting && search.open !== undefined) return write(search.open);
          setWritten(null);
          // the field with the focus disappears
          if (isWide) toList();
        }}
        onTag={(publication) => editTags([publication])}
        onClose={close}
      />
      <OpenDialog dialog={dialog} query={query} head={head} onClose={() => setDialog(null)} />
    </div>
  );
}

/** Whether the list may have unread publications. For a filtered list that is not known before. */
function canMarkAll({ view }: ListSearch, head: PublicationPage): boolean {
  const unread = { today: head.today_count, latest: head.latest_unread_count, all: 0, unread: 0, favorites: 0 };
  return head.total_count > 0 && (unread[view ?? 'today'] || head.unread_count) > 0;
}
