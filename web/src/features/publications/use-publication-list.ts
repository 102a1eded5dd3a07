import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Publication, PublicationPage, PublicationQuery } from '../../api/shapes.ts';
import { headQuery, PAGE_SIZE, pageQuery } from './list-query.ts';
import { useShownPage } from './show-marks.ts';

/** Rows from the first to the last. */
interface Range {
  readonly first: number;
  readonly last: number;
}

export interface PublicationList {
  readonly head: PublicationPage | undefined;
  readonly error: Error | null;
  /** whether the rows belong to the previous filter while the new list loads */
  readonly isStale: boolean;
  readonly total: number;
  /** undefined while the row's page loads */
  itemAt(index: number): Publication | undefined;
  /** Requests failed pages again. */
  retry(): void;
  /** the index of a publication, or -1 if it is not loaded */
  indexOf(id: number): number;
}

/** The list for a query, as rows from 0 to `total`. Only pages around the rows that `showRange` names are loaded. */
export function usePublicationList(query: PublicationQuery): PublicationList & { showRange(range: Range): void } {
  const [range, setRange] = useState<Range>({ first: 0, last: 0 });
  // only whole pages matter, so scrolling by a row does not render the page
  const showRange = useCallback((next: Range) => setRange((before) => (samePages(before, next) ? before : next)), []);
  const select = useShownPage();
  const head = useQuery({ ...headQuery(query), select });
  const snapshot = head.data?.snapshot ?? '';
  const total = head.data?.total_count ?? 0;
  const lastPage = Math.ceil(total / PAGE_SIZE);
  const wanted: number[] = [];
  const until = Math.min(lastPage, pageOf(range.last));
  for (let page = Math.max(2, pageOf(range.first)); page <= until; page += 1) wanted.push(page);
  const isStale = head.isPlaceholderData;
  const pages = useQueries({
    queries: wanted.map((page) => ({
      ...pageQuery(query, snapshot, page),
      select,
      enabled: !isStale && snapshot !== '',
    })),
  });
  const known = new Map<number, PublicationPage | undefined>(wanted.map((page, at) => [page, pages[at]?.data]));
  known.set(1, head.data);
  return {
    head: head.data,
    error: head.error ?? pages.find(({ error }) => error !== null)?.error ?? null,
    isStale,
    total,
    itemAt: (index) => known.get(pageOf(index))?.publications[index % PAGE_SIZE],
    retry() {
      if (head.isError) void head.refetch();
      for (const page of pages) if (page.isError) void page.refetch();
    },
    indexOf(id) {
      for (const [page, data] of known) {
        const at = data?.publications.findIndex(({ publication_id }) => publication_id === id) ?? -1;
        if (at >= 0) return (page - 1) * PAGE_SIZE + at;
      }
      return -1;
    },
    showRange,
  };
}

function samePages(one: Range, other: Range): boolean {
  return pageOf(one.first) === pageOf(other.first) && pageOf(one.last) === pageOf(other.last);
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE) + 1;
}
