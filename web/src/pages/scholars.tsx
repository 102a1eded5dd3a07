import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { AddScholars } from '../features/scholars/add-scholars.tsx';
import { ListTools } from '../features/scholars/list-tools.tsx';
import { NameSearch } from '../features/scholars/name-search.tsx';
import { nameSearchQuery } from '../features/scholars/name-search-query.ts';
import { orderScholars } from '../features/scholars/order-scholars.ts';
import { useRemovals } from '../features/scholars/removals.ts';
import { ScholarList } from '../features/scholars/scholar-list.tsx';
import { scholarsQuery } from '../features/scholars/scholars-query.ts';
import type { ScholarsSearch } from '../features/scholars/scholars-search.ts';
import { scholarsTexts as texts } from '../texts/en/scholars.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusPage } from '../ui/focus-page.ts';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { undoLast } from '../ui/undo.ts';
import { useKeys } from '../ui/use-keys.ts';

const route = getRouteApi('/inside/scholars');

export function ScholarsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const removals = useRemovals();
  const { data, error } = useQuery(scholarsQuery);
  const scholars = data?.filter(({ id }) => !removals.has(id));
  const shown = orderScholars(scholars ?? [], search);
  useKeys({ u: undoLast });
  const show = (next: ScholarsSearch, replace: boolean) => navigate({ to: '/scholars', search: next, replace });
  const searchFor = (name: string) => {
    // the same name again is meant as such
    if (name === search.name) void queryClient.refetchQueries(nameSearchQuery(name));
    else void show({ ...search, name }, false);
  };
  const close = ({ name: _, ...rest }: ScholarsSearch) => void show(rest, false).then(focusPage);
  const showAll = ({ q: _, ...rest }: ScholarsSearch) => void show(rest, true).then(focusPage);
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle()}>
      <AddScholars name={search.name} onSearch={searchFor} />
      {search.name !== undefined && (
        <NameSearch key={search.name} name={search.name} scholars={scholars ?? []} onClose={() => close(search)} />
      )}
      <ProblemText error={error} />
      {scholars?.length === 0 && (
        <EmptyState title={texts.list.empty}>
          <Text>{texts.list.emptyHint}</Text>
        </EmptyState>
      )}
      {scholars && scholars.length > 0 && (
        <ListTools
          search={search}
          all={scholars.length}
          shown={shown.length}
          onChange={(next) => void show(next, true)}
        />
      )}
      {scholars && scholars.length > 0 && shown.length === 0 && (
        <EmptyState title={texts.list.noMatch}>
          <Text>{texts.list.noMatchHint}</Text>
          <Button variant="default" mt="md" onClick={() => showAll(search)}>
            {texts.list.showAll}
          </Button>
        </EmptyState>
      )}
      <ScholarList scholars={shown} />
    </Page>
  );
}
