import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ActiveRun } from '../features/runs/active-run.tsx';
import { CooldownBanner } from '../features/runs/cooldown-banner.tsx';
import { HistoryPages } from '../features/runs/history-pages.tsx';
import { QueueLink } from '../features/runs/queue-link.tsx';
import { RunCharts } from '../features/runs/run-charts.tsx';
import { RunHistory } from '../features/runs/run-history.tsx';
import { activeRun, olderRunsQuery, runsQuery } from '../features/runs/runs-query.ts';
import { useStartRun } from '../features/runs/use-start-run.ts';
import { settingsQuery } from '../features/settings/settings-query.ts';
import { runsTexts as texts } from '../texts/en/runs.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { lookOf } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';

const route = getRouteApi('/inside/runs');

export function RunsPage() {
  const { page = 1 } = route.useSearch();
  const { data: list, error, dataUpdatedAt } = useQuery(runsQuery);
  const older = useQuery({ ...olderRunsQuery(page), enabled: page > 1, placeholderData: keepPreviousData });
  const { data: settings } = useQuery(settingsQuery);
  const start = useStartRun();
  const active = activeRun(list);
  const history = page > 1 ? older.data : list;
  const isDisabled = settings?.policy.manual_run_allowed === false;
  const button = (
    <BusyButton
      look="primary"
      isBusy={start.isPending || active !== undefined}
      isDisabled={isDisabled}
      onClick={() => start.mutate()}
    >
      {texts.start}
    </BusyButton>
  );
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle} actions={button}>
      {isDisabled && (
        <Text tone="quiet" data-mb="md">
          {texts.startDisabled}
        </Text>
      )}
      <ProblemText error={start.error ?? error ?? older.error} />
      {list && <CooldownBanner state={list.safety_state} receivedAt={dataUpdatedAt} />}
      {active && <ActiveRun key={active.id} run={active} />}
      <QueueLink />
      {list?.runs.length === 0 && (
        <EmptyState title={texts.empty}>
          <Text data-mb="md">{texts.emptyHint}</Text>
          <Link to="/settings" {...lookOf({})}>
            {texts.toSettings}
          </Link>
        </EmptyState>
      )}
      {history && history.runs.length > 0 && (
        <>
          <RunHistory runs={history.runs} />
          <HistoryPages pagination={history.pagination} />
          <RunCharts runs={history.runs} />
        </>
      )}
    </Page>
  );
}
