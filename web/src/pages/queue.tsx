import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CooldownBanner } from '../features/runs/cooldown-banner.tsx';
import { QueueList } from '../features/runs/queue-list.tsx';
import { queueQuery } from '../features/runs/queue-query.ts';
import classes from '../features/runs/runs.module.css';
import { runsQuery } from '../features/runs/runs-query.ts';
import { runsTexts } from '../texts/en/runs.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Text } from '../ui/text.tsx';

const texts = runsTexts.queue;

/** The queue of crawls with reasons and times. */
export function QueuePage() {
  const { data: queue, error } = useQuery(queueQuery);
  const { data: runs, dataUpdatedAt } = useQuery(runsQuery);
  const back = (
    <Link to="/runs" className={classes.link}>
      {runsTexts.one.back}
    </Link>
  );
  return (
    <Page title={texts.title} windowTitle={texts.windowTitle} actions={back}>
      {runs && <CooldownBanner state={runs.safety_state} receivedAt={dataUpdatedAt} />}
      <ProblemText error={error} />
      <Text tone="quiet" data-mb="md">
        {texts.hint}
      </Text>
      {queue && <QueueList queue={queue} />}
      {queue?.queue_items.length === 0 && (
        <EmptyState title={texts.empty}>
          <Text>{texts.emptyHint}</Text>
        </EmptyState>
      )}
    </Page>
  );
}
