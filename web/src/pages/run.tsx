import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ActiveRun } from '../features/runs/active-run.tsx';
import { CooldownBanner } from '../features/runs/cooldown-banner.tsx';
import { RunFacts } from '../features/runs/run-facts.tsx';
import { RunResults } from '../features/runs/run-results.tsx';
import classes from '../features/runs/runs.module.css';
import { isActive, runQuery, runsQuery } from '../features/runs/runs-query.ts';
import { runsTexts } from '../texts/en/runs.ts';
import { formatMoment } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';

const texts = runsTexts.one;
const route = getRouteApi('/inside/runs/$id');

/** One run with the result of each scholar. */
export function RunPage() {
  const { id } = route.useParams();
  const { data: detail, error, dataUpdatedAt } = useQuery(runQuery(Number(id)));
  const { data: latest } = useQuery({ ...runsQuery, select: ({ runs }) => runs.find(isCompleted)?.id });
  const run = detail?.run;
  return (
    <Page
      title={run ? texts.title(formatMoment(run.start_dt)) : runsTexts.title}
      windowTitle={texts.windowTitle}
      actions={
        <Link to="/runs" className={classes.link}>
          {texts.back}
        </Link>
      }
    >
      <ProblemText error={error} />
      {detail && run && (
        <>
          <CooldownBanner state={detail.safety_state} receivedAt={dataUpdatedAt} />
          {isActive(run) ? <ActiveRun run={run} /> : <RunFacts run={run} />}
          {run.id === latest && run.new_publication_count > 0 && (
            <p className={classes.toQueue}>
              <Link to="/" search={{ view: 'latest' }} className={classes.link}>
                {texts.showNew}
              </Link>
            </p>
          )}
          {detail.scholar_results.length === 0 ? (
            <Text>{texts.noScholars}</Text>
          ) : (
            <RunResults results={detail.scholar_results} />
          )}
        </>
      )}
    </Page>
  );
}

/** Whether the view "New" may show this run. */
function isCompleted({ status }: { status: string }): boolean {
  return status === 'success' || status === 'partial_failure';
}
