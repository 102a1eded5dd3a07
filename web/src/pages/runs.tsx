import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { ActiveRun } from '../features/runs/active-run.tsx';
import { RunHistory } from '../features/runs/run-history.tsx';
import { activeRun, runsQuery } from '../features/runs/runs-query.ts';
import { SafetyBanner } from '../features/runs/safety-banner.tsx';
import { texts } from '../texts/en.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';

export function RunsPage() {
  const { data: list, error } = useQuery(runsQuery);
  const active = activeRun(list);
  const start = useMutation({
    mutationFn: () => take(api.POST('/api/v1/runs/manual')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: runsQuery.queryKey }),
  });
  const button = (
    <Button loading={start.isPending} disabled={active !== undefined} onClick={() => start.mutate()}>
      {texts.runs.start}
    </Button>
  );
  return (
    <Page title={texts.runs.title} windowTitle={texts.titles.runs} actions={button}>
      <ProblemText error={start.error ?? error} />
      {list && <SafetyBanner state={list.safety_state} />}
      {active && <ActiveRun key={active.id} run={active} />}
      {list?.runs.length === 0 ? (
        <EmptyState title={texts.runs.empty}>
          <Text>{texts.runs.emptyHint}</Text>
        </EmptyState>
      ) : (
        list && <RunHistory runs={list.runs} />
      )}
    </Page>
  );
}
