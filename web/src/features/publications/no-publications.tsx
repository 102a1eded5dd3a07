import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts } from '../../texts/en.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { activeRun, runsQuery } from '../runs/runs-query.ts';
import { firstScholarsQuery } from '../scholars/scholars-query.ts';
import { isNarrowed, type ListSearch } from './list-search.ts';

/** Why the list is empty, and what to do. */
export function NoPublications({ search }: { search: ListSearch }) {
  const { empty } = texts.publications;
  const { data: isRunning } = useQuery({ ...runsQuery, select: (runs) => activeRun(runs) !== undefined });
  const { data: scholars, isPending } = useQuery(firstScholarsQuery);
  if (isPending) return null;
  if (scholars?.length === 0 && !isNarrowed(search)) {
    return (
      <EmptyState title={empty.noScholars}>
        <Text>{empty.noScholarsHint}</Text>
      </EmptyState>
    );
  }
  if (isNarrowed(search) || search.scholar !== undefined) {
    return (
      <EmptyState title={empty.noMatch}>
        <Text>{empty.noMatchHint}</Text>
        <Button
          variant="default"
          mt="md"
          renderRoot={(props) => <Link to="/" search={search.view ? { view: search.view } : {}} {...props} />}
        >
          {empty.clearFilters}
        </Button>
      </EmptyState>
    );
  }
  const isUnderWay = search.view === 'latest' && isRunning;
  const { title, hint } = isUnderWay ? empty.underWay : empty.view[search.view ?? 'all'];
  return (
    <EmptyState title={title}>
      <Text>{hint}</Text>
    </EmptyState>
  );
}
