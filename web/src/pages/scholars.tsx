import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { AddScholars } from '../features/scholars/add-scholars.tsx';
import { ListTools } from '../features/scholars/list-tools.tsx';
import { NameSearch } from '../features/scholars/name-search.tsx';
import { nameSearchQuery } from '../features/scholars/name-search-query.ts';
import { orderScholars } from '../features/scholars/order-scholars.ts';
import { ScholarList } from '../features/scholars/scholar-list.tsx';
import { scholarsQuery } from '../features/scholars/scholars-query.ts';
import { readScholarsSearch } from '../features/scholars/scholars-search.ts';
import { ProposeDailyChecks } from '../features/settings/propose-daily-checks.tsx';
import { scholarsTexts as texts } from '../texts/en/scholars.ts';
import { Button } from '../ui/button.tsx';
import { useCommands } from '../ui/command-provider.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusPage } from '../ui/focus-page.ts';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';
import { undoLast } from '../ui/undo.ts';

const route = getRouteApi('/inside/scholars');

export function ScholarsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: scholars, error } = useQuery(scholarsQuery);
  const { q, order } = search;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const shown = useMemo(() => orderScholars(scholars ?? [], { q, order }), [scholars, q, order]);
  useCommands(() => ({ undo: undoLast }));
  // merge with the current address, because a typed filter reaches it a moment later
  const change = (changes: Record<string, string>, replace: boolean) =>
    navigate({ to: '/scholars', search: (before) => readScholarsSearch({ ...before, ...changes }), replace });
  const searchFor = (name: string) => {
    // searching for the same name again repeats the search
    if (name === search.name) void queryClient.refetchQueries(nameSearchQuery(name));
    else void change({ name }, false);
  };
  const close = () => void change({ name: '' }, false).then(focusPage);
  const showAll = () => void change({ q: '' }, true).then(focusPage);
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle()} scroller={setScroller}>
      <AddScholars name={search.name} onSearch={searchFor} />
      {search.name !== undefined && (
        <NameSearch key={search.name} name={search.name} scholars={scholars ?? []} onClose={close} />
      )}
      <ProposeDailyChecks scholarCount={scholars?.length ?? 0} />
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
          onChange={(changes) => void change(changes, true)}
        />
      )}
      {scholars && scholars.length > 0 && shown.length === 0 && (
        <EmptyState title={texts.list.noMatch}>
          <Text>{texts.list.noMatchHint}</Text>
          <Button data-mt="md" onClick={showAll}>
            {texts.list.showAll}
          </Button>
        </EmptyState>
      )}
      <ScholarList scholars={shown} scroller={scroller} />
    </Page>
  );
}
