import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { searchTexts } from '../../texts/en/search.ts';
import { texts } from '../../texts/en.ts';
import { lookOf } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { activeRun, runsQuery } from '../runs/runs-query.ts';
import { firstScholarsQuery, isImporting } from '../scholars/scholars-query.ts';
import { isNarrowed, type ListSearch } from './list-search.ts';

/** Why the list is empty, and what to do. */
export function NoPublications({ search }: { search: ListSearch }) {
  const { data: scholars } = useQuery(firstScholarsQuery);
  const { empty } = texts.publications;
  const { data: isRunning } = useQuery({ ...runsQuery, select: (runs) => activeRun(runs) !== undefined });
  if (scholars === undefined) return null;
  if (scholars.length === 0 && !isNarrowed(search)) {
    return (
      <EmptyState title={empty.noScholars}>
        <p>{empty.noScholarsHint}</p>
      </EmptyState>
    );
  }
  if (isNarrowed(search) || search.scholar !== undefined) {
    return (
      <EmptyState title={empty.noMatch}>
        {search.q !== undefined && (
          <p>
            {/\s/.test(search.q.trim()) ? empty.noMatchOfAllHint : empty.noMatchHint}{' '}
            <Link to="/help/search">{searchTexts.help}</Link>
          </p>
        )}
        <Link to="/" search={search.view ? { view: search.view } : {}} {...lookOf({})}>
          {empty.clearFilters}
        </Link>
      </EmptyState>
    );
  }
  const { title, hint } =
    search.view !== 'favorites' && scholars.some(isImporting)
      ? empty.importing
      : search.view === 'latest' && isRunning
        ? empty.underWay
        : empty.view[search.view ?? 'today'];
  return (
    <EmptyState title={title}>
      <p>{hint}</p>
    </EmptyState>
  );
}
