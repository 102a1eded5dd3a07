import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countsQuery } from '../publications/counts-query.ts';
import { searchOf } from './view-search.ts';
import { viewCountsQuery, viewsQuery } from './views-query.ts';

interface Props {
  readonly className: string | undefined;
  /** Returns the content of a link. */
  children(name: string, unread: number): ReactNode;
}

/** Links to the saved views, with their unread counts. */
export function ViewLinks({ className, children }: Props) {
  const { data: views = [] } = useQuery(viewsQuery);
  const { data: snapshot } = useQuery({ ...countsQuery, select: (page) => page.snapshot });
  const { data: counts } = useQuery(viewCountsQuery(views.length > 0 ? snapshot : undefined));
  const open = useSearch({ strict: false, select: ({ saved }) => saved });
  return views.map((view) => (
    <Link
      key={view.id}
      to="/"
      search={searchOf(view)}
      className={className}
      aria-current={view.id === open ? 'page' : undefined}
    >
      {children(view.name, counts?.[view.id] ?? 0)}
    </Link>
  ));
}
